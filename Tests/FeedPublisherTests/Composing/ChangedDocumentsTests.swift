import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import TestSupport
import Testing

/// A document changes only when its content changes.
struct ChangedDocumentsTests {
  private let database: TestDatabase
  private let store: any FeedStore
  private let publisher: FeedPublisher
  private var clock: TestClock { database.clock }
  private static let widths = [320.0, 390, 834]

  /// A server with six photos: the home feed shows the first three, and another feed banners.
  init() async throws {
    database = try TestDatabase()
    store = try TestStore.open(database.path)
    publisher = try FeedPublisher(of: store, database.clock, widths: Self.widths)
    let home = """
      {"sections":[
        {"id":"photos","kind":"pickup_photos","title":"Photos","limit":3},
        {"id":"long","kind":"pickup_photos","title":"Long","limit":2,
         "source":{"query":{"filter":{"photo_width.gte":"200"},"sort":"-photo_width"}}},
        {"id":"topics","kind":"featured_topics","title":"Topics"}]}
      """
    let other = """
      {"sections":[{"id":"banners","kind":"campaign_banners","title":"Banners"}]}
      """
    _ = try await store.write(at: clock.now) { transaction in
      for id in 1...6 { _ = try transaction.upsert(TestContent.photo(id, width: 100)) }
      _ = try transaction.upsert(TestContent.banner(1))
      _ = try transaction.upsert(TestContent.topic(1))
      _ = try transaction.setComposition(home, of: "home")
      _ = try transaction.setComposition(other, of: "other")
    }
    try await publisher.publish()
  }

  /// The entity tags of a feed's screens, and the revisions of the feed and its sections.
  private struct Served: Hashable {
    let tags: [String]
    let revision: Int
    let sections: [String: Int]
  }

