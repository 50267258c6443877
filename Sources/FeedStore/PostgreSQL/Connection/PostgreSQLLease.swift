internal import Synchronization

/// A connection of a pool that one owner keeps for several uses, such as for its temporary tables. It goes back to the
/// pool with the last reference to the lease.
final class PostgreSQLLease: Sendable {
  private let pool: PostgreSQLPool
  private let worker: PostgreSQLWorker
  /// How the last use ended; `nil` before the first one.
  private let end = Mutex<PostgreSQLWorker.End?>(nil)

  /// Waits for a connection of `pool`.
  init(of pool: PostgreSQLPool) async throws {
    self.pool = pool
    worker = try await pool.acquire()
  }

  /// Takes a connection of `pool` that nobody waits for; `nil` if there is none.
  init?(freeOf pool: PostgreSQLPool) {
    guard let worker = pool.acquireFree() else { return nil }
    self.pool = pool
    self.worker = worker
  }

  deinit {
    pool.release(worker, end.withLock { $0 } ?? PostgreSQLWorker.End(isReusable: true))
  }

  /// Runs `body` with the connection, as `PostgreSQLPool.withConnection(_:)` does. There is no other one in its place.
  ///
  /// - Throws: the error of `body`, or ``PostgreSQLError``, also if the connection was lost in an earlier use.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws -> Value {
    if let end = end.withLock({ $0 }), !end.isReusable {
      throw PostgreSQLError.connectionLost(
        PostgreSQLError.Failure(message: "the connection was lost before", host: end.host ?? ""),
        isUnanswered: false)
    }
    let outcome = await worker.run(body)
    note(outcome.end)
    return try outcome.result.get()
  }

  private func note(_ last: PostgreSQLWorker.End) {
    end.withLock { end in
      // The first use has connected.
      let hasConnected = last.hasConnected || end?.hasConnected == true
      end = last
      end?.hasConnected = hasConnected
    }
  }

  /// Runs `body` with the connection while `other` runs, and waits for both. Blocks the thread.
  ///
  /// - Returns: whether there was a connection for `body`.
  /// - Throws: the error of `other`, or else that of `body`.
  func run(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Void,
    beside other: () throws -> Void
  ) throws -> Bool {
    let wait = worker.begin(body)
    let result = Result { try other() }
    let outcome = wait()
    note(outcome.end)
    try result.get()
    guard !outcome.end.hasFailedToConnect else { return false }
    try outcome.result.get()
    return true
  }
}
