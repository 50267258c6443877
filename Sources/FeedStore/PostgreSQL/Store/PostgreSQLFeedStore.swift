package import FeedModel
package import Foundation

/// Content in a PostgreSQL database, which any number of processes on any machine share.
///
/// A transaction that writes locks the one row of `tanada_head` first, so that revisions are in the order of their
/// commits. One that reads sees one snapshot. Both lock `tanada_tables`: a change of a kind waits for all that know its
/// former tables.
package struct PostgreSQLFeedStore: Sendable {
  /// Whose clock gives transactions their time.
  package enum Clock: Sendable {
    /// The database's: servers whose clocks differ agree on what is due.
    case database
    /// The caller's.
    case caller
  }

  /// How many imports can run at a time.
  package static let stageCount = 2
  /// The channel on which revisions are notified.
  static let channel = "tanada_revisions"

  let address: PostgreSQLAddress
  /// The database, for errors.
  let name: String
  let timers: any TimeSource
  /// The connections of reads and writes.
  let pool: PostgreSQLPool
  /// The connections of stages, which keep theirs for as long as items come in.
  let stages: PostgreSQLPool
  /// Numbers from 0 to below 1, for pauses.
  let random: @Sendable () -> Double
  let content: SQLContent
  private let schema: PostgreSQLSchema
  private let clock: Clock
  private let retries: WriteRetries
  /// More changes of a stage than this are indexed after its transaction.
  let briefChangeCount: Int
  /// How many items are indexed in one transaction, so that writers do not wait long.
  private let indexedItemCount: Int
  /// Called when staged items have been compared with the stored ones, and are to be put in place.
  let beforeMerge: @Sendable () throws -> Void
  private let lastFailure = LastFailure()
  private let disk: DiskProbe
  let counts = StoreCounts()

  /// A store in a database whose schema is in place.
  ///
  /// - Parameters:
  ///   - connectionCount: the most connections of reads and writes.
  ///   - stageCount: the most connections of imports.
  ///   - schema: what the database has to have.
  ///   - timers: when connections that nobody needs are closed, and lost ones are made again.
  ///   - briefChangeCount: more changes of a stage than this are indexed after its transaction.
  ///   - random: numbers from 0 to below 1, for the pauses between attempts to connect.
  ///   - onEvent: called, on any thread, when the database is lost or can be used again.
  ///   - beforeMerge: called when staged items have been compared with the stored ones, and are to be
  ///     put in place: a test lets others write then.
  package init(
    _ address: PostgreSQLAddress, connectionCount: Int = 8,
    stageCount: Int = PostgreSQLFeedStore.stageCount, schema: PostgreSQLSchema = .current,
    clock: Clock = .database, briefChangeCount: Int = 500, indexedItemCount: Int = 2_500,
    timers: any TimeSource, makeID: @escaping @Sendable () -> UUID = { .random() },
    retries: WriteRetries = WriteRetries(),
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    onEvent: @escaping @Sendable (ConnectionEvent) -> Void = { _ in },
    beforeMerge: @escaping @Sendable () throws -> Void = {}
  ) {
    func pool(
      _ count: Int, lockTimeout: Duration,
      _ onEvent: @escaping @Sendable (ConnectionEvent) -> Void = { _ in }
    ) -> PostgreSQLPool {
      var configuration = PostgreSQLPool.Configuration(address: address)
      configuration.maximumCount = count
      configuration.onEvent = onEvent
      configuration.random = random
      configuration.settings = PostgreSQLSessionSettings(
        lockTimeout: lockTimeout, idleTransactionTimeout: .seconds(60))
      configuration.settings.nameSuffix = schema.sessionSuffix
      return PostgreSQLPool(configuration, clock: timers)
    }
    self.address = address
    self.timers = timers
    self.random = random
    name = address.description
    self.pool = pool(connectionCount, lockTimeout: .seconds(10), onEvent)
    stages = pool(stageCount, lockTimeout: .seconds(60))
    content = SQLContent(makeID: makeID)
    self.schema = schema
    self.clock = clock
    self.retries = retries
    self.briefChangeCount = briefChangeCount
    self.indexedItemCount = indexedItemCount
    self.beforeMerge = beforeMerge
    disk = DiskProbe(clock: timers)
  }

  /// Refuses a database whose schema is not that of this version of the program.
  package func requireSchema() async throws {
    try await noting { try await pool.withConnection { try schema.require($0) } }
  }

  /// Checks the validity of the content.
  package func check() async throws -> ContentCheck {
    try await reading { try ContentCheck(of: $0) }
  }

  /// Closes the connections, once what uses them has ended.
  package func close() async {
    await pool.close()
    await stages.close()
  }

}

extension PostgreSQLFeedStore: FeedStore {
  package var failure: StoreError? {
    get async {
      // While the database is lost, whoever follows it finds out when it is back: nobody waits here.
      if pool.statistics.outage != nil {
        return lastFailure.error ?? .unavailable(store: name, detail: "the connection is lost")
      }
      guard let failure = lastFailure.error else {
        return await disk.failure { try await writeToDisk() }
      }
      let content = content
      do {
        // The connection leads to a server that takes writes.
        try await noting {
          try await readOnce { try content.read($0) { _ = try $0.latestRevision() } }
        }
      } catch let error as StoreError where error.isOfStorage {
        return error
      } catch {
        return failure
      }
      return await disk.failure { try await writeToDisk() }
    }
  }