  private func served(_ feed: String, by publisher: FeedPublisher? = nil) throws -> Served {
    let feed = try #require((publisher ?? self.publisher).current?.feeds[feed])
    let screens = try Self.widths.map { feed.screen(for: try Viewport(width: $0)) }
    let document = try JSONValue.parse(screens[0].bytes)
    return Served(
      tags: screens.flatMap { screen in
        ContentCoding.allCases.map { screen.representation(in: $0).entityTag }
      },
      revision: Int(try #require(document["revision"].number)),
      sections: Dictionary(
        uniqueKeysWithValues: document["sections"].elements.map {
          ($0["id"].text ?? "", Int($0["revision"].number ?? -1))
        }))
  }

  /// Publishes a write at a later moment.
  private func write(
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws {
    clock.set(clock.now.later(seconds: 60))
    _ = try await store.write(at: clock.now, body)
    try await publisher.publish()
  }

  @Test("An edit elsewhere leaves the bytes and the tags of every width alone")
  func elsewhere() async throws {
    let (home, other) = (try served("home"), try served("other"))
    #expect(home.revision == 1 && home.sections == ["photos": 1, "long": 1, "topics": 1])
    // 1. A draft, which nobody sees.
    try await write { transaction in
      _ = try transaction.upsert(TestContent.photo(7))
      _ = try transaction.setWindow(Window(isDraft: true), of: .pickupPhotos, id: 7)
    }
    // 2. A photo behind the last one of both sections.
    try await write { _ = try $0.upsert(TestContent.photo(6, width: 101)) }
    #expect(publisher.current?.revision == 3)
    #expect(try served("home") == home && served("other") == other)
    // 3. What the other feed shows.
    try await write { _ = try $0.upsert(TestContent.banner(2)) }
    #expect(try served("home") == home)
    #expect(try served("other").revision == 4)
  }

  @Test("An edit of what a section shows changes that section and its feed")
  func inside() async throws {
    let before = try served("home")
    try await write { _ = try $0.upsert(TestContent.photo(2, width: 150)) }
    let after = try served("home")
    #expect(after.revision == 2 && after.sections == ["photos": 2, "long": 1, "topics": 1])
    #expect(Set(after.tags).isDisjoint(with: before.tags))
  }

  @Test("An item that comes into a section, or leaves it, changes it")
  func moving() async throws {
    // Found by the query of the second section, from which the former leave one by one.
    try await write { transaction in
      for id in 4...6 { _ = try transaction.upsert(TestContent.photo(id, width: 200 + id)) }
    }
    #expect(try served("home").sections == ["photos": 1, "long": 2, "topics": 1])
    // The third of three, which is not shown.
    try await write { _ = try $0.upsert(TestContent.photo(4, width: 201)) }
    #expect(try served("home").sections["long"] == 2)
    // The first of them.
    try await write { _ = try $0.upsert(TestContent.photo(4, width: 300)) }
    #expect(try served("home").sections["long"] == 4)
    // It leaves, and the next one comes in.
    try await write { _ = try $0.delete(.pickupPhotos, id: 4) }
    #expect(try served("home").sections == ["photos": 1, "long": 5, "topics": 1])
  }

  @Test("A cell or a theme that changes changes the sections that use it, and no others")
  func designs() async throws {
    let home = """
      {"theme":"night","sections":[
        {"id":"photos","kind":"pickup_photos","title":"Photos","cell":"pin"},
        {"id":"topics","kind":"featured_topics","title":"Topics"}]}
      """
    try await write { transaction in
      _ = try transaction.setDesign(try TestDesigns.cell("pin"))
      _ = try transaction.setDesign(try TestDesigns.theme("night"))
      _ = try transaction.setComposition(home, of: "home")
    }
    let (first, other) = (try served("home"), try served("other"))
    #expect(first.sections == ["photos": 2, "topics": 2])
    // 1. The cell of one section.
    try await write { _ = try $0.setDesign(try TestDesigns.cell("pin", lines: 2)) }
    let second = try served("home")
    #expect(second.revision == 3 && second.sections == ["photos": 3, "topics": 2])
    #expect(Set(second.tags).isDisjoint(with: first.tags))
    #expect(
      publisher.current?.changes.flatMap { $0.shown.sorted().map(\.section) } == [nil, "photos"])
    // 2. A cell and a theme that nothing uses.
    try await write { transaction in
      _ = try transaction.setDesign(try TestDesigns.cell("tile"))
      _ = try transaction.setDesign(try TestDesigns.theme("paper", label: "#abcdef"))
    }
    #expect(try served("home") == second)
    // 3. The theme of the feed, and its removal.
    try await write { _ = try $0.setDesign(try TestDesigns.theme("night", label: "#445566")) }
    #expect(try served("home").sections == ["photos": 5, "topics": 5])
    try await write { _ = try $0.removeDesign(DesignKey(.theme, "night")) }
    #expect(try served("home").sections == ["photos": 6, "topics": 6])
    #expect(try served("other") == other)
    // 4. After a restart all is as it was.
    await publisher.noteDocumentRevisionsNow()
    let restarted = try FeedPublisher(of: store, clock, widths: Self.widths)
    try await restarted.publish()
    #expect(try served("home", by: restarted) == served("home"))
  }

  @Test("After a restart every document has the bytes that it had")
  func restart() async throws {
    try await write { _ = try $0.upsert(TestContent.photo(2, width: 150)) }
    try await write { _ = try $0.upsert(TestContent.photo(6, width: 150)) }
    await publisher.noteDocumentRevisionsNow()
    let restarted = try FeedPublisher(of: store, clock, widths: Self.widths)
    try await restarted.publish()
    #expect(try served("home", by: restarted) == served("home"))
    #expect(try served("other", by: restarted) == served("other"))
    #expect(restarted.current?.revision == 3)
  }

  @Test("A feed expires with what it can show, and no other")
  func expiry() async throws {
    let later = clock.now.later(seconds: 3_600)
    let home = try served("home")
    try await write {
      _ = try $0.setWindow(Window(unpublishAt: later), of: .campaignBanners, id: 1)
    }
    #expect(try served("home") == home)
    #expect(publisher.current?.feeds["other"]?.expiresAt == later)
    #expect(publisher.current?.nextBoundary == later)
  }

  @Test("What was withdrawn is not shown, even if the history was pruned before it was published")
  func pruned() async throws {
    for kind in [ContentKind.featuredTopics, .campaignBanners] {
      _ = try await store.write(at: clock.now) { _ = try $0.delete(kind, id: 1) }
    }
    _ = try await store.write(at: clock.now) { try $0.forgetHistory(before: 3) }
    while try await store.write(
      at: clock.now, making: { try $0.removeForgottenVersions(limit: 50) }) > 0
    {}
    try await publisher.publish()
    let feed = try #require(publisher.current?.feeds["home"])
    let document = try JSONValue.parse(feed.screen(for: try Viewport(width: 390)).bytes)
    #expect(document["sections"].elements.last?["items"].elements.isEmpty == true)
  }

  @Test("Another server takes the revision that the first one has noted, even if it looks later")
  func agreement() async throws {
    let late = try FeedPublisher(of: store, clock, widths: Self.widths)
    try await late.publish()
    try await write { _ = try $0.upsert(TestContent.photo(2, width: 150)) }
    await publisher.noteDocumentRevisionsNow()
    try await write { _ = try $0.upsert(TestContent.banner(2)) }
    try await late.publish()
    #expect(late.current?.revision == 3)
    #expect(try served("home", by: late) == served("home"))
  }
}
