import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// Which items a variant chooses, when that ends, and how many conditions can decide about it.
struct VariantSelectionTests {
  private let home: TargetedHome

  init() async throws { home = try await TargetedHome() }

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
    _ = try await home.write { transaction in
      let when = try Targeting(reading: #"{"audiences":["members"]}"#.utf8)
      for id in 1...4 {
        _ = try transaction.upsert(TestContent.photo(id, width: id == 3 ? 900 : 100 * id))
        _ = try transaction.setWindow(
          Window(when: id.isMultiple(of: 2) ? when : nil), of: .pickupPhotos, id: id)
      }
      _ = try transaction.setComposition(composition(before), of: "home")
    }
    let (everybody, former) = (try await home.served(), try await home.served(to: member))
    _ = try await home.write { _ = try $0.setComposition(composition(after), of: "home") }
    #expect(try await home.served() == everybody)
    let changed = try await home.served(to: member)
    #expect(changed.items != former.items && changed.tag != former.tag)
    #expect(changed.revision == home.server.publisher.current?.revision)
    #expect(changed.sections["photos"] == changed.revision)
    try await home.expectAgreement(of: [ClientFacts(), member])
  }

  @Test("Items that fit change no names, and items that are displaced do")
  func displacement() async throws {
    @Sendable func composition(limit: Int) -> String {
      """
      {"sections":[{"id":"topics","kind":"featured_topics","title":"","limit":\(limit),
        "layout":{"type":"snap_carousel"}}]}
      """
    }
    let when = try TargetedHome.when
    _ = try await home.write { transaction in
      _ = try transaction.setWindow(Window(when: when), of: .featuredTopics, id: 3)
      _ = try transaction.setComposition(composition(limit: 9), of: "home")
    }
    let name = try await home.served(to: TargetedHome.phone).name
    _ = try await home.write { _ = try $0.upsert(TestContent.topic(4)) }
    let phone = try await home.served(to: TargetedHome.phone)
    #expect(phone.name == name && phone.items == ["topics": [1, 2, 3, 4]])
    // With the limit 3 the third is the last one, and without the second it has room behind it.
    _ = try await home.write { _ = try $0.setComposition(composition(limit: 2), of: "home") }
    let narrow = try await home.served(to: TargetedHome.phone)
    #expect(try await narrow == home.served() && narrow.name != name)
    _ = try await home.write { _ = try $0.delete(.featuredTopics, id: 1) }
    #expect(try await home.served(to: TargetedHome.phone).items == ["topics": [2, 3]])
    try await home.expectAgreement()
  }

  @Test("Items for some clients are drawn in the cell and the theme of their feed")
  func designs() async throws {
    let (cell, theme) = (try TestDesigns.cell("pin"), try TestDesigns.theme("night"))
    _ = try await home.write { transaction in
      _ = try transaction.setDesign(cell)
      _ = try transaction.setDesign(theme)
      _ = try transaction.setComposition(
        """
        {"theme":"night","sections":[{"id":"photos","kind":"pickup_photos","title":"",
          "layout":{"type":"uniform_grid"},"cell":"pin"}]}
        """, of: "home")
    }
    for (client, ids) in [(ClientFacts(), [1, 3, 4]), (TargetedHome.phone, [1, 2, 3, 4])] {
      #expect(try await home.served(to: client).items == ["photos": ids])
      let (_, variant) = try await home.server.publisher.served(to: client)
      let screen = variant.screen(for: try Viewport(width: 390))
      let drawn = try JSONValue.parse(screen.bytes)["sections"].elements[0]["cell"]
      #expect(drawn["name"].text == "pin")
      #expect(drawn["slots"].elements.contains { $0["color"].text == "#112233ff" })
    }
  }

  @Test("The end of what is for some clients is said at once when it changes")
  func expiry() async throws {
    let early = home.clock.now.later(seconds: 600)
    let (late, sooner) = (early.later(seconds: 600), early.later(seconds: 300))
    _ = try await home.write { transaction in
      _ = try transaction.setWindow(Window(unpublishAt: early), of: .campaignBanners, id: 1)
      _ = try transaction.setWindow(Window(unpublishAt: late), of: .featuredTopics, id: 1)
      _ = try transaction.setComposition(
        """
        {"sections":[{"id":"banners","kind":"campaign_banners","title":"",
          "when":{"platforms":["web"]}},
          {"id":"topics","kind":"featured_topics","title":"","when":\(TargetedHome.ios)}]}
        """, of: "home")
    }
    let before = try await home.served(to: TargetedHome.phone)
    #expect(before.expiresAt == late.millisecondsSince1970)
    _ = try await home.write {
      _ = try $0.setWindow(Window(unpublishAt: sooner), of: .featuredTopics, id: 1)
    }
    let after = try await home.served(to: TargetedHome.phone)
    #expect(after.expiresAt == sooner.millisecondsSince1970 && after.tag != before.tag)
    #expect(after.revision == home.server.publisher.current?.revision)
    try await home.expectAgreement()
  }

  @Test("Nobody is told when what others get begins")
  func schedule() async throws {
    let from = home.clock.now.later(seconds: 600)
    _ = try await home.write {
      _ = try $0.setComposition(
        TargetedHome.composition(window: #","window":{"publish_at":"\#(from.rfc3339)"}"#),
        of: "home")
    }
    let feed = try #require(home.server.publisher.current?.feeds["home"])
    #expect(home.server.publisher.variant(of: feed, for: TargetedHome.phone)?.expiresAt == from)
    let other = try #require(
      home.server.publisher.variant(of: feed, for: ClientFacts(platform: "web")))
    #expect(other.expiresAt == nil)
  }

  @Test(
    "Conditions beyond the most of a feed have no effect, and are reported without their sections")
  func manyConditions() async throws {
    let count = 1_030
    _ = try await home.write { transaction in
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
    let publication = try #require(home.server.publisher.current)
    let failure = try #require(publication.failures.first)
    #expect(failure.reason.contains("1024") && failure.reason.contains("1030") && !failure.isPublic)
    for (id, isShown) in [(1, true), (1_024, true), (1_025, false), (count, false)] {
      let client = ClientFacts(audiences: ["a\(10_000 + id)"])
      #expect(try await home.served(to: client).items["photos"] == (isShown ? [id] : []))
    }
    try await home.expectAgreement()
  }

  @Test("A section for some clients that cannot be laid out is reported, and not to everybody")
  func failures() async throws {
    _ = try await home.write {
      _ = try $0.setComposition(
        """
        {"sections":[{"id":"topics","kind":"featured_topics","title":"","when":\(TargetedHome.ios),
          "layout":{"type":"nothing"}}]}
        """, of: "home")
    }
    let publication = try #require(home.server.publisher.current)
    let failure = try #require(publication.failures.first)
    #expect(failure.section == "topics" && !failure.isPublic && publication.failures.count == 1)
  }
}
