import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import FeedStoreSQLite
import Foundation
import TestSupport
import Testing

/// What is for some clients changes their variants, and nothing of what everybody gets.
struct VariantChangeTests {
  private let folder: TemporaryFolder
  private let path: String
  private let clock = TestClock(SampleContent.committedAt)
  private let server: TestServer

  private static let ios = #"{"platforms":["ios"]}"#
  private static let phone = ClientFacts(platform: "ios")

  /// A home feed of banners, of photos of which the second is for clients on iOS, and of topics for them alone.
  init() async throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
    try SampleDatabase.copyEmpty(to: path)
    server = try TestServer(path: path, clock)
    _ = try await server.store.write(at: clock.now) { transaction in
      let when = try Targeting(reading: Self.ios.utf8)
      for id in 1...4 { _ = try transaction.upsert(TestContent.photo(id, width: 100)) }
      _ = try transaction.setWindow(Window(when: when), of: .pickupPhotos, id: 2)
      for id in 1...3 { _ = try transaction.upsert(TestContent.topic(id)) }
      _ = try transaction.upsert(TestContent.banner(1))
      _ = try transaction.setComposition(Self.composition(), of: "home")
      _ = try transaction.setComposition(#"{"sections":[]}"#, of: "other")
    }
    try await server.publisher.publish()
  }

  private static func composition(
    title: String = "Topics", when: String = ios, window: String = "", banners: String = ""
  ) -> String {
    """
    {"sections":[
      {"id":"topics","kind":"featured_topics","title":"\(title)","when":\(when)\(window)},
      {"id":"photos","kind":"pickup_photos","title":"Photos","limit":3,
       "layout":{"type":"uniform_grid"}},
      {"id":"banners","kind":"campaign_banners","title":"\(banners)"}]}
    """
  }

  /// What a client gets.
  private struct Served: Equatable {
    let name: String
    let bytes: [[UInt8]]
    let tag: String
    let revision: Int
    let expiresAt: Int?
    /// The items, by their sections.
    let items: [String: [Int]]
  }

  private func served(
    to client: ClientFacts = ClientFacts(), by server: TestServer? = nil
  ) async throws -> Served {
    let publisher = (server ?? self.server).publisher
    let publication = try #require(publisher.current)
    let feed = try #require(publication.feeds["home"])
    let name = try #require(publisher.variant(of: feed, for: client)).name
    return try await served(name, of: feed, by: publisher)
  }

  private func served(
    _ name: String, of feed: PublishedFeed, by publisher: FeedPublisher
  ) async throws -> Served {
    let publication = try #require(publisher.current)
    let variant = try #require(try await publisher.variant(name, of: feed, in: publication))
    let screen = variant.screen(for: try Viewport(width: 390))
    let items = try JSONValue.parse(screen.bytes)["sections"].elements.map { section in
      (section["id"].text ?? "", section["items"].elements.map { Int($0["id"].number ?? 0) })
    }
    return Served(
      name: name, bytes: try TestServer.bytes(of: variant),
      tag: screen.representation(in: .identity).entityTag, revision: variant.revision,
      expiresAt: variant.content.expiresAt?.millisecondsSince1970,
      items: Dictionary(uniqueKeysWithValues: items))
  }

  /// Writes a minute later, puts that into service, and returns the keys of the event.
  private func write(
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> [String] {
    clock.set(clock.now.later(seconds: 60))
    let revision = try #require(try await server.store.write(at: clock.now, body)).number
    try await server.publisher.publish()
    return try await keys(of: revision)
  }

  private func keys(of revision: Int) async throws -> [String] {
    let changes = try #require(
      try await server.store.read { try $0.changes(after: revision - 1, limit: 1).first })
    let documents = server.publisher.current?.changes.first { $0.revision.number == revision }
    return SurrogateKeys.keys(of: changes, documents: documents?.documents ?? [])
  }

  /// A server that has just been started serves the same as the one that has followed.
  private func expectAgreement(
    of clients: [ClientFacts] = [ClientFacts(), phone]
  ) async throws {
    for isNoted in [false, true] {
      if isNoted { await server.publisher.noteDocumentRevisionsNow() }
      let fresh = try TestServer(path: path, clock)
      try await fresh.publisher.publish()
      for client in clients {
        let (one, other) = (try await served(to: client, by: fresh), try await served(to: client))
        #expect(one == other, "\(one.revision) and \(other.revision)")
      }
    }
  }