  /// Writes to the disk of the database, on a connection that nobody waits for.
  ///
  /// - Returns: whether there was one.
  private func writeToDisk() async throws -> Bool {
    guard let lease = PostgreSQLLease(freeOf: pool) else { return false }
    do { try await lease.run { try DiskProbe.write($0) } } catch {
      throw StoreError(error, store: name)
    }
    return true
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    try await reading { [content] in try content.read($0, body) }
  }

  package func read<Value: Sendable>(
    at revision: Int, _ body: @escaping @Sendable (any ContentReader) throws -> Value
  ) async throws -> Value {
    try await reading { [content] in try content.read($0, at: revision, body) }
  }

  package func rehearse<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentRehearsal) throws -> Value
  ) async throws -> Value {
    try await reading { [content] in try content.rehearse($0, body) }
  }

  /// Runs `body` in a transaction that reads. If the connection is lost, it runs again on another one: at once, since
  /// connections may be from before a failover, and then for as long as a write waits for one that has just begun.
  private func reading<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLSession) throws -> Value
  ) async throws -> Value {
    try await noting {
      for pause in [.zero, .zero] + retries.pauses {
        do { return try await readOnce(body) } catch let error as PostgreSQLError
          where error.mayPass
        {
          let pool = pool.statistics
          // An address that has never led anywhere is likely wrong.
          if pool.host.isEmpty || pool.outage.map({ $0 > retries.patience }) ?? false {
            throw error
          }
          if pause > .zero { try await retries.sleep(pause) }
        }
      }
      return try await readOnce(body)
    }
  }

  private func readOnce<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLSession) throws -> Value
  ) async throws -> Value {
    try await pool.withConnection { connection in
      let session = PostgreSQLSession(connection)
      do {
        return try connection.transaction(.readOnlySnapshot) {
          // Before the snapshot is taken, by the first query.
          try session.perform("LOCK TABLE tanada_tables IN ACCESS SHARE MODE")
          return try body(session)
        }
      } catch {
        throw session.failure.flatMap { $0.mayPass ? $0 : nil } ?? error
      }
    }
  }

  package func write(
    at moment: Timestamp, by author: Author,
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Void
  ) async throws -> Revision? {
    try await writing(at: moment) { [content] session, moment in
      let revision = try content.write(session, at: moment, by: author, body)
      return (revision, revision)
    }
  }

  /// Runs `body` in a transaction that excludes other writers, and that is tried again if it is certain that it has
  /// not happened. `body` returns its result and the revision that it has made.
  private func writing<Value: Sendable>(
    at moment: Timestamp,
    _ body: @escaping @Sendable (PostgreSQLSession, Timestamp) throws -> (Value, Revision?)
  ) async throws -> Value {
    let transaction = transaction(at: moment, body)
    return try await noting {
      try await retries.run(transaction, in: pool, counts: counts) { [pool] in
        try await pool.withConnection { try transaction.run(on: $0) }
      }
    }
  }

  func transaction<Value: Sendable>(
    at moment: Timestamp,
    _ body: @escaping @Sendable (PostgreSQLSession, Timestamp) throws -> (Value, Revision?)
  ) -> WriteTransaction<Value> {
    WriteTransaction(clock: clock, moment: moment, store: name, body: body)
  }

  /// Runs `transaction` once, by `attempt`, and finds out whether it has happened if its answer was lost.
  func settle<Value: Sendable>(
    _ transaction: WriteTransaction<Value>,
    _ attempt: @escaping @Sendable () async throws -> WriteTransaction<Value>.Outcome
  ) async throws -> Value {
    try await retries.run(
      transaction, in: pool, counts: counts, isRepeatable: false, attempt)
  }

  /// Translates errors to ``StoreError``, and notes how the last transaction ended.
  func noting<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      let value = try await body()
      lastFailure.note(nil)
      return value
    } catch let error as PostgreSQLError {
      if error == .cancelled { throw CancellationError() }
      throw noted(StoreError(error, store: name))
    } catch let error as SQLError {
      throw noted(StoreError(error, store: name))
    } catch let error as StoreError {
      throw noted(error)
    }
  }

  private func noted(_ error: StoreError) -> StoreError {
    // The next read succeeds on a full disk: it says nothing about it.
    if error.isOfFullDisk { disk.note(error) } else { lastFailure.note(error) }
    return error
  }

  package func index() async throws {
    while try await indexSome() { try Task.checkCancellation() }
  }

  /// Indexes a part of the backlog in one short transaction.
  ///
  /// - Returns: whether the backlog was not empty.
  package func indexSome() async throws -> Bool {
    let (content, count) = (content, indexedItemCount)
    guard try await reading({ try content.hasBacklog($0) }) else { return false }
    return try await writing(at: Timestamp(millisecondsSince1970: 0)) { [pool] session, _ in
      // It does not wait: who has a connection and waits for another one may wait for ever.
      session.helper = PostgreSQLLease(freeOf: pool)
      // What is lost with the server is in the backlog still.
      try session.perform("SET LOCAL synchronous_commit = off")
      try content.indexBacklog(session, limit: count)
      return (true, nil)
    }
  }

  package func stage() async throws -> any ContentStage {
    try await noting { try await PostgreSQLStage(of: self) }
  }
}
