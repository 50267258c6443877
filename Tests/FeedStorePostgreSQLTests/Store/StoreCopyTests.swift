import FeedEditing
import FeedModel
import FeedStore
import StrictJSON
import TestSupport
import Testing

/// Everything that a store has, copied to another one and back.
@Suite(.needsPostgreSQL) struct StoreCopyTests {
  private let folder: TemporaryFolder
  private let database: PostgreSQLDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try SampleDatabase.makePostgreSQL()
  }

  @Test func aCopyAndACopyOfItHaveEveryRow() async throws {
    let first = try await filled("first.sqlite")
    let shared = PostgreSQLContent(database.address())
    let second = try SQLiteContent(path: folder.path("second.sqlite"), createsFile: true)
    var counts: [String: Int] = [:]
    let revision = try first.copyAll(to: shared) { counts[$0] = $1 }
    #expect(try shared.copyAll(to: second) { _, _ in } == revision)
    #expect(revision?.number == 5)
    // Each sort of content is there at all.
    for table in [
      "tokens", "tanada_releases", "tanada_photos", "tanada_kind_versions", "retired_ids",
      "tanada_composition_versions", "tanada_designs", "tanada_design_versions", "item_windows",
      "audit_entries", "own_things:past:1",
    ] {
      #expect(counts[table, default: 0] > 0, "\(table)")
    }
    let rows = try (rows(of: first), rows(of: shared), rows(of: second))
    for (table, found) in rows.0 {
      #expect(rows.1[table] == found, "\(table)")
      #expect(rows.2[table] == found, "\(table)")
    }
    #expect(rows.0.count == ContentTable.all.count)
  }

  @Test func aCopyGoesOnWhereItsSourceEnded() async throws {
    let first = try await filled("first.sqlite")
    _ = try first.copyAll(to: PostgreSQLContent(database.address())) { _, _ in }
    let stores: [any FeedStore] = [
      try SQLiteFeedStore(path: folder.path("first.sqlite")),
      PostgreSQLFeedStore(
        database.address(), clock: .caller, timers: TestClock(SampleContent.committedAt)),
    ]
    for store in stores {
      try await store.index()
      let found = try await store.read { reader in
        let thing = try #require(try reader.kinds()["own_things"])
        let words = try ContentQuery(parameters: ["q": "coffee"], for: thing)
        return (
          try reader.items(of: thing, matching: words, visibility: nil, after: nil, limit: 9).count,
          try reader.versions(of: "own_things", id: 1, before: nil, limit: 9).map(\.from)
        )
      }
      #expect(found.0 == 1 && found.1 == [4, 3], "\(found)")
      let (id, revision) = try await store.write(
        at: SampleContent.committedAt,
        making: {
          let thing = try #require(try $0.kinds()["own_things"])
          let release = try $0.addRelease(
            name: "Next", note: "", publishAt: nil, actor: .commandLine)
          _ = try $0.delete(thing, id: 1)
          return (release.id, try $0.latestRevision()?.number)
        })
      #expect(id == 2 && revision == 6)
      try await store.close()
    }
  }

  @Test func aStoreWithContentIsNoDestination() async throws {
    let first = try await filled("first.sqlite")
    let shared = PostgreSQLContent(database.address())
    _ = try first.copyAll(to: shared) { _, _ in }
    #expect(throws: StoreError.notEmpty(store: database.address().description)) {
      try first.copyAll(to: shared) { _, _ in }
    }
  }

  /// A store with something of every sort.
  private func filled(_ name: String) async throws -> SQLiteContent {
    let store = try SQLiteFeedStore(path: folder.path(name))
    @Sendable func kind(_ fields: String) throws -> KindProposal {
      try KindProposal(
        reading: JSONTree(parsing: Array(#"{"kind":"own_things","fields":[\#(fields)]}"#.utf8)))
    }
    let label = #"{"name":"label","type":"text"},{"name":"opened","type":"date","required":false}"#
    let renamed =
      #"{"name":"name","type":"text","renamed_from":"label"},{"name":"opened","type":"date","required":false}"#
    _ = try await Seeder(store: store).seed(
      SeedSources(at: SampleContent.files), at: SampleContent.committedAt)
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      try transaction.define(KindChange(from: nil, to: kind(label)))
      _ = try transaction.setComposition(#"{"sections":[]}"#, of: "summer")
      _ = try transaction.add(TestPhotos.photo(1))
      _ = try transaction.setDesign(try TestDesigns.cell("pin"))
      _ = try transaction.addRelease(name: "One", note: "", publishAt: nil, actor: .commandLine)
      _ = try transaction.issueToken(
        name: "Anna", role: .editor, expiresAt: nil,
        secret: TokenSecret(randomBytes: Array(repeating: 1, count: TokenSecret.byteCount)),
        by: .commandLine)
    }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      let thing = try #require(try transaction.kinds()["own_things"])
      _ = try transaction.upsert(
        ContentItem(kind: thing, id: 1, values: [.text("Coffee 猫"), .null]))
      _ = try transaction.setWindow(Window(isDraft: true), of: thing, id: 1)
      _ = try transaction.setDesign(try TestDesigns.cell("pin", lines: 2))
      _ = try transaction.delete(.campaignBanners, id: 2)
      _ = try transaction.setComposition(
        #"{"sections":[{"id":"a","kind":"recent_news","title":"A"}]}"#, of: "summer")
    }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      let thing = try #require(try transaction.kinds()["own_things"])
      try transaction.define(KindChange(from: thing, to: kind(renamed)))
    }
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.delete(.recentNews, id: 1)
    }
    try store.close()
    return try SQLiteContent(path: folder.path(name), createsFile: false)
  }

  /// The rows of all tables that every store has, in their order, truth values as numbers.
  private func rows(of content: some CopyableStore) throws -> [String: [[SQLValue]]] {
    try content.readAll { database in
      try ContentTable.all.reduce(into: [:]) { tables, table in
        let names = table.columns.map { SQL.name($0.name) }.joined(separator: ", ")
        let order = (1...table.columns.count).map { "\($0)" }.joined(separator: ", ")
        tables[table.name] = try database.rows(
          "SELECT \(names) FROM \(table.name) ORDER BY \(order)"
        ).map { row in
          row.values.map { value in
            if case .boolean(let isTrue) = value { .integer(isTrue ? 1 : 0) } else { value }
          }
        }
      }
    }
  }
}
