import FeedModel
import Foundation

/// A transaction that excludes other writers. It may run several times: a connection that is lost before the commit has
/// written nothing.
struct WriteTransaction<Value: Sendable>: Sendable {
  let clock: PostgreSQLFeedStore.Clock
  let moment: Timestamp
  /// The database, for errors.
  let store: String
  /// Returns the result and the revision that was made.
  let body: @Sendable (PostgreSQLSession, Timestamp) throws -> (Value, Revision?)

  /// How a transaction has ended.
  enum Outcome: Sendable {
    case committed(Value)
    /// The connection was lost during the commit; the id tells whether it has happened.
    case unknown(Value, id: String, PostgreSQLError)
  }

  /// Runs it on a connection.
  ///
  /// - Throws: errors of the body, or ``PostgreSQLError``; then nothing has changed.
  func run(on connection: PostgreSQLConnection) throws -> Outcome {
    let session = PostgreSQLSession(connection)
    do {
      try connection.begin(.readWrite)
      let now = try Self.lockHead(session)
      let (value, revision) = try body(session, clock == .database ? now : moment)
      try session.finish()
      let id = revision?.id.text ?? UUID.random().text
      if revision == nil {
        try Self.note(id, at: now, session)
      } else {
        try connection.notify(PostgreSQLFeedStore.channel)
      }
      let error = try Self.commit(connection)
      return error.map { .unknown(value, id: id, $0) } ?? .committed(value)
    } catch {
      if !connection.isLost { try? connection.rollback() }
      throw session.failure.flatMap { $0.mayPass ? $0 : nil } ?? error
    }
  }

  /// Commits the transaction.
  ///
  /// - Returns: the error after which it is not known whether it has happened.
  private static func commit(
    _ connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> PostgreSQLError? {
    do {
      try connection.commit()
      return nil
    } catch {
      guard error.isCommitUnknown else { throw error }
      return error
    }
  }

  /// How long the ids of transactions without a revision are kept, in milliseconds: longer than one can wait for an
  /// answer.
  private static var idLifetime: Int { 3_600_000 }

  /// Waits for other writers, and reads what they have left.
  ///
  /// - Returns: the time of the database, behind all transactions before this one.
  private static func lockHead(_ session: PostgreSQLSession) throws -> Timestamp {
    // In this order: whoever changes a kind has the head, and waits for all that use the tables.
    try session.perform("SELECT single FROM tanada_head FOR UPDATE")
    try session.perform("LOCK TABLE tanada_tables IN ACCESS SHARE MODE")
    let row = try session.row(
      """
      SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, state.*
      FROM (\(HeadState.query)) AS state
      """)
    session.head = try row.map { try HeadState($0) }
    return Timestamp(millisecondsSince1970: try row?["now"] ?? 0)
  }

  private static func note(_ id: String, at now: Timestamp, _ session: PostgreSQLSession) throws {
    let oldest = now.millisecondsSince1970 - idLifetime
    try session.perform("DELETE FROM tanada_commits WHERE at < ?", [oldest])
    try session.perform(
      "INSERT INTO tanada_commits (id, at) VALUES (?, ?)", [id, now.millisecondsSince1970])
  }

  /// Whether the transaction with this id has happened, once it is certain: its connection has ended, and so has every
  /// writer before this one. A commit of its own, which is replicated as the other one was to be, makes the answer
  /// outlive the next failover.
  ///
  /// - Throws: ``PostgreSQLError`` if it is not known.
  func hasHappened(_ id: String, on connection: PostgreSQLConnection) throws -> Bool {
    try connection.transaction(.readWrite) {
      let session = PostgreSQLSession(connection)
      let now = try Self.lockHead(session)
      try Self.note(UUID.random().text, at: now, session)
      return try session.first(
        Bool.self,
        """
        SELECT EXISTS (SELECT 1 FROM revisions WHERE id = :id)
          OR EXISTS (SELECT 1 FROM tanada_commits WHERE id = :id)
        """, ["id": id]) ?? false
    }
  }
}

/// How writes go on when the database is lost.
package struct WriteRetries: Sendable {
  /// The pauses before the attempts after the first one.
  let pauses: [Duration]
  let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameters:
  ///   - pauses: the pauses before the attempts after the first one. By default a failover of some ten seconds is waited for.
  ///   - sleep: waits for a pause.
  package init(
    pauses: [Duration] = [0, 50, 100, 200, 400, 800, 1_600, 3_200, 3_200, 3_200]
      .map(Duration.milliseconds),
    sleep: @escaping @Sendable (Duration) async throws -> Void = {
      try await Task.sleep(for: $0)
    }
  ) {
    self.pauses = pauses
    self.sleep = sleep
  }

  /// How long a failover is waited for.
  var patience: Duration { pauses.reduce(.zero, +) }

  /// Runs `attempt`, which runs `transaction`, until it has happened, or fails for another reason than a lost database.
  ///
  /// - Parameter isRepeatable: whether it may be run again.
  /// - Throws: errors of its body; ``PostgreSQLError``; ``StoreError/commitUnknown(store:)``.
  func run<Value: Sendable>(
    _ transaction: WriteTransaction<Value>, in pool: PostgreSQLPool, counts: StoreCounts,
    isRepeatable: Bool = true,
    _ attempt: @Sendable () async throws -> WriteTransaction<Value>.Outcome
  ) async throws -> Value {
    var pauses = pauses[...]
    var unsettled: (value: Value, id: String, error: PostgreSQLError)?
    while true {
      do {
        if let (value, id, error) = unsettled {
          let hasHappened = try await pool.withConnection {
            try transaction.hasHappened(id, on: $0)
          }
          counts.count(\.settledCount)
          if hasHappened {
            counts.count(\.commitCount)
            return value
          }
          unsettled = nil
          guard isRepeatable else { throw Final(error: error) }
        }
        switch try await attempt() {
        case .committed(let value):
          counts.count(\.commitCount)
          return value
        case .unknown(let value, let id, let error): unsettled = (value, id, error)
        }
      } catch let error as PostgreSQLError where error.mayPass {
        guard unsettled != nil || isRepeatable && !pauses.isEmpty else { throw error }
      } catch let error as Final {
        throw error.error
      } catch  where unsettled != nil {
        counts.count(\.unknownCount)
        throw StoreError.commitUnknown(store: transaction.store)
      }
      guard let pause = pauses.popFirst() else {
        counts.count(\.unknownCount)
        throw StoreError.commitUnknown(store: transaction.store)
      }
      do { try await sleep(pause) } catch  where unsettled != nil {
        counts.count(\.unknownCount)
        throw StoreError.commitUnknown(store: transaction.store)
      }
      counts.count(\.retryCount)
    }
  }

  /// The error of a transaction that has not happened, and is not run again.
  private struct Final: Error {
    let error: PostgreSQLError
  }
}

extension PostgreSQLError {
  /// Whether the same may succeed in a moment: another server takes over, or transactions waited for each other.
  var mayPass: Bool {
    isConnectionLost || isShutdown || isReadOnly || isSerializationFailure || isStaleStatement
      || isTooManyConnections || isCommitUnknown
  }
}
