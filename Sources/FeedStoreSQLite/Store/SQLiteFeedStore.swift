package import FeedModel
package import FeedStore
package import Foundation
import GRDB
import TanadaMigrations

/// Content in one SQLite file, in WAL mode: any number of readers beside one writer.
package struct SQLiteFeedStore: Sendable {
  /// How long to wait for another process's write, in seconds.
  static let busyTimeout = 5.0

  /// The file.
  package let path: String
  let pool: DatabasePool
  private let file: DatabaseFile
  private let kindCache = KindCache()
  /// Writes with more changes of a kind prepare a table that takes the place of its own.
  private let directChangeCount: Int
  /// How many items are indexed in one transaction, so that writers do not wait long.
  private let indexedItemCount: Int
  /// Makes the ids of revisions.
  private let makeID: @Sendable () -> UUID
  private let beforeMerge: @Sendable () throws -> Void

  /// Opens the database at `path`, creating it if there is none and `createsFile` allows it, and
  /// brings its schema up to date.
  ///
  /// - Parameter beforeMerge: called when staged items have been compared with the stored ones, and are to be
  ///   put in place: a test lets others write then.
  /// - Throws: ``StoreError`` saying what is wrong with the file.
  package init(
    path: String, createsFile: Bool = true, directChangeCount: Int = 20_000,
    indexedItemCount: Int = 10_000, makeID: @escaping @Sendable () -> UUID = { UUID() },
    beforeMerge: @escaping @Sendable () throws -> Void = {}
  ) throws(StoreError) {
    self.beforeMerge = beforeMerge
    self.makeID = makeID
    self.directChangeCount = directChangeCount
    self.indexedItemCount = indexedItemCount
    if !createsFile, !FileManager.default.fileExists(atPath: path) {
      throw .missing(path: path)
    }
    try DatabaseHeader.check(path: path)
    try DatabaseFile.prepare(at: path)
    self.path = path
    do {
      pool = try Self.open(path: path)
      file = DatabaseFile(path: path)
      try Self.migrate(pool, path: path)
      try ImportBatch.removeAbandoned(from: pool, path: path)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// How every connection is configured.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(busyTimeout)
    configuration.label = "tanada"
    // Work whose size clients choose takes a few of them at a time; the others are for everything else.
    configuration.maximumReaderCount = 12
    configuration.prepareDatabase { $0.add(function: FoldedSearch.function) }
    return configuration
  }

  private static func open(path: String) throws -> DatabasePool {
    let pool = try makePool(path: path)
    // After opening, since GRDB relaxes it to NORMAL together with WAL mode: a commit that was
    // acknowledged must outlive a power cut.
    try pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
    }
    return pool
  }

  /// Opens the connections. Several that switch a new file to the write-ahead log at once are refused without
  /// waiting, since they would wait for each other; then the file is opened again.
  private static func makePool(path: String) throws -> DatabasePool {
    let deadline = ContinuousClock.now + .seconds(busyTimeout)
    while true {
      do {
        return try DatabasePool(path: path, configuration: configuration)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        guard ContinuousClock.now < deadline else { throw error }
      }
    }
  }

  private static func migrate(_ pool: DatabasePool, path: String) throws {
    var migrator = DatabaseMigrator()
    for migration in Migrations.all {
      migrator.registerMigration(migration.name) { database in
        try database.execute(sql: migration.sql)
        guard let sqlOfKind = migration.sqlOfKind else { return }
        for table in try kindTables(database) { try database.execute(sql: sqlOfKind(table)) }
      }
    }
    if try !pool.read(isMarked) {
      try pool.write { try mark($0, path: path) }
    }
    guard try !pool.read(migrator.hasBeenSuperseded) else {
      throw StoreError.newerSchema(path: path)
    }
    while true {
      let applied = try pool.read(migrator.appliedIdentifiers)
      do {
        return try migrator.migrate(pool)
      } catch {
        // Another process may have done one of the migrations at the same time: go on behind it.
        guard try pool.read(migrator.appliedIdentifiers) != applied else { throw error }
      }
    }
  }

  /// The tables of the kinds, for migrations.
  private static func kindTables(_ database: Database) throws -> [Migrations.Table] {
    try String.fetchAll(database, sql: "SELECT name FROM kinds ORDER BY position").map { kind in
      let columns = try Row.fetchAll(
        database, sql: "SELECT name, type FROM pragma_table_xinfo(?)", arguments: [kind])
      let triggers = try Row.fetchAll(
        database,
        sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?",
        arguments: [kind])
      return Migrations.Table(
        name: kind, columns: columns.map { ($0[0], $0[1]) },
        triggers: triggers.map { ($0[0], $0[1]) })
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
  package var failure: StoreError? { file.failure }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    let (path, kindCache) = (path, kindCache)
    return try await attempt {
      try await pool.read {
        try body(SQLiteReader(database: $0, path: path, kindCache: kindCache))
      }
    }
  }

  package func read<Value: Sendable>(
    at revision: Int, _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    let (path, kindCache) = (path, kindCache)
    return try await attempt {
      try await pool.read { database in
        let reader = SQLiteReader(database: database, path: path, kindCache: kindCache)
        // The present is read faster.
        let isNewest = try reader.latestRevision()?.number ?? 0 == revision
        return try body(isNewest ? reader : SQLitePastReader(revision, from: reader))
      }
    }
  }

  package func write(
    at moment: Timestamp, _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    let (path, kindCache, makeID) = (path, kindCache, makeID)
    return try await attemptWrite {
      try await pool.write { database in
        let transaction = SQLiteTransaction(
          database: database, path: path, kindCache: kindCache, moment: moment, makeID: makeID)
        try body(transaction)
        // A revision shows the content that is due at its time, so content that has become due
        // belongs to it.
        if transaction.revision != nil { _ = try transaction.applyBoundaries() }
        try transaction.notePublicChanges()
        return transaction.revision
      }
    }
  }

  package func stage() async throws -> any ContentStage {
    try await attempt {
      try SQLiteStage(
        path: path, file: file, configuration: Self.configuration, kindCache: kindCache,
        directChangeCount: directChangeCount, makeID: makeID, beforeMerge: beforeMerge)
    }
  }

  package func index() async throws {
    var turns = WriteTurns()
    while let version = try await indexStep() { try await turns.pause(dataVersion: version) }
  }

  /// Does a part of the indexing in one short transaction.
  ///
  /// - Returns: whether there was something to do.
  package func indexSome() async throws -> Bool { try await indexStep() != nil }

  /// - Returns: the version of the data that the transaction found; `nil` if there is nothing to do.
  private func indexStep() async throws -> Int? {
    let (path, kindCache, count, makeID) = (path, kindCache, indexedItemCount, makeID)
    guard try await attempt({ try await pool.read(SearchBacklog.isNotEmpty) }) else { return nil }
    return try await attemptWrite {
      try await pool.write { database in
        let version = try WriteTurns.dataVersion(of: database)
        let transaction = SQLiteTransaction(
          database: database, path: path, kindCache: kindCache,
          moment: Timestamp(millisecondsSince1970: 0), makeID: makeID)
        try transaction.indexBacklog(limit: count)
        return version
      }
    }
  }

  /// Runs `body`, if the file is in its place, and says what its error means for the file.
  private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value {
    try file.requireInPlace()
    do {
      return try await body()
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    }
  }

  /// Runs `body`, which writes. Only what is in the file at its place afterwards counts as written.
  private func attemptWrite<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      let value = try await attempt(body)
      try file.requireInPlace()
      file.note(nil)
      return value
    } catch let error as StoreError {
      file.note(error)
      throw error
    }
  }
}
