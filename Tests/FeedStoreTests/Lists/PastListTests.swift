import FeedModel
@testable import FeedStore
import TestSupport
import Testing

/// Lists of former revisions.
struct PastListTests {
  @Test(
    "A list of a former revision is read in the order of an index, and items are joined to those of the past"
  )
  func former() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteFeedStore(path: folder.path("past.sqlite"))
    for edit in 0...20 {
      _ = try await store.write(at: SampleContent.committedAt) { transaction in
        for id in 1...20 where edit == 0 || id == edit {
          _ = try transaction.upsert(TestContent.photo(id, width: 100 * (edit + 1) + id))
        }
      }
    }
    let query = try ContentQuery(parameters: ["sort": "-published_at,id"], for: .pickupPhotos)
    let (plan, found, all) = try await store.read(at: 11) { reader in
      let past = try #require(reader as? SQLPastReader)
      let list = try ListStatement(
        past.source(of: .pickupPhotos, isSearched: false), query: query,
        visibility: Visibility(at: SampleContent.committedAt)
      ).items(after: nil, limit: 12)
      let plan = try past.database.rows(
        "EXPLAIN QUERY PLAN \(list.sql)", SQLArguments(list.arguments)
      ).map { try $0["detail"] as String }
      func items(limit: Int) throws -> [ContentItem] {
        try reader.items(
          of: .pickupPhotos, matching: query,
          visibility: Visibility(at: SampleContent.committedAt), after: nil, limit: limit
        ).map(\.content)
      }
      return (plan, try items(limit: 12), try items(limit: 100))
    }
    #expect(plan.contains("SCAN present USING INDEX pickup_photos:published_at"), "\(plan)")
    // Ten were edited by then, one by each revision.
    let widths = all.reduce(into: [:]) { $0[$1.id] = $1["photo_width"] }
    #expect(
      widths
        == (1...20).reduce(into: [:]) {
          $0[$1] = FieldValue.integer(100 * ($1 <= 10 ? $1 + 1 : 1) + $1)
        })
    #expect(found == Array(all.prefix(12)))
    #expect(all.map(\.id) == all.sorted { Self.isBefore($0, $1) }.map(\.id))
  }

  /// Whether an item comes earlier: the newest first, and of equal dates the smallest id.
  private static func isBefore(_ one: ContentItem, _ other: ContentItem) -> Bool {
    guard case .date(let first)? = one["published_at"],
      case .date(let second)? = other["published_at"]
    else { return false }
    let (earlier, later) = (first.millisecondsSince1970, second.millisecondsSince1970)
    return earlier == later ? one.id < other.id : earlier > later
  }
}