  @Test("What is for some clients is in their variant alone")
  func beginning() async throws {
    let (everybody, phone) = (try await served(), try await served(to: Self.phone))
    #expect(everybody.items == ["photos": [1, 3, 4], "banners": [1]])
    #expect(phone.items == ["topics": [1, 2, 3], "photos": [1, 2, 3], "banners": [1]])
    try await expectAgreement()
  }

  /// An edit of what only some clients get.
  enum TargetedEdit: CaseIterable {
    case section, sectionItem, item, itemWindow, itemRemoval, itemPhoto
  }

  @Test(
    "An edit of what some clients get changes their variant, and only that",
    arguments: TargetedEdit.allCases)
  func targeted(edit: TargetedEdit) async throws {
    let picture = TestPhotos.photo(1)
    if edit == .itemPhoto {
      _ = try await write { transaction in
        _ = try transaction.add(picture)
        var photo = try TestContent.photo(2)
        photo.photoURL = "https://example.com/two.jpg"
        _ = try transaction.upsert(photo)
        _ = try transaction.setPhoto(picture.id, assignedTo: photo.photoURL)
      }
    }
    let (everybody, phone) = (try await served(), try await served(to: Self.phone))
    let keys = try await write { transaction in
      switch edit {
      case .section: _ = try transaction.setComposition(Self.composition(title: "T"), of: "home")
      case .sectionItem:
        // The item is public content, although this feed shows it to some clients.
        var topic = try TestContent.topic(1)
        topic.title = "Another"
        _ = try transaction.upsert(topic)
      case .item: _ = try transaction.upsert(TestContent.photo(2, width: 200))
      case .itemWindow:
        _ = try transaction.setWindow(
          Window(unpublishAt: SampleContent.committedAt.later(seconds: 9_000), when: Self.when),
          of: .pickupPhotos, id: 2)
      case .itemRemoval: _ = try transaction.delete(.pickupPhotos, id: 2)
      case .itemPhoto:
        _ = try transaction.describe(picture.id, as: PhotoDescription(alt: "Rice"))
      }
    }
    #expect(try await served() == everybody)
    let changed = try await served(to: Self.phone)
    #expect(changed.tag != phone.tag && changed.bytes != phone.bytes)
    // Without the last item under the condition, clients on iOS get what everybody gets.
    #expect(changed.revision == (edit == .itemRemoval ? 1 : server.publisher.current?.revision))
    let own: Set<String> =
      switch edit {
      case .section: ["feed:home"]
      case .sectionItem: ["kind:featured_topics", "featured_topics:1"]
      default: []
      }
    // The composition itself is a document that everybody may read.
    #expect(Set(keys).subtracting(own) == ["variants:home"], "\(keys)")
    try await expectAgreement()
  }

  private static var when: Targeting {
    get throws { try Targeting(reading: ios.utf8) }
  }

