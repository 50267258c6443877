import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// Kinds, items and feeds that are seeded together.
struct ScreenSeedingTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleDatabase.openEmpty(at: folder.path("feed.sqlite"))
    try folder.write(Self.shops(), to: "in/kinds/shops.json")
    try folder.write(
      #"{"result":[{"id":1,"name":"A"},{"id":2,"name":"B"}]}"#, to: "in/shops.json")
    try folder.write(Self.feed, to: "in/feeds/home.json")
  }

  private static func shops(_ fields: String = "") -> String {
    #"{"kind":"shops","fields":[{"name":"name","type":"text"}\#(fields)]}"#
  }

  private static let feed = #"{"sections":[{"id":"s","kind":"shops","title":"Shops"}]}"#

  private func seed(
    isDryRun: Bool = false, checking check: LayoutChecks = .none
  ) async throws -> SeedSummary {
    try await Seeder(store: store, checking: check).seed(
      SeedSources(at: [folder.path("in")]), isDryRun: isDryRun, at: SampleContent.committedAt)
  }

  private func refusal(checking check: LayoutChecks = .none) async throws -> [String] {
    let error = await #expect(throws: SeedError.self) { try await seed(checking: check) }
    #expect(try await store.latestRevision()?.number ?? 0 < 2)
    return (error?.description ?? "").replacing(folder.path("in") + "/", with: "")
      .split(separator: "\n").map(String.init)
  }

  private func difference() async throws -> String {
    let text = Mutex("")
    _ = try await Seeder(store: store).difference(
      SeedSources(at: [folder.path("in")]), at: SampleContent.committedAt
    ) { lines in
      text.withLock { text in
        for line in lines { text += String(decoding: line.bytes, as: UTF8.self) + "\n" }
      }
    }
    return text.withLock { $0 }
  }

  @Test func everythingIsOneRevisionAndNothingChangesTheSecondTime() async throws {
    let dry = try await seed(isDryRun: true)
    #expect(dry.revision == nil && dry.kinds == [.inserted: 1] && dry.feeds == [.inserted: 1])
    #expect(dry.files.map(\.counts) == [[.inserted: 2]])
    #expect(try await store.latestRevision() == nil)

    let first = try await seed()
    #expect(first.revision?.number == 1)
    #expect(first.kinds == dry.kinds && first.feeds == dry.feeds)
    #expect(try await store.kinds().names == ContentKinds.standard.names + ["shops"])
    let composition = try await store.read { try $0.composition(of: "home") }
    #expect(composition?.sections.map(\.id) == ["s"])

    let second = try await seed()
    #expect(second.revision == nil)
    #expect(second.kinds == [.unchanged: 1] && second.feeds == [.unchanged: 1])
    #expect(try await difference().isEmpty)
  }

  @Test func aChangedDefinitionComesBeforeItsItemsAndItsFeeds() async throws {
    _ = try await seed()
    try folder.write(
      Self.shops(#",{"name":"seats","type":"integer","default":4}"#), to: "in/kinds/shops.json")
    try folder.write(#"{"result":[{"id":2,"name":"B","seats":6}]}"#, to: "in/shops.json")
    try folder.write(
      Self.feed.replacing("\"title\"", with: #""source":{"query":{"sort":"-seats"}},"title""#),
      to: "in/feeds/home.json")
    let difference = try await difference()
    #expect(difference.contains("-{\"id\":1,\"name\":\"A\"},\n"))
    #expect(difference.contains("+{\"id\":1,\"name\":\"A\",\"seats\":4},\n"))
    let summary = try await seed()
    #expect(summary.revision?.number == 2)
    #expect(summary.kinds == [.updated: 1] && summary.feeds == [.updated: 1])
    let shops = try #require(try await store.kinds()["shops"])
    let seats = try await store.items(of: shops, after: 0, limit: 9).map { $0["seats"] }
    #expect(seats == [.integer(4), .integer(6)])
  }

  @Test func everyProblemOfEveryFileIsReported() async throws {
    try folder.write(
      #"{"kinds":[{"kind":"cafes","fields":[{"name":"a","type":"reference","kind":"none"}]}]}"#,
      to: "in/kinds/cafes.json")
    try folder.write(#"{"order":["shops","nobody"]}"#, to: "in/kinds/order.json")
    try folder.write(#"{"result":[{"id":1}]}"#, to: "in/shops.json")
    try folder.write(
      #"{"sections":[{"id":"s","kind":"shop","title":"Shops"}],"x":1}"#, to: "in/feeds/home.json")
    try folder.write("{", to: "in/feeds/a b.json")
    #expect(
      try await refusal() == [
        "kinds/cafes.json#/kinds/0/fields/0/kind: expected the name of a kind, found \"none\"",
        "kinds/order.json#/order/1: expected the name of a kind of the database or of a file, "
          + "found \"nobody\"",
        "shops.json#/result/0/name: expected text, found nothing (line 1)",
        "feeds/a b.json: expected the name of a feed before .json: \(PlainName.form), "
          + "found \"a b\"",
        "feeds/home.json#/sections/0/kind: expected one of shops, cafes, found \"shop\"",
        "feeds/home.json#/x: expected one of feed, sections, spacing, theme, found \"x\"",
      ])
  }

  /// Items and sections of a kind whose definition is wrong are not reported for that.
  @Test func aWrongDefinitionIsReportedOnce() async throws {
    try folder.write(Self.shops(#",{"name":"b","type":"nothing"}"#), to: "in/kinds/shops.json")
    let lines = try await refusal()
    #expect(lines.count == 1 && lines[0].hasPrefix("kinds/shops.json#/fields/1/type: expected"))
  }

  @Test func layoutsAreChecked() async throws {
    @Sendable func problem(_ pointer: String) -> DocumentProblems {
      DocumentProblems([
        DocumentProblem(pointer: pointer, expected: .words("less"), found: .nothing)
      ])
    }
    let check = LayoutChecks(
      kind: { kind, _ in if kind.name == "shops" { throw problem("/layout") } },
      composition: { _, _ in throw problem("/sections/0/layout") })
    #expect(
      try await refusal(checking: check) == [
        "kinds/shops.json#/layout: expected less, found nothing",
        "feeds/home.json#/sections/0/layout: expected less, found nothing",
      ])
  }

  @Test func referencesToNothingNameTheFileAndMissingPhotosTheWay() async throws {
    try folder.write(
      Self.shops(
        #","#
          + #"{"name":"photo","type":"photo","required":false},"#
          + #"{"name":"near","type":"reference","kind":"shops","required":false}"#),
      to: "in/kinds/shops.json")
    let photo = String(repeating: "0f", count: PhotoID.length / 2)
    try folder.write(
      #"{"result":[{"id":1,"name":"A","near":2,"photo":"\#(photo)"},{"id":2,"name":"B","near":9}]}"#,
      to: "in/shops.json")
    let lines = try await refusal()
    #expect(
      lines.sorted() == [
        "shops.json#/result/0/photo: expected the id of a photo of this database (tanada photo add "
          + "its picture first, or restore a backup), found \"\(photo)\" (line 1)",
        "shops.json#/result/1/near: expected the id of an item of shops, found 9 (line 1)",
      ])
  }

  @Test func storedItemsThatAreInTheWayOfADefinitionAreReportedWithItsFile() async throws {
    _ = try await seed()
    try folder.write(
      Self.shops(#",{"name":"seats","type":"integer"}"#), to: "in/kinds/shops.json")
    try folder.write(#"{"result":[]}"#, to: "in/shops.json")
    let lines = try await refusal()
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("kinds/shops.json#/fields/1: shops/1: seats: expected"))
  }

  @Test func anOrderIsThatOfNewKindsAndOfAllInANewDatabase() async throws {
    try folder.write(
      #"{"kind":"cafes","fields":[{"name":"name","type":"text"}]}"#, to: "in/kinds/cafes.json")
    let order = ["recent_news", "shops", "featured_topics", "cafes"]
    try folder.write(
      #"{"order":["\#(order.joined(separator: "\",\""))"]}"#, to: "in/kinds/order.json")
    let difference = try await difference()
    #expect(difference.contains("+++ /dev/null\n@@ -1,2 +0,0 @@\n-{\"result\":[\n-]}\n"))
    #expect(try await seed().revision?.number == 1)
    #expect(try await store.kinds().names == order)
    #expect(try await store.read(at: 0) { try $0.kinds() } == .standard)
    // Another order changes nothing any more.
    try folder.write(
      #"{"order":["\#(order.reversed().joined(separator: "\",\""))"]}"#, to: "in/kinds/order.json")
    #expect(try await seed().revision == nil)
    #expect(try await store.kinds().names == order)
  }

  @Test func aCompositionThatSaysTheSameIsNotWrittenAgain() async throws {
    _ = try await seed()
    // An older version may have written it otherwise.
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.setComposition(Self.feed, of: "home")
    }
    let summary = try await seed()
    #expect(summary.revision == nil && summary.feeds == [.unchanged: 1])
  }
}
