package import FeedModel
package import Foundation
import GRDB

/// Content in one SQLite file, in WAL mode: any number of readers beside one writer.
package struct SQLiteFeedStore: Sendable {
  /// The busy timeout: how long to wait for another process's write, in seconds.
  static let busyTimeout = 5.0

  /// The file.
  package let path: String
  let pool: DatabasePool
  private let file: DatabaseFile
  private let failedRead = FailedRead()
  private let content: SQLContent
  /// Gives transactions their time once they have begun; `nil` for the caller's time.
  private let clock: (any TimeSource)?
  private let stageLimits: StageLimits
  /// How many items are indexed in one transaction, so that writers do not wait long.
  private let indexedItemCount: Int
  private let beforeMerge: @Sendable () throws -> Void

  /// Opens the database at `path`, creating it if there is none and `createsFile` allows it, and
  /// brings its schema up to date.
  ///
  /// - Parameters:
  ///   - clock: gives transactions their time once they have begun: they may have waited for other writers, longer
  ///     than clocks may differ. By default, their time is the caller's.
  ///   - briefChangeCount: more changes of a stage than this are audited before they are put in place.
  ///   - directChangeCount: kinds with more changes than this are written anew.
  ///   - stageChunkSize: how many rows of a stage are written in one transaction before that.
  ///   - schema: the schema that the file is brought to.
  ///   - beforeMerge: called when staged items have been compared with the stored ones, and are to be
  ///     put in place: a test lets others write then.
  /// - Throws: ``StoreError`` saying what is wrong with the file.
  package init(
    path: String, createsFile: Bool = true, clock: (any TimeSource)? = nil,
    briefChangeCount: Int = 500, directChangeCount: Int = 20_000,
    stageChunkSize: Int = 10_000, indexedItemCount: Int = 10_000, schema: SQLiteSchema = .current,
    makeID: @escaping @Sendable () -> UUID = { .random() },
    beforeMerge: @escaping @Sendable () throws -> Void = {}
  ) throws(StoreError) {
    self.beforeMerge = beforeMerge
    self.clock = clock
    content = SQLContent(makeID: makeID)
    stageLimits = StageLimits(
      briefChangeCount: briefChangeCount, directChangeCount: directChangeCount,
      chunkSize: stageChunkSize)
    self.indexedItemCount = indexedItemCount
    if !createsFile, !FileManager.default.fileExists(atPath: path) {
      throw .missing(path: path)
    }
    try DatabaseFile.checkHeader(of: path)
    try DatabaseFile.prepare(at: path)
    self.path = path
    do {
      pool = try Self.open(path: path)
      file = try DatabaseFile(path: path, clock: clock)
      try schema.migrate(pool, path: path)
      try ImportBatch.removeAbandoned(from: pool, path: path)
    } catch {
      throw StoreError(error, store: path)
    }
  }

  /// The configuration of every connection.
  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(busyTimeout)
    configuration.label = "tanada"
    // Requests whose cost clients choose occupy only a few of the readers at a time; the others are left
    // for all other requests.
    configuration.maximumReaderCount = 12
    configuration.prepareDatabase { database in
      for function in SQLiteFunctions.all {
        database.add(function: function)
      }
    }
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

  /// A connection of its own to the file at `path`.
  static func connection(to path: String) throws -> DatabaseQueue {
    let queue = try DatabaseQueue(file: path, configuration: configuration)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return queue
  }

  /// Opens the connections. Several that switch a new file to the write-ahead log at once are refused without
  /// waiting, since they would wait for each other; then the file is opened again.
  private static func makePool(path: String) throws -> DatabasePool {
    let deadline = ContinuousClock.now + .seconds(busyTimeout)
    while true {
      do {
        return try DatabasePool(file: path, configuration: configuration)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        guard ContinuousClock.now < deadline else { throw error }
      }
    }
  }

  /// Closes all connections. The write-ahead log is emptied, so that a copy of the one file is a copy of
  /// the content.
  package func close() throws(StoreError) {
    do {
      // GRDB closes its writer before its readers, and SQLite does not empty the write-ahead log
      // when the last one to leave only reads.
      pool.invalidateReadOnlyConnections()
      try pool.close()
    } catch {
      throw StoreError(error, store: path)
    }
  }
}