  @Test("An edit of what everybody gets changes the feed, and a variant is purged with it")
  func general() async throws {
    let (everybody, phone) = (try await served(), try await served(to: Self.phone))
    let keys = try await write { _ = try $0.upsert(TestContent.banner(1, campaign: 9)) }
    let (everybodyNow, phoneNow) = (try await served(), try await served(to: Self.phone))
    #expect(everybodyNow.tag != everybody.tag && phoneNow.tag != phone.tag)
    // Content changes, and what is shown to whom stays.
    #expect(phoneNow.name == phone.name)
    #expect(keys.contains("feed:home") && keys.contains("section:home/banners"))
    let feed = try #require(server.publisher.current?.feeds["home"])
    let publication = try #require(server.publisher.current)
    let variant = try #require(
      try await server.publisher.variant(phone.name, of: feed, in: publication))
    #expect(
      Set(variant.surrogateKeys.text.split(separator: " ")) == ["feed:home", "variants:home"])
    #expect(
      Set(variant.defaultEdition.surrogateKeys(of: "topics").text.split(separator: " "))
        .isSuperset(of: ["feed:home", "variants:home"]))
    #expect(!feed.surrogateKeys.text.contains("variants:"))
    try await expectAgreement()
  }

  @Test("A section for some clients begins and ends in time, in their variant alone")
  func boundaries() async throws {
    let (from, until) = (clock.now.later(seconds: 600), clock.now.later(seconds: 1_200))
    let window =
      #","window":{"publish_at":"\#(from.rfc3339)","unpublish_at":"\#(until.rfc3339)"}"#
    _ = try await write {
      _ = try $0.setComposition(Self.composition(window: window), of: "home")
    }
    let everybody = try await served()
    #expect(try await served(to: Self.phone).items["topics"] == nil)
    #expect(everybody.expiresAt == nil)
    for (moment, isShown) in [(from, true), (until, false)] {
      let feed = try #require(server.publisher.current?.feeds["home"])
      let variant = try #require(server.publisher.variant(of: feed, for: Self.phone))
      #expect(variant.expiresAt?.millisecondsSince1970 == moment.millisecondsSince1970)
      #expect(server.publisher.current?.nextBoundary == moment)
      clock.set(moment)
      try await server.publisher.publishWhatIsDue()
      #expect((try await served(to: Self.phone).items["topics"] != nil) == isShown)
      // Names have changed with the sections that there are.
      let now = try await served()
      #expect(now.bytes == everybody.bytes && now.tag == everybody.tag)
      #expect(now.revision == everybody.revision && now.expiresAt == nil)
      let keys = try await keys(of: try #require(server.publisher.current?.revision))
      #expect(keys.contains("variants:home") && !keys.contains { $0.hasPrefix("section:") })
      try await expectAgreement()
    }
  }

  @Test("An item for some clients begins in time, and clients know when to ask again")
  func itemBoundary() async throws {
    let from = clock.now.later(seconds: 600)
    _ = try await write { transaction in
      let when = try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
      _ = try transaction.setWindow(
        Window(publishAt: from, when: when), of: .pickupPhotos, id: 3)
    }
    let member = ClientFacts(audiences: ["members"])
    let everybody = try await served()
    let feed = try #require(server.publisher.current?.feeds["home"])
    let variant = try #require(server.publisher.variant(of: feed, for: member))
    #expect(variant.expiresAt?.millisecondsSince1970 == from.millisecondsSince1970)
    #expect(everybody.expiresAt == nil)
    clock.set(from)
    try await server.publisher.publishWhatIsDue()
    #expect(try await served(to: member).items["photos"] == [1, 3, 4])
    // Names have changed with the conditions.
    let everybodyNow = try await served()
    #expect(everybodyNow.bytes == everybody.bytes && everybodyNow.tag == everybody.tag)
    try await expectAgreement()
  }

  @Test("A name is good until the conditions change, for one feed of one store")
  func names() async throws {
    let phone = try await served(to: Self.phone)
    _ = try await write { _ = try $0.upsert(TestContent.photo(2, width: 300)) }
    #expect(try await served(to: Self.phone).name == phone.name)
    _ = try await write {
      _ = try $0.setComposition(Self.composition(when: #"{"platforms":["web"]}"#), of: "home")
    }
    let publisher = server.publisher
    let publication = try #require(publisher.current)
    let (home, other) = (publication.feeds["home"], publication.feeds["other"])
    for (name, feed) in [(phone.name, home), (phone.name, other), ("AAAA", home), ("", home)] {
      let feed = try #require(feed)
      #expect(try await publisher.variant(name, of: feed, in: publication) == nil, "\(name)")
    }
    // One character is another.
    let name = try await served(to: Self.phone).name
    let forged = (name.hasPrefix("A") ? "B" : "A") + name.dropFirst()
    let feed = try #require(home)
    #expect(try await publisher.variant(forged, of: feed, in: publication) == nil)
    #expect(try await publisher.variant(name, of: feed, in: publication) != nil)
  }

  /// An edit of how a section chooses its items, which everybody else sees nothing of.
  enum SelectionEdit: CaseIterable {
    case pinned, limit, filter, targetedSection
  }

  @Test(
    "A section that chooses other items for some clients changes their variant, on every server",
    arguments: SelectionEdit.allCases)
  func selection(edit: SelectionEdit) async throws {
    // Photos 2 and 4 are for members, in a section that everybody gets.
    let before: String
    let after: String
    switch edit {
    case .pinned:
      before = #""source":{"pinned":[1,2]}"#
      after = #""source":{"pinned":[1,4]}"#
    case .limit:
      before = #""limit":1,"layout":{"type":"shelf"},"source":{"pinned":[2,4]}"#
      after = #""limit":2,"layout":{"type":"shelf"},"source":{"pinned":[2,4]}"#
    case .filter:
      before = #""source":{"query":{"filter":{"photo_width.lt":"300"}}}"#
      after = #""source":{"query":{"filter":{"photo_width.lt":"500"}}}"#
    case .targetedSection:
      before = #""when":{"audiences":["members"]},"source":{"pinned":[1,2]}"#
      after = #""when":{"audiences":["members"]},"source":{"pinned":[1,4]}"#
    }
    @Sendable func composition(_ members: String) -> String {
      #"{"sections":[{"id":"photos","kind":"pickup_photos","title":"",\#(members)}]}"#
    }
    let member = ClientFacts(audiences: ["members"])
    _ = try await write { transaction in
      let when = try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
      for id in 1...4 {
        _ = try transaction.upsert(TestContent.photo(id, width: id == 3 ? 900 : 100 * id))
        _ = try transaction.setWindow(
          Window(when: id.isMultiple(of: 2) ? when : nil), of: .pickupPhotos, id: id)
      }
      _ = try transaction.setComposition(composition(before), of: "home")
    }
    let (everybody, former) = (try await served(), try await served(to: member))
    _ = try await write { _ = try $0.setComposition(composition(after), of: "home") }
    #expect(try await served() == everybody)
    let changed = try await served(to: member)
    #expect(changed.items != former.items && changed.tag != former.tag)
    #expect(changed.revision == server.publisher.current?.revision)
    #expect(try await served(by: nil, to: member, sections: "photos") > everybody.revision)
    try await expectAgreement(of: [ClientFacts(), member])
  }

  /// The revision of a section in the variant of `client`.
  private func served(
    by other: TestServer?, to client: ClientFacts, sections id: String
  ) async throws -> Int {
    let publisher = (other ?? server).publisher
    let publication = try #require(publisher.current)
    let feed = try #require(publication.feeds["home"])
    let name = try #require(publisher.variant(of: feed, for: client)).name
    let variant = try await publisher.variant(name, of: feed, in: publication)
    return try #require(variant?.section(id)?.revision)
  }

  @Test("Items that fit change no names, and items that are displaced do")
  func displacement() async throws {
    @Sendable func composition(limit: Int) -> String {
      """
      {"sections":[{"id":"topics","kind":"featured_topics","title":"","limit":\(limit),
        "layout":{"type":"snap_carousel"}}]}
      """
    }
    let when = try Self.when
    _ = try await write { transaction in
      _ = try transaction.setWindow(Window(when: when), of: .featuredTopics, id: 3)
      _ = try transaction.setComposition(composition(limit: 9), of: "home")
    }
    let name = try await served(to: Self.phone).name
    _ = try await write { _ = try $0.upsert(TestContent.topic(4)) }
    let phone = try await served(to: Self.phone)
    #expect(phone.name == name && phone.items == ["topics": [1, 2, 3, 4]])
    // With the limit 3 the third is the last one, and without the second it has room behind it.
    _ = try await write { _ = try $0.setComposition(composition(limit: 2), of: "home") }
    let narrow = try await served(to: Self.phone)
    #expect(try await narrow == served() && narrow.name != name)
    _ = try await write { _ = try $0.delete(.featuredTopics, id: 1) }
    #expect(try await served(to: Self.phone).items == ["topics": [2, 3]])
    try await expectAgreement()
  }

  @Test("The end of what is for some clients is said at once when it changes")
  func expiry() async throws {
    let early = clock.now.later(seconds: 600)
    let (late, sooner) = (early.later(seconds: 600), early.later(seconds: 300))
    _ = try await write { transaction in
      _ = try transaction.setWindow(Window(unpublishAt: early), of: .campaignBanners, id: 1)
      _ = try transaction.setWindow(Window(unpublishAt: late), of: .featuredTopics, id: 1)
      _ = try transaction.setComposition(
        """
        {"sections":[{"id":"banners","kind":"campaign_banners","title":"",
          "when":{"platforms":["web"]}},
          {"id":"topics","kind":"featured_topics","title":"","when":\(Self.ios)}]}
        """, of: "home")
    }
    let before = try await served(to: Self.phone)
    #expect(before.expiresAt == late.millisecondsSince1970)
    _ = try await write {
      _ = try $0.setWindow(Window(unpublishAt: sooner), of: .featuredTopics, id: 1)
    }
    let after = try await served(to: Self.phone)
    #expect(after.expiresAt == sooner.millisecondsSince1970 && after.tag != before.tag)
    #expect(after.revision == server.publisher.current?.revision)
    try await expectAgreement()
  }

  @Test("Nobody is told when what others get begins")
  func schedule() async throws {
    let from = clock.now.later(seconds: 600)
    _ = try await write {
      _ = try $0.setComposition(
        Self.composition(window: #","window":{"publish_at":"\#(from.rfc3339)"}"#), of: "home")
    }
    let feed = try #require(server.publisher.current?.feeds["home"])
    #expect(server.publisher.variant(of: feed, for: Self.phone)?.expiresAt == from)
    let other = try #require(server.publisher.variant(of: feed, for: ClientFacts(platform: "web")))
    #expect(other.expiresAt == nil)
  }

  @Test(
    "Conditions beyond the most of a feed have no effect, and are reported without their sections")
  func manyConditions() async throws {
    let count = 1_030
    _ = try await write { transaction in
      for id in 1...count {
        let when = try Targeting(reading: #"{"audiences":["a\#(10_000 + id)"]}"#.utf8)
        _ = try transaction.upsert(TestContent.photo(id, width: 100))
        _ = try transaction.setWindow(Window(when: when), of: .pickupPhotos, id: id)
      }
      _ = try transaction.setComposition(
        """
        {"sections":[{"id":"photos","kind":"pickup_photos","title":"","limit":3}]}
        """, of: "home")
    }
    let publication = try #require(server.publisher.current)
    let failure = try #require(publication.failures.first)
    #expect(failure.reason.contains("1024") && failure.reason.contains("1030") && !failure.isPublic)
    for (id, isShown) in [(1, true), (1_024, true), (1_025, false), (count, false)] {
      let client = ClientFacts(audiences: ["a\(10_000 + id)"])
      #expect(try await served(to: client).items["photos"] == (isShown ? [id] : []))
    }
    try await expectAgreement()
  }

  @Test("A section for some clients that cannot be laid out is reported, and not to everybody")
  func failures() async throws {
    _ = try await write {
      _ = try $0.setComposition(
        """
        {"sections":[{"id":"topics","kind":"featured_topics","title":"","when":\(Self.ios),
          "layout":{"type":"nothing"}}]}
        """, of: "home")
    }
    let publication = try #require(server.publisher.current)
    let failure = try #require(publication.failures.first)
    #expect(failure.section == "topics" && !failure.isPublic && publication.failures.count == 1)
  }

  @Test("A condition on an item behind the end of a section without pages makes no variant")
  func behindTheEnd() async throws {
    _ = try await write { transaction in
      let when = try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
      _ = try transaction.setWindow(Window(when: when), of: .featuredTopics, id: 3)
      _ = try transaction.setComposition(
        """
        {"sections":[{"id":"topics","kind":"featured_topics","title":"","limit":2,
          "layout":{"type":"snap_carousel"}}]}
        """, of: "home")
    }
    let member = ClientFacts(audiences: ["members"])
    #expect(try await served(to: member) == served())
    // There is room for it.
    _ = try await write { _ = try $0.delete(.featuredTopics, id: 1) }
    #expect(try await served(to: member).items == ["topics": [2, 3]])
    #expect(try await served().items == ["topics": [2]])
    try await expectAgreement()
  }
}
