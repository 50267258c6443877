import FeedStoreSQLite
import Foundation
import GRDB
import TestSupport
import Testing

struct SchemaTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("feed.sqlite")
    _ = try SQLiteFeedStore(path: path)
  }

  private func read<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws -> Value {
    try await DatabaseQueue(path: path).read(body)
  }

  @Test("Every table checks the types of its columns")
  func strictTables() async throws {
    let loose = try await read { database in
      try String.fetchAll(
        database, sql: "SELECT name FROM pragma_table_list WHERE type = 'table' AND NOT strict")
    }
    // SQLite's and GRDB's own.
    #expect(Set(loose).isSubset(of: ["sqlite_schema", "sqlite_temp_schema", "grdb_migrations"]))
    let tables = try await read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM pragma_table_list WHERE strict")
    }
    #expect(tables == 16)
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
      "INSERT INTO campaign_banners VALUES (0, 1, 'a')",
      "INSERT INTO campaign_banners VALUES (-1, 1, 'a')",
      "INSERT INTO campaign_banners VALUES (1, 'x', 'a')",
      "INSERT INTO campaign_banners VALUES (1, 1, NULL)",
      "INSERT INTO featured_topics VALUES (1, 5.1, 'a', 'a', 'a', 'a')",
      "INSERT INTO featured_topics VALUES (1, -0.1, 'a', 'a', 'a', 'a')",
      "INSERT INTO pickup_photos VALUES (1, 'a', 0, 1, 'a', 'a', 'a')",
      "INSERT INTO pickup_photos VALUES (1, 'a', 1, 1.5, 'a', 'a', 'a')",
      "INSERT INTO revisions VALUES (0, 'a')",
      "INSERT INTO revision_changes VALUES (1, 'a', 1, 'inserted')",
      "INSERT INTO revision_changes VALUES (1, 'a', 1, 'read')",
    ])
  func constraints(sql: String) async throws {
    let queue = try DatabaseQueue(path: path)
    await #expect(throws: DatabaseError.self) {
      try await queue.write { try $0.execute(sql: sql) }
    }
  }
}
