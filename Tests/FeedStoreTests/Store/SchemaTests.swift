import Crypto
import FeedModel
import FeedStore
import Foundation
import GRDB
import TestSupport
import Testing

struct SchemaTests {
  /// The digests of all migrations: SHA-256 of their text.
  private static let digests = [
    "m0001_baseline": "d14bfb0ed9fff7390c5d9750441b2a89220dd096a6da7b45ad7392a862514c40",
    "p0001_baseline": "c96e75770215e8033edce7211548f9f4f4141e62e0483c66f39cfd59e8c2f61a",
    "m0002_designs": "eacfbfee597092c10577fd6c41b437ba56572c9fda5a09113fb797ed18529453",
    "p0002_designs": "1de99c2b91bd7b505d5756d5944f0abc395192594f4a4054663bc299a8a48e69",
  ]

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
    try SampleDatabase.copyEmpty(to: path)
  }

  private func read<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws -> Value {
    try await DatabaseQueue(path: path).read(body)
  }

  @Test("A migration stays the same to the byte: a change is a new one")
  func frozen() {
    let found = (Migration.sqlite + Migration.postgreSQL).map { migration in
      let bytes = SHA256.hash(data: Data(migration.sql.utf8))
      let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return (migration.name, text)
    }
    #expect(Dictionary(uniqueKeysWithValues: found) == Self.digests)
  }

  @Test("A migration of a later version runs once, and an earlier version refuses the file then")
  func laterMigration() async throws {
    let later = SQLiteSchema(
      Migration.sqlite + [
        Migration("m9999_test", sql: "CREATE TABLE later (a INTEGER); INSERT INTO later VALUES (1)")
      ])
    let store = try SQLiteFeedStore(path: path)
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.upsert(try TestContent.topic())
    }
    try store.close()
    #expect(try await SQLiteSchema.current.missing(path: path) == [])
    #expect(try await later.missing(path: path) == ["m9999_test"])
    for _ in 0..<2 {
      let store = try SQLiteFeedStore(path: path, schema: later)
      #expect(try await store.latestRevision()?.number == 1)
      try store.close()
      #expect(try await later.missing(path: path) == [])
      #expect(try await read { try Int.fetchOne($0, sql: "SELECT count(*) FROM later") } == 1)
    }
    #expect(throws: StoreError.newerSchema(path: path)) { try SQLiteFeedStore(path: path) }
    await #expect(throws: StoreError.newerSchema(path: path)) {
      _ = try await SQLiteSchema.current.missing(path: path)
    }
  }

  @Test("A file of the last version before the baseline, which has the same tables, goes on")
  func lastBeforeBaseline() async throws {
    let store = try SQLiteFeedStore(path: path)
    _ = try await store.write(at: SampleContent.committedAt) {
      _ = try $0.upsert(try TestContent.topic())
    }
    let revision = try await store.latestRevision()
    try store.close()
    try await note(["m0001_content_and_revisions", "m0022_audiences"])
    try await DatabaseQueue(path: path).write {
      try $0.execute(
        sql: "INSERT INTO tanada_revision_conditions VALUES ('recent_news', '', 1)")
    }
    #expect(
      try await SQLiteSchema.current.missing(path: path) == ["m0001_baseline", "m0002_designs"])
    let again = try SQLiteFeedStore(path: path)
    #expect(try await again.latestRevision() == revision)
    #expect(try await again.item(of: .featuredTopics, id: 1) != nil)
    let touches = try await again.read { reader in
      (
        try reader.lastTouch(ofKind: "recent_news", through: 1),
        try reader.lastTouches(ofTargeted: "recent_news", through: 1)
      )
    }
    #expect(touches.0 == 1 && touches.1 == [:])
    try again.close()
    #expect(try await SQLiteSchema.current.missing(path: path) == [])
    #expect(try await DatabaseCheck(path: path).problems == [])
  }

  @Test("A file of before that is refused, and the message says what to do")
  func beforeBaseline() async throws {
    try SQLiteFeedStore(path: path).close()
    let former = ["m0001_content_and_revisions", "m0021_text_folding"]
    try await note(former)
    let refusal = StoreError.formerSchema(store: path)
    #expect("\(refusal)".contains("'tanada copy'"))
    #expect(throws: refusal) { try SQLiteFeedStore(path: path) }
    await #expect(throws: refusal) { _ = try await SQLiteSchema.current.missing(path: path) }
    await #expect(throws: refusal) { _ = try await DatabaseCheck(path: path) }
    await #expect(throws: refusal) {
      _ = try await DatabaseCopy(of: path, for: folder.path("copy.sqlite"))
    }
    #expect(
      try await read { try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations") }
        == former)
  }

  /// Notes that other migrations have run than those that did, and removes what came after the baseline.
  private func note(_ names: [String]) async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { database in
      try database.execute(sql: "DELETE FROM grdb_migrations")
      for name in names {
        try database.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
      }
      for table in ["tanada_designs", "tanada_design_versions", "tanada_revision_designs"] {
        try database.execute(sql: "DROP TABLE \(table)")
      }
    }
    try queue.close()
  }

  @Test("Every table checks the types of its columns")
  func strictTables() async throws {
    let loose = try await read { database in
      try String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict")
    }
    // SQLite's and GRDB's own.
    let others = ["sqlite_schema", "sqlite_temp_schema", "sqlite_sequence", "grdb_migrations"]
    #expect(Set(loose).isSubset(of: others))
    let tables = try await read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM pragma_table_list WHERE strict")
    }
    #expect(tables == 45)
  }

  @Test("The file says that it is tanada's, and is in WAL mode")
  func header() async throws {
    let (id, mode) = try await read { database in
      (
        try Int.fetchOne(database, sql: "PRAGMA application_id"),
        try String.fetchOne(database, sql: "PRAGMA journal_mode")
      )
    }
    #expect(id == 0x7461_6E61)
    #expect(mode == "wal")
  }

  @Test(
    "The schema refuses what no content file could hold",
    arguments: [
      "INSERT INTO campaign_banners VALUES (0, 1, 'a', 0)",
      "INSERT INTO campaign_banners VALUES (-1, 1, 'a', 0)",
      "INSERT INTO campaign_banners VALUES (1, 'x', 'a', 0)",
      "INSERT INTO campaign_banners VALUES (1, 1, NULL, 0)",
      "INSERT INTO featured_topics VALUES (1, 5.1, 'a', 'a', 'a', 'a', 0)",
      "INSERT INTO featured_topics VALUES (1, -0.1, 'a', 'a', 'a', 'a', 0)",
      "INSERT INTO pickup_photos VALUES (1, 'a', 0, 1, 'a', 'a', 'a', 0)",
      "INSERT INTO pickup_photos VALUES (1, 'a', 1, 1.5, 'a', 'a', 'a', 0)",
      "INSERT INTO revisions VALUES (0, 'a', NULL, NULL)",
      "INSERT INTO revision_changes VALUES (1, 'a', 1, 'inserted', 1)",
      "INSERT INTO revision_changes VALUES (1, 'a', 1, 'read', 1)",
    ])
  func constraints(sql: String) async throws {
    let queue = try DatabaseQueue(path: path)
    await #expect(throws: DatabaseError.self) {
      try await queue.write { try $0.execute(sql: sql) }
    }
  }
}
