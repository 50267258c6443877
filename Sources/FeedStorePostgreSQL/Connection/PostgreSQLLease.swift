internal import Synchronization

/// A connection of a pool that one owner keeps for several uses, such as for its temporary tables. It goes back to the
/// pool with the last reference to the lease.
final class PostgreSQLLease: Sendable {
  private let pool: PostgreSQLPool
  private let worker: PostgreSQLWorker
  /// How the last use ended; `nil` before the first one.
  private let end = Mutex<PostgreSQLWorker.End?>(nil)

  init(of pool: PostgreSQLPool) async throws {
    self.pool = pool
    worker = try await pool.acquire()
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
    end.withLock { end in
      // The first use has connected.
      let hasConnected = outcome.end.hasConnected || end?.hasConnected == true
      end = outcome.end
      end?.hasConnected = hasConnected
    }
    return try outcome.result.get()
  }
}
