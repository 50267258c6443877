internal import Dispatch
internal import FeedModel
import Synchronization

/// One connection of a pool, and the queue that alone uses it, with a thread of its own while it does.
final class PostgreSQLWorker: Sendable {
  /// What became of a use.
  struct End: Sendable {
    /// Whether the connection can be used again.
    var isReusable = false
    /// Whether connections that were made before are best closed, too: they reached the same server.
    var isOutdated = false
    var isLost = false
    var hasConnected = false
    /// Why there is no connection.
    var connectError: PostgreSQLError?
    /// The host of a new connection.
    var host: String?
    /// The failure that the use ended with, if it was one of the database.
    var reason: String?

    var hasFailedToConnect: Bool { connectError != nil }
  }

  /// What the task that uses the connection cancels: this use, and no later one.
  private typealias Cancellation = (isRequested: Bool, canceller: PostgreSQLCanceller?, use: Int)

  /// Counts the losses that its pool knew of when the connection was made.
  let generation: Int
  /// Counts the outages that its pool knew of when the worker was made.
  let outageCount: Int
  /// The number of the attempt to connect.
  let attempt: Int
  private let address: PostgreSQLAddress
  private let settings: PostgreSQLSessionSettings
  /// Called when there is a connection.
  private let onConnect: @Sendable () -> Void
  private let queue = DispatchQueue(label: "tanada.postgresql")
  /// Locked by the queue only.
  private let connection = Mutex<PostgreSQLConnection?>(nil)
  private let cancellation = Mutex<Cancellation>((false, nil, 0))

  /// A worker without a connection.
  init(
    generation: Int, outageCount: Int = 0, attempt: Int = 0, address: PostgreSQLAddress,
    settings: PostgreSQLSessionSettings, onConnect: @escaping @Sendable () -> Void = {}
  ) {
    self.generation = generation
    self.outageCount = outageCount
    self.attempt = attempt
    self.onConnect = onConnect
    self.address = address
    self.settings = settings
  }

  /// Runs `body` on the queue, with a connection that is made if there is none.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async -> (result: Result<Value, any Error>, end: End) {
    cancellation.withLock { $0 = (false, nil, 0) }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { [self] in continuation.resume(returning: perform(body)) }
      }
    } onCancel: {
      let (canceller, use) = cancellation.withLock { cancellation in
        cancellation.isRequested = true
        return (cancellation.canceller, cancellation.use)
      }
      // It waits for the server: not on a thread of tasks, nor on the queue, which is busy.
      if let canceller { DispatchQueue.global().async { canceller.cancel(use: use) } }
    }
  }

  /// Begins to run `body` on the queue, which nobody cancels.
  ///
  /// - Returns: a function that waits for the end, and blocks its thread meanwhile.
  func begin(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Void
  ) -> () -> (result: Result<Void, any Error>, end: End) {
    cancellation.withLock { $0 = (false, nil, 0) }
    let (outcome, isDone) = (Outcome(), DispatchSemaphore(value: 0))
    queue.async { [self] in
      let (result, end) = perform(body)
      outcome.value.withLock { $0 = (result, end) }
      isDone.signal()
    }
    return {
      isDone.wait()
      return outcome.value.withLock { $0 }
    }
  }

  private final class Outcome: Sendable {
    let value = Mutex<(result: Result<Void, any Error>, end: End)>((.success(()), End()))
  }

  private func perform<Value: Sendable>(
    _ body: @Sendable (PostgreSQLConnection) throws -> Value
  ) -> (result: Result<Value, any Error>, end: End) {
    connection.withLock { connection in
      var end = End()
      let result = Result {
        let used = try connection ?? connect(&end)
        connection = used
        defer { finish(used, &end) }
        try begin(used)
        let value = try body(used)
        try used.synchronize()
        return value
      }
      if case .failure(let error as PostgreSQLError) = result { end.reason = error.description }
      return (result, end)
    }
  }

  private func connect(_ end: inout End) throws(PostgreSQLError) -> PostgreSQLConnection {
    do throws(PostgreSQLError) {
      let connection = try PostgreSQLConnection(address, settings: settings)
      end.hasConnected = true
      end.host = connection.host
      onConnect()
      return connection
    } catch {
      end.connectError = error
      throw error
    }
  }

  /// Lets the task cancel the use that begins.
  private func begin(_ connection: PostgreSQLConnection) throws {
    let use = connection.beginUse()
    let isCancelled = cancellation.withLock { cancellation in
      cancellation.canceller = connection.canceller
      cancellation.use = use
      return cancellation.isRequested
    }
    if isCancelled { throw CancellationError() }
  }

  /// Rolls back what is left of a transaction.
  private func finish(_ connection: PostgreSQLConnection, _ end: inout End) {
    let isClean = (try? connection.rollback()) != nil
    end.isLost = connection.isLost
    end.isOutdated = connection.isOutdated
    end.isReusable = isClean && !connection.isOutdated
  }

  /// Closes the connection, which nobody uses any more.
  func close() {
    queue.async { [self] in connection.withLock { $0 = nil } }
  }
}

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