extension SQLiteFeedStore: FeedStore {
  package var failure: StoreError? {
    get async {
      if let failure = file.failure { return failure }
      if let failure = await failedRead.error { return failure }
      do {
        return try await isTruncated() ? .corrupt(path: path, detail: "it is too short") : nil
      } catch {
        let failure = StoreError(error, store: path)
        return failure.isOfStorage ? failure : nil
      }
    }
  }

  /// Whether the file is shorter than its pages, those apart that are still in the write-ahead log.
  private func isTruncated() async throws -> Bool {
    func isShort() async throws -> Bool {
      let size = try await pool.read { database in
        let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        return try count * (Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
      }
      // The file is not opened: closing it would end the locks of this process (SQLite, How To Corrupt An
      // SQLite Database File, section 2.2).
      return file.size.map { $0 < size } ?? false
    }
    guard try await isShort() else { return false }
    let isLogEmpty = try await pool.writeWithoutTransaction { database in
      let row = try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)")
      return row.map { ($0[0] as Int) == 0 && ($0[1] as Int) == ($0[2] as Int) } ?? false
    }
    guard isLogEmpty else { return false }
    return try await isShort()
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    try await attemptRead { [content] in try content.read($0, body) }
  }

  package func read<Value: Sendable>(
    at revision: Int, _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    try await attemptRead { [content] in try content.read($0, at: revision, body) }
  }

  package func rehearse<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentRehearsal) throws -> Value
  ) async throws -> Value {
    try await attemptRead { [content] in try content.rehearse($0, body) }
  }

  package func write(
    at moment: Timestamp, by author: Author,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    try await attemptWrite {
      try await pool.write { [path, content, clock] database in
        try content.write(
          SQLiteConnection(database, path: path), at: clock?.now ?? moment, by: author, body)
      }
    }
  }

  package func stage() async throws -> any ContentStage {
    try await attempt {
      try SQLiteStage(
        path: path, file: file, configuration: Self.configuration, content: content, clock: clock,
        limits: stageLimits, beforeMerge: beforeMerge)
    }
  }

  package func index() async throws {
    var turns = WriteTurns()
    while let version = try await indexStep() { try await turns.pause(dataVersion: version) }
  }

  /// Indexes a part of the backlog in one short transaction.
  ///
  /// - Returns: whether the backlog was not empty.
  package func indexSome() async throws -> Bool { try await indexStep() != nil }

  /// - Returns: the data version that the transaction began with; `nil` if the backlog is empty.
  private func indexStep() async throws -> Int? {
    let (path, content, count) = (path, content, indexedItemCount)
    let hasBacklog = try await attempt {
      try await pool.read { try content.hasBacklog(SQLiteConnection($0, path: path)) }
    }
    guard hasBacklog else { return nil }
    return try await attemptWrite {
      try await pool.write { database in
        let version = try WriteTurns.dataVersion(of: database)
        try content.indexBacklog(SQLiteConnection(database, path: path), limit: count)
        return version
      }
    }
  }

  /// Runs `body`, which reads, and notes if it finds the file damaged.
  private func attemptRead<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws -> Value {
    let read = { @Sendable [pool, path] in
      try await pool.read { try body(SQLiteConnection($0, path: path)) }
    }
    do {
      return try await attempt(read)
    } catch let error as StoreError where error.isOfReading {
      // Pages that could not be read may be in the memory of the connections.
      pool.invalidateReadOnlyConnections()
      failedRead.note(error) { [pool, file] in
        pool.invalidateReadOnlyConnections()
        try file.requireInPlace()
        do { _ = try await read() } catch { throw StoreError(error, store: path) }
      }
      throw error
    }
  }

  /// Runs `body` if the file is still in its place, and translates errors of SQLite to ``StoreError``.
  private func attempt<Value>(_ body: () async throws -> Value) async throws -> Value {
    try file.requireInPlace()
    do {
      return try await body()
    } catch  where error is DatabaseError || error is SQLError {
      throw StoreError(error, store: path)
    }
  }

  /// Runs `body`, which writes, and does not acknowledge it if the file is not in its place afterwards: the
  /// write went to a file that was deleted or moved.
  private func attemptWrite<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      let value = try await attempt(body)
      try file.requireInPlaceAfterCommit()
      file.note(nil)
      return value
    } catch let error as StoreError {
      file.note(error)
      throw error
    }
  }
}
