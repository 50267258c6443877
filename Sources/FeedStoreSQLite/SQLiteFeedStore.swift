package import FeedModel
package import FeedStore
import Foundation
import GRDB
import TanadaMigrations

/// Content in one SQLite file, in WAL mode: any number of readers beside one writer.
package struct SQLiteFeedStore: Sendable {
  /// How long to wait for another process's write, in seconds.
  static let busyTimeout = 5.0

  /// The file.
  package let path: String
  let pool: DatabasePool

  /// Opens the database at `path`, creating it if there is none and `createsFile` allows it, and
  /// brings its schema up to date.
  ///
  /// - Throws: ``StoreError`` saying what is wrong with the file.
  package init(path: String, createsFile: Bool = true) throws(StoreError) {
    if !createsFile, !FileManager.default.fileExists(atPath: path) {
      throw .missing(path: path)
    }
    try DatabaseHeader.check(path: path)
    self.path = path
    do {
      pool = try Self.open(path: path)
      try Self.migrate(pool, path: path)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  private static func open(path: String) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(busyTimeout)
    configuration.label = "tanada"
    let pool = try DatabasePool(path: path, configuration: configuration)
    // After opening, since GRDB relaxes it to NORMAL together with WAL mode: a commit that was
    // acknowledged must outlive a power cut.
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    return pool
  }

  private static func migrate(_ pool: DatabasePool, path: String) throws {
    var migrator = DatabaseMigrator()
    for migration in Migrations.all {
      migrator.registerMigration(migration.name) { database in
        try database.execute(sql: migration.sql)
      }
    }
    if try !pool.read(isMarked) {
      try pool.write { try mark($0, path: path) }
    }
    guard try !pool.read(migrator.hasBeenSuperseded) else {
      throw StoreError.newerSchema(path: path)
    }
    do {
      try migrator.migrate(pool)
    } catch {
      // Another process may have created the database at the same time.
      guard try pool.read(migrator.hasCompletedMigrations) else { throw error }
    }
  }

  /// Whether the file has tanada's application id.
  private static func isMarked(_ database: Database) throws -> Bool {
    try Int.fetchOne(database, sql: "PRAGMA application_id") == Migrations.applicationID
  }

  /// Makes an empty file tanada's, before anything else is in it.
  private static func mark(_ database: Database, path: String) throws {
    if try isMarked(database) { return }
    let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    let applicationID = try Int.fetchOne(database, sql: "PRAGMA application_id")
    guard isEmpty, applicationID == 0 else { throw StoreError.otherApplication(path: path) }
    try database.execute(sql: "PRAGMA application_id = \(Migrations.applicationID)")
  }

  /// Lets go of the file, with everything in it: a copy of the one file is a copy of the content.
  package func close() throws(StoreError) {
    do {
      // GRDB closes its writer before its readers, and SQLite does not empty the write-ahead log
      // when the last one to leave only reads.
      pool.invalidateReadOnlyConnections()
      try pool.close()
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

extension SQLiteFeedStore: FeedStore {
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    let path = path
    do {
      return try await pool.read { try body(SQLiteReader(database: $0, path: path)) }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}

extension SQLiteFeedStore {
  package func write(
    at moment: Timestamp, _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    let path = path
    do {
      return try await pool.write { database in
        let transaction = SQLiteTransaction(database: database, path: path, moment: moment)
        try body(transaction)
        // A revision shows the content that is due at its time, so content that has become due
        // belongs to it.
        if transaction.revision != nil { _ = try transaction.applyBoundaries() }
        return transaction.revision
      }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}

extension SQLiteFeedStore {
  package func snapshot() async throws -> any ContentSnapshot {
    do {
      return SQLiteSnapshot(snapshot: try pool.makeSnapshot(), path: path)
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}

/// A connection of its own in one long transaction, which ends with the last reference to it.
private struct SQLiteSnapshot: ContentSnapshot {
  let snapshot: DatabaseSnapshot
  /// The file, for errors.
  let path: String

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    let path = path
    do {
      return try await snapshot.read { try body(SQLiteReader(database: $0, path: path)) }
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }
}
