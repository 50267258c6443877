import FeedModel
import FeedStore
import FeedStorePostgreSQL
import FeedStoreSQL
import FeedStoreSQLite
import StrictJSON
import TestSupport
import Testing

@Suite(.needsPostgreSQL) struct SchemaTests {
  private let folder: TemporaryFolder
  private let database: PostgreSQLDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try SampleDatabase.makePostgreSQL()
  }

  /// Tables of PostgreSQL alone.
  private static let ownTables: Set = [
    "tanada_head", "tanada_tables", "tanada_commits", "tanada_last_release", "tanada_migrations",
    "tanada_schema", "search_backlog",
  ]

  @Test func bothStoresHaveTheTablesThatAreCopied() throws {
    let file = try SQLiteContent(path: folder.path("file.sqlite"), createsFile: true)
    let shared = PostgreSQLContent(database.address())
    for table in ContentTable.all {
      let inFile = try file.readAll {
        try $0.all(String.self, "SELECT name FROM pragma_table_info(?)", [table.name])
      }
      let inDatabase = try shared.readAll {
        try $0.all(
          String.self,
          "SELECT column_name::text FROM information_schema.columns WHERE table_name = ?",
          [table.name])
      }
      // Tables of one row have a key that says so.
      let columns = Set(table.columns.map(\.name))
      #expect(Set(inFile).subtracting(["only"]) == columns, "\(table.name)")
      #expect(Set(inDatabase).subtracting(["single"]) == columns, "\(table.name)")
    }
    let others = try shared.readAll {
      try $0.all(
        String.self,
        "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()")
    }.filter { name in
      !ContentTable.all.contains { $0.name == name } && !Self.ownTables.contains(name)
        && !ContentKinds.standard.names.contains { name == $0 || name.hasPrefix("\($0):") }
    }
    #expect(others == [])
  }

  @Test func aDatabaseIsMigratedOnce() async throws {
    let empty = try PostgreSQLDatabase.make()
    let store = PostgreSQLFeedStore(
      empty.address(), timers: TestClock(SampleContent.committedAt))
    await #expect(throws: StoreError.self) { try await store.requireSchema() }
    let steps = try await PostgreSQLSchema.migrate(empty.address(), isDryRun: true)
    #expect(steps.count >= 3)
    await #expect(throws: StoreError.self) { try await store.requireSchema() }
    #expect(try await PostgreSQLSchema.migrate(empty.address(), isDryRun: false) == steps)
    #expect(try await PostgreSQLSchema.migrate(empty.address(), isDryRun: false) == [])
    try await store.requireSchema()
    #expect(try await store.kinds() == .standard)
    // A version that drops what this one needs says so.
    _ = try empty.connect().execute("UPDATE tanada_schema SET oldest = 1000", isCached: false)
    await #expect(throws: StoreError.newerSchema(path: "")) {
      do { try await store.requireSchema() } catch StoreError.newerSchema {
        throw StoreError.newerSchema(path: "")
      }
    }
    await store.close()
  }

  @Test func namesAreAsLongAsTheyMayBe() async throws {
    let store = PostgreSQLFeedStore(
      database.address(), clock: .caller, timers: TestClock(SampleContent.committedAt))
    // 63 letters each, which differ in the last one.
    let names = ["a", "b"].map { String(repeating: "n", count: 62) + $0 }
    @Sendable func proposal(_ kind: String, _ field: String, renamed: String? = nil) throws
      -> KindProposal
    {
      let former = renamed.map { #","renamed_from":"\#($0)""# } ?? ""
      return try KindProposal(
        reading: JSONTree(
          parsing: Array(
            #"{"kind":"\#(kind)","fields":[{"name":"\#(field)","type":"date"\#(former)},{"name":"title","type":"text"}]}"#
              .utf8)))
    }
    let date = try #require(Timestamp("2026-11-26T09:00:00.000Z"))
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for name in names {
        try transaction.define(KindChange(from: nil, to: proposal(name, names[0])))
      }
    }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      for (id, name) in names.enumerated() {
        let kind = try #require(try transaction.kinds()[name])
        _ = try transaction.upsert(
          ContentItem(kind: kind, id: id + 1, values: [.date(date), .text("Coffee")]))
      }
    }
    _ = try await store.write(at: SampleContent.committedAt) { transaction in
      let kind = try #require(try transaction.kinds()[names[0]])
      try transaction.define(
        KindChange(from: kind, to: proposal(names[0], names[1], renamed: names[0])))
    }
    let found = try await store.read { reader in
      let kind = try #require(try reader.kinds()[names[0]])
      let query = try ContentQuery(
        parameters: ["q": "offee", "sort": "-\(names[1])"], for: kind)
      return (
        try reader.items(of: kind, matching: query, visibility: nil, after: nil, limit: 9)
          .map(\.content.id),
        try reader.versions(of: names[0], id: 1, before: nil, limit: 9).count
      )
    }
    #expect(found.0 == [1] && found.1 == 2)
    await store.close()
  }
}
