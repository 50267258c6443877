import FeedEntities
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// What is for some clients changes their variants, and nothing of what everybody gets.
struct VariantChangeTests {
  private let home: TargetedHome

  init() async throws { home = try await TargetedHome() }

  @Test("What is for some clients is in their variant alone")
  func beginning() async throws {
    let (everybody, phone) = (
      try await home.served(), try await home.served(to: TargetedHome.phone)
    )
    #expect(everybody.items == ["photos": [1, 3, 4], "banners": [1]])
    #expect(phone.items == ["topics": [1, 2, 3], "photos": [1, 2, 3], "banners": [1]])
    try await home.expectAgreement()
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
      _ = try await home.write { transaction in
        _ = try transaction.add(picture)
        var photo = try TestContent.photo(2)
        photo.photoURL = "https://example.com/two.jpg"
        _ = try transaction.upsert(photo)
        _ = try transaction.setPhoto(picture.id, assignedTo: photo.photoURL)
      }
    }
    let (everybody, phone) = (
      try await home.served(), try await home.served(to: TargetedHome.phone)
    )
    let keys = try await home.write { transaction in
      switch edit {
      case .section:
        _ = try transaction.setComposition(TargetedHome.composition(title: "T"), of: "home")
      case .sectionItem:
        // The item is public content, although this feed shows it to some clients.
        var topic = try TestContent.topic(1)
        topic.title = "Another"
        _ = try transaction.upsert(topic)
      case .item: _ = try transaction.upsert(TestContent.photo(2, width: 200))
      case .itemWindow:
        _ = try transaction.setWindow(
          Window(
            unpublishAt: SampleContent.committedAt.later(seconds: 9_000), when: TargetedHome.when),
          of: .pickupPhotos, id: 2)
      case .itemRemoval: _ = try transaction.delete(.pickupPhotos, id: 2)
      case .itemPhoto:
        _ = try transaction.describe(picture.id, as: PhotoDescription(alt: "Rice"))
      }
    }
    #expect(try await home.served() == everybody)
    let changed = try await home.served(to: TargetedHome.phone)
    #expect(changed.tag != phone.tag && changed.bytes != phone.bytes)
    // Without the last item under the condition, clients on iOS get what everybody gets.
    #expect(
      changed.revision == (edit == .itemRemoval ? 1 : home.server.publisher.current?.revision))
    let own: Set<String> =
      switch edit {
      case .sectionItem: ["kind:featured_topics", "featured_topics:1"]
      default: []
      }
    #expect(Set(keys).subtracting(own) == ["variants:home"], "\(keys)")
    try await home.expectAgreement()
  }

  @Test("A translation of what some clients get changes their variant in its locale")
  func translation() async throws {
    let english = ReaderLocale(try #require(LocaleTag("en")), among: .standard)
    let publisher = home.server.publisher
    for title in ["Topics to read", "Topics to talk about"] {
      _ = try await home.write {
        _ = try $0.setComposition(
          TargetedHome.composition(window: #","title@en":"\#(title)""#), of: "home")
      }
      let variant = try await publisher.served(to: TargetedHome.phone).feed
      let screen = variant.edition(for: english).screen(
        for: ScreenTraits(try Viewport(width: 390)))
      #expect(try JSONValue.parse(screen.bytes)["sections"].elements[0]["title"].text == title)
    }
  }

  @Test("An edit of what everybody gets changes the feed, and a variant is purged with it")
  func general() async throws {
    let (everybody, phone) = (
      try await home.served(), try await home.served(to: TargetedHome.phone)
    )
    let keys = try await home.write { _ = try $0.upsert(TestContent.banner(1, campaign: 9)) }
    let (everybodyNow, phoneNow) = (
      try await home.served(), try await home.served(to: TargetedHome.phone)
    )
    #expect(everybodyNow.tag != everybody.tag && phoneNow.tag != phone.tag)
    // Content changes, and what is shown to whom stays.
    #expect(phoneNow.name == phone.name)
    #expect(keys.contains("feed:home") && keys.contains("section:home/banners"))
    let feed = try #require(home.server.publisher.current?.feeds["home"])
    let variant = try await home.server.publisher.served(to: TargetedHome.phone).feed
    #expect(
      Set(variant.surrogateKeys.text.split(separator: " ")) == ["feed:home", "variants:home"])
    #expect(
      Set(
        variant.edition(for: variant.defaultReader).surrogateKeys(of: "topics").text.split(
          separator: " ")
      )
      .isSuperset(of: ["feed:home", "variants:home"]))
    #expect(!feed.surrogateKeys.text.contains("variants:"))
    try await home.expectAgreement()
  }

  @Test("A section for some clients begins and ends in time, in their variant alone")
  func boundaries() async throws {
    let (from, until) = (home.clock.now.later(seconds: 600), home.clock.now.later(seconds: 1_200))
    let window = #","window":{"publish_at":"\#(from.rfc3339)","unpublish_at":"\#(until.rfc3339)"}"#
    _ = try await home.write {
      _ = try $0.setComposition(TargetedHome.composition(window: window), of: "home")
    }
    let everybody = try await home.served()
    #expect(try await home.served(to: TargetedHome.phone).items["topics"] == nil)
    #expect(everybody.expiresAt == nil)
    for (moment, isShown) in [(from, true), (until, false)] {
      let feed = try #require(home.server.publisher.current?.feeds["home"])
      let variant = try #require(home.server.publisher.variant(of: feed, for: TargetedHome.phone))
      #expect(variant.expiresAt?.millisecondsSince1970 == moment.millisecondsSince1970)
      #expect(home.server.publisher.current?.nextBoundary == moment)
      home.clock.set(moment)
      try await home.server.publisher.publishWhatIsDue()
      #expect((try await home.served(to: TargetedHome.phone).items["topics"] != nil) == isShown)
      // Names have changed with the sections that there are.
      let now = try await home.served()
      #expect(now.bytes == everybody.bytes && now.tag == everybody.tag)
      #expect(now.revision == everybody.revision && now.expiresAt == nil)
      let keys = try await home.server.keys(
        of: try #require(home.server.publisher.current?.revision))
      #expect(keys.contains("variants:home") && !keys.contains { $0.hasPrefix("section:") })
      try await home.expectAgreement()
    }
  }

  @Test("A section for some clients begins in time if something else is written at that moment")
  func boundaryBesideAnotherWrite() async throws {
    let from = home.clock.now.later(seconds: 600)
    let composition = """
      {"sections":[
        {"id":"topics","kind":"featured_topics","title":"Topics","when":\(TargetedHome.ios),
         "window":{"publish_at":"\(from.rfc3339)"}},
        {"id":"news","kind":"recent_news","title":"News"}]}
      """
    _ = try await home.write { _ = try $0.setComposition(composition, of: "home") }
    let everybody = try await home.served()
    #expect(try await home.served(to: TargetedHome.phone).items["topics"] == nil)
    home.clock.set(from.later(seconds: -30))
    // The feed has no banners.
    let keys = try await home.write { _ = try $0.upsert(TestContent.banner(1, campaign: 9)) }
    #expect(try await home.served(to: TargetedHome.phone).items["topics"] == [1, 2, 3])
    #expect(keys.contains("variants:home"), "\(keys)")
    let now = try await home.served()
    #expect(now.bytes == everybody.bytes && now.tag == everybody.tag)
    try await home.expectAgreement()
  }

  @Test("An item for some clients begins in time, and clients know when to ask again")
  func itemBoundary() async throws {
    let from = home.clock.now.later(seconds: 600)
    _ = try await home.write { transaction in
      let when = try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
      _ = try transaction.setWindow(
        Window(publishAt: from, when: when), of: .pickupPhotos, id: 3)
    }
    let member = ClientFacts(audiences: ["members"])
    let everybody = try await home.served()
    let feed = try #require(home.server.publisher.current?.feeds["home"])
    let variant = try #require(home.server.publisher.variant(of: feed, for: member))
    #expect(variant.expiresAt?.millisecondsSince1970 == from.millisecondsSince1970)
    #expect(everybody.expiresAt == nil)
    home.clock.set(from)
    try await home.server.publisher.publishWhatIsDue()
    #expect(try await home.served(to: member).items["photos"] == [1, 3, 4])
    // Names have changed with the conditions.
    let everybodyNow = try await home.served()
    #expect(everybodyNow.bytes == everybody.bytes && everybodyNow.tag == everybody.tag)
    try await home.expectAgreement()
  }

  @Test("A name is good until its clients may get something else, for one feed of one store")
  func names() async throws {
    let phone = try await home.served(to: TargetedHome.phone)
    _ = try await home.write { _ = try $0.upsert(TestContent.photo(2, width: 300)) }
    #expect(try await home.served(to: TargetedHome.phone).name == phone.name)
    // No client on iOS can be on Android as well, and any of them may be a member.
    _ = try await home.write {
      _ = try $0.setComposition(
        TargetedHome.composition(when: #"{"platforms":["android"]}"#), of: "home")
    }
    #expect(try await home.served(to: TargetedHome.phone).name == phone.name)
    _ = try await home.write {
      _ = try $0.setComposition(
        TargetedHome.composition(when: #"{"audiences":["members"]}"#), of: "home")
    }
    #expect(try await home.served(to: TargetedHome.phone).name != phone.name)
    let publisher = home.server.publisher
    let publication = try #require(publisher.current)
    let (feed, other) = (publication.feeds["home"], publication.feeds["other"])
    for (name, feed) in [(phone.name, feed), (phone.name, other), ("AAAA", feed), ("", feed)] {
      let feed = try #require(feed)
      #expect(try await publisher.variant(name, of: feed, in: publication) == nil, "\(name)")
    }
    // One character is another.
    let name = try await home.served(to: TargetedHome.phone).name
    let forged = (name.hasPrefix("A") ? "B" : "A") + name.dropFirst()
    let served = try #require(feed)
    #expect(try await publisher.variant(forged, of: served, in: publication) == nil)
    #expect(try await publisher.variant(name, of: served, in: publication) != nil)
  }

  @Test("A condition on an item behind the end of a section without pages makes no variant")
  func behindTheEnd() async throws {
    _ = try await home.write { transaction in
      let when = try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
      _ = try transaction.setWindow(Window(when: when), of: .featuredTopics, id: 3)
      _ = try transaction.setComposition(
        """
        {"sections":[{"id":"topics","kind":"featured_topics","title":"","limit":2,
          "layout":{"type":"snap_carousel"}}]}
        """, of: "home")
    }
    let member = ClientFacts(audiences: ["members"])
    #expect(try await home.served(to: member) == home.served())
    // There is room for it.
    _ = try await home.write { _ = try $0.delete(.featuredTopics, id: 1) }
    #expect(try await home.served(to: member).items == ["topics": [2, 3]])
    #expect(try await home.served().items == ["topics": [2]])
    try await home.expectAgreement()
  }
}
