import Crypto
import FeedModel
import FeedStore
import FeedStoreSQLite
import Foundation
import GRDB
import TanadaMigrations
import TestSupport
import Testing

struct SchemaTests {
  /// The digests of all migrations in their order: SHA-256 of their text.
  private static let digests = [
    "52acc57717ef9af00ece51297bcb7c9d3ac9e8a842b9c4fc8fd2720b5e7ac248",
    "69570807e3964fb09053e94e4f8f96340ea7c80a1a7a7f0841520f2ccdbb0ae1",
    "12e2389bd8f8180d465d4597706c4de37c7a7f4f6e6eb124c446bd8502868f02",
    "ff488416264ca32eb0ffe3a46f316532d2f08675f7ff585803c41931ef749ce0",
    "2b5359fc3eb612544cd9d01d50dbeb5555dde85832c2133b777d01544440947d",
    "8702f1fb0c9e2fd8877dba922193ce62f802dedf241d87e5007b6f3b3ad6d817",
    "d28af13d7285c090bef444d0ed115c71128c6991b9b8b8ac3adc487d5392b8b9",
    "2f39fb7dca37880fd3be1115798a18af41f09fa10e8ffa88222bd55b4203d40f",
    "ff2033f8d9d68ae06fff84b5d533d0c6aa4ce67b989c82770ff066f640ebae00",
    "ecd720b3bdd68b50d5c464466dfd90e7d28944eb9db4f92bd903d267d7762615",
    "5d7a73a085b785aa557bdf0e4e216d6db6da3d7fca8a01ab295a6f445889b919",
    "c16c35f284a26d662ffbef8c781c038f3cb91b167f596ba2809c5590911764c5",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "898f7ee60a8519a710c6b81c7414b6ecb3a4ff752dfa80fb8063335c5ee419f6",
    "b8eedc842214ebfeb7ce4a85638240cc755c3739d7e42f14bb3fb7bb03795982",
    "fade32ab8f8acc17cf3bee4feebfbb88749581f86697ffd20ee858b082e02ff9",
    "8d82018cbb6cab791332a7c0a801a11b63107da4352dbe5854cc9c7c894081fa",
    "a30786c76798f578e6f65ae741333fc62b26a3fd30fa56a21d9918c4c4760d9e",
    "8c1997cdd22eda75ce2dd72e6fe57026a4ebab2e2dff53c13d5413cbd989ffbb",
    "b4ed9ab089acc2a7e5ff93be52340eb12a9765e55de3fc153977d04f8971a31c",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "8c638fa35a16b02a73cbc0dbe3b1b41c528bf1fa299704f202623bcb79ceb37b",
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

  @Test(
    "A migration that has shipped stays the same to the byte: a change is a new one",
    arguments: zip(Migrations.all, digests))
  func frozen(migration: Migrations.Migration, digest: String) {
    let bytes = SHA256.hash(data: Data(migration.sql.utf8))
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == digest, "\(migration.name)")
  }

  @Test("Every migration has a digest, which keeps it as it is")
  func digested() {
    #expect(Migrations.all.count == Self.digests.count)
  }

  @Test("An answer that an older tanada has kept is there to the byte after the upgrade")
  func keptAnswers() async throws {
    let path = folder.path("old.sqlite")
    let queue = try DatabaseQueue(path: path)
    var migrator = DatabaseMigrator()
    for migration in Migrations.all.prefix(3) {
      migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
    }
    try migrator.migrate(queue)
    let body = #"{"result":[{"id":7,"title":"最新\u0000😆"}]}"#
    let made = SampleContent.committedAt.millisecondsSince1970
    try await queue.write { database in
      let rows: [(Int, String, Int, String, String)] = [
        (1, "a", 201, #"{"ETag":"\"ab\"","Location":"\/v1\/content\/recent_news\/7"}"#, body),
        (2, "b", 204, "{}", ""),
      ]
      for (token, key, status, headers, body) in rows {
        try database.execute(
          sql: "INSERT INTO idempotency_keys VALUES (?, ?, x'00FF0A', ?, ?, ?, ?)",
          arguments: [token, key, status, headers, Data(body.utf8), made])
      }
    }
    try queue.close()

    let store = try SQLiteFeedStore(path: path)
    let records = try await store.write(
      at: SampleContent.committedAt,
      making: { transaction in
        try [(1, "a"), (2, "b"), (3, "a")].map { token, key in
          try transaction.idempotencyRecord(for: IdempotencyKey(tokenID: token, key: key))
        }
      })
    let head =
      #"{"status":201,"headers":{"ETag":"\"ab\"","Location":"\/v1\/content\/recent_news\/7"}}"#
    #expect(
      records == [
        IdempotencyRecord(fingerprint: [0, 0xFF, 10], answer: Array("\(head)\n\(body)".utf8)),
        IdempotencyRecord(
          fingerprint: [0, 0xFF, 10], answer: Array("{\"status\":204,\"headers\":{}}\n".utf8)),
        nil,
      ])
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
    #expect(tables == 42)
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
