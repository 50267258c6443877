import Crypto
import FeedStoreSQLite
import Foundation
import GRDB
import TanadaMigrations
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

  @Test(
    "A migration that has shipped stays the same to the byte: a change is a new one",
    arguments: zip(
      Migrations.all,
      [
        "52acc57717ef9af00ece51297bcb7c9d3ac9e8a842b9c4fc8fd2720b5e7ac248",
        "69570807e3964fb09053e94e4f8f96340ea7c80a1a7a7f0841520f2ccdbb0ae1",
        "12e2389bd8f8180d465d4597706c4de37c7a7f4f6e6eb124c446bd8502868f02",
      ]))
  func frozen(migration: Migrations.Migration, digest: String) {
    let bytes = SHA256.hash(data: Data(migration.sql.utf8))
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == digest, "\(migration.name)")
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
