package import FeedModel
import Synchronization

/// The connections of a process to a database: at most so many as its budget allows, made when they are needed.
///
/// Who has to wait for one is served in the order of arrival. A connection that is lost, or whose server no longer
/// takes writes, is closed after its use, and so are all that were made before: they reached the same server. Nothing is
/// asked of a connection before it is used again. What reads runs again by ``read(_:)`` if its connection turns out
/// to be lost before anything was answered. While no connection can be made, there are pauses between the attempts, in
/// which whoever needs a new one gets the error of the last.
package final class PostgreSQLPool: Sendable {
  /// What a pool connects to, and how often.
  package struct Configuration: Sendable {
    /// The database, on one of its hosts.
    package var address: PostgreSQLAddress
    /// What the server is told about each connection.
    package var settings = PostgreSQLSessionSettings()
    /// The most connections that there are at a time, at least 1.
    package var maximumCount = 10
    /// The connections that stay when nobody needs them.
    package var minimumCount = 1
    /// The time after which a connection that nobody needs is closed, beyond the minimum.
    package var idleTime = Duration.seconds(300)
    /// Called, on any thread, when the database is lost or can be used again.
    package var onEvent: @Sendable (ConnectionEvent) -> Void = { _ in }
    /// Numbers from 0 to below 1, for the pauses between attempts to connect.
    package var random: @Sendable () -> Double = { .random(in: 0..<1) }

    /// At most 10 connections to `address`.
    package init(address: PostgreSQLAddress) {
      self.address = address
    }
  }

  /// Figures for metrics.
  package struct Statistics: Hashable, Sendable {
    /// Connections that are in use, or being made.
    package var inUse = 0
    /// Connections that nobody uses.
    package var idle = 0
    /// Tasks that wait for a connection.
    package var waiting = 0
    /// How often somebody had to wait for a connection.
    package var waitCount = 0
    /// How long they waited in all, as far as they got one.
    package var waitTime = Duration.zero
    /// How many connections were made.
    package var connectCount = 0
    /// How often a connection could not be made.
    package var failedConnectCount = 0
    /// How many connections were lost while they were used.
    package var lostCount = 0
    /// The host that was connected to last; empty before.
    package var host = ""
    /// For how long the database has been lost; `nil` if it is not, as far as is known.
    package var outage: Duration?
  }

  private typealias Idle = (worker: PostgreSQLWorker, since: Uptime)
  private typealias Waiter = (
    number: Int, since: Uptime, continuation: CheckedContinuation<PostgreSQLWorker, any Error>
  )

  private struct State {
    /// Used from the end: the one that was used last is the next one.
    var idle: [Idle] = []
    var waiters: [Waiter] = []
    var lastWaiter = 0
    /// The waiters whose tasks were cancelled before they waited.
    var cancelled: Set<Int> = []
    var statistics = Statistics()
    /// Counts the losses after which no connection of before is used again.
    var generation = 0
    /// When the database was lost, and the host of before; `nil` while it is not.
    var outage: (since: Uptime, host: String)?
    /// Counts the outages that are over: attempts to connect of before say nothing about now.
    var outageCount = 0
    var reconnection = Reconnection()
    var isClosed = false
    var closing: [CheckedContinuation<Void, Never>] = []
    var timer: ScheduledTimer?

    var count: Int { idle.count + statistics.inUse }
  }

  private let configuration: Configuration
  private let clock: any TimeSource
  private let state = Mutex(State())

  /// A pool without connections.
  package init(_ configuration: Configuration, clock: any TimeSource) {
    self.configuration = configuration
    self.clock = clock
  }

  /// The figures of now.
  package var statistics: Statistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.idle = state.idle.count
      statistics.waiting = state.waiters.count
      statistics.outage = state.outage.map { clock.uptime - $0.since }
      return statistics
    }
  }

  // MARK: - Using

  /// Runs `body` with a connection, on a thread that nobody else uses meanwhile. What `body` leaves of a transaction is
  /// rolled back. If the task is cancelled, it no longer waits, and what `body` waits for fails.
  ///
  /// - Throws: the error of `body`, ``PostgreSQLError`` if there is no connection, or `CancellationError` if
  ///   the task is cancelled.
  package func withConnection<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let worker = try await acquire()
    let outcome = await worker.run(body)
    release(worker, outcome.end)
    do {
      return try outcome.result.get()
    } catch {
      if Task.isCancelled, (error as? PostgreSQLError)?.isCancelled == true {
        throw CancellationError()
      }
      throw error
    }
  }

  /// Runs `body`, which only reads, with a connection as ``withConnection(_:)`` does. It runs once more, with another
  /// connection, if the first one was lost before anything was answered, as all are after a failover.
  ///
  /// - Throws: as ``withConnection(_:)`` does.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws -> Value {
    do {
      return try await withConnection(body)
    } catch let error as PostgreSQLError where error.isLostUnanswered {
      return try await withConnection(body)
    }
  }

  /// Takes a connection: an idle one, a new one, or the next that becomes free.
  func acquire() async throws -> PostgreSQLWorker {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    defer { state.withLock { _ = $0.cancelled.remove(number) } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome = state.withLock { take(number, continuation, &$0) }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        guard let index = state.waiters.firstIndex(where: { $0.number == number }) else {
          state.cancelled.insert(number)
          return nil
        }
        return state.waiters.remove(at: index)
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Takes a connection if there is one without waiting: an idle one, or a new one.
  func acquireFree() -> PostgreSQLWorker? {
    state.withLock { state in
      guard !state.isClosed, state.waiters.isEmpty else { return nil }
      return try? takeFree(&state)
    }
  }

  /// Takes a connection that nobody uses, or begins to make one; `nil` if there is none before another one comes back.
  ///
  /// - Throws: the error of the last attempt to make one, if that was a moment ago.
  private func takeFree(_ state: inout State) throws(PostgreSQLError) -> PostgreSQLWorker? {
    if let idle = state.idle.popLast() {
      state.statistics.inUse += 1
      return idle.worker
    }
    guard state.count < max(1, configuration.maximumCount) else { return nil }
    guard let worker = try makeWorker(&state) else { return nil }
    state.statistics.inUse += 1
    return worker
  }

  /// Returns what a task gets at once; `nil` if it waits.
  private func take(
    _ number: Int, _ continuation: CheckedContinuation<PostgreSQLWorker, any Error>,
    _ state: inout State
  ) -> Result<PostgreSQLWorker, any Error>? {
    guard state.cancelled.remove(number) == nil else { return .failure(CancellationError()) }
    guard !state.isClosed else { return .failure(PostgreSQLError.poolClosed) }
    do {
      if let worker = try takeFree(&state) { return .success(worker) }
    } catch {
      return .failure(error)
    }
    state.statistics.waitCount += 1
    state.waiters.append((number, clock.uptime, continuation))
    return nil
  }

  /// Begins to make a connection; `nil` while another attempt will tell.
  ///
  /// - Throws: the error of the last attempt, if that was a moment ago.
  private func makeWorker(_ state: inout State) throws(PostgreSQLError) -> PostgreSQLWorker? {
    guard let attempt = try state.reconnection.begin(at: clock.uptime) else { return nil }
    return PostgreSQLWorker(
      generation: state.generation, outageCount: state.outageCount, attempt: attempt,
      address: configuration.address, settings: configuration.settings
    ) { [weak self] in self?.noteConnected() }
  }

  /// Goes on with those who have waited for the attempt that has succeeded.
  private func noteConnected() {
    let served = state.withLock { state -> [(Waiter, PostgreSQLWorker)] in
      guard state.reconnection.noteSuccess() else { return [] }
      var served: [(Waiter, PostgreSQLWorker)] = []
      while !state.waiters.isEmpty, let worker = try? takeFree(&state) {
        served.append((takeWaiter(&state), worker))
      }
      return served
    }
    for (waiter, worker) in served { waiter.continuation.resume(returning: worker) }
  }

  /// Removes the first that waits, who gets a connection or an error.
  private func takeWaiter(_ state: inout State) -> Waiter {
    let waiter = state.waiters.removeFirst()
    state.statistics.waitTime += clock.uptime - waiter.since
    return waiter
  }

  /// What follows from a connection that comes back.
  private struct Handover {
    /// Who gets a connection, and which.
    var served: (waiter: Waiter, worker: PostgreSQLWorker)?
    /// Who gets none, and why.
    var refused: [Waiter] = []
    var error: PostgreSQLError?
    var closed: [PostgreSQLWorker] = []
    /// Who waits for the last connection.
    var closing: [CheckedContinuation<Void, Never>] = []
    var event: ConnectionEvent?
  }

  /// Takes a connection back, and gives it, or one in its place, to the first that waits.
  func release(_ worker: PostgreSQLWorker, _ end: PostgreSQLWorker.End) {
    let handover = state.withLock { takeBack(worker, end, &$0) }
    if let event = handover.event { configuration.onEvent(event) }
    for worker in handover.closed { worker.close() }
    if let (waiter, worker) = handover.served { waiter.continuation.resume(returning: worker) }
    if let error = handover.error {
      for waiter in handover.refused { waiter.continuation.resume(throwing: error) }
    }
    for continuation in handover.closing { continuation.resume() }
  }

  private func takeBack(
    _ worker: PostgreSQLWorker, _ end: PostgreSQLWorker.End, _ state: inout State
  ) -> Handover {
    var handover = Handover()
    note(end, of: worker, &state)
    let isOfNow =
      worker.generation == state.generation
      && !(end.hasFailedToConnect && worker.outageCount != state.outageCount)
    if isOfNow { handover.event = noteOutage(end, &state) }
    if end.isOutdated, worker.generation == state.generation {
      state.generation += 1
      handover.closed = state.idle.map(\.worker)
      state.idle = []
    }
    let isKept = end.isReusable && worker.generation == state.generation && !state.isClosed
    if !isKept { handover.closed.append(worker) }
    do throws(PostgreSQLError) {
      if !state.waiters.isEmpty, let next = try isKept ? worker : makeWorker(&state) {
        handover.served = (takeWaiter(&state), next)
        return handover
      }
    } catch {
      // They would wait for nothing.
      while !state.waiters.isEmpty { handover.refused.append(takeWaiter(&state)) }
      handover.error = error
    }
    state.statistics.inUse -= 1
    if isKept {
      state.idle.append((worker, clock.uptime))
      scheduleClosing(&state)
    } else if state.isClosed, state.statistics.inUse == 0 {
      (handover.closing, state.closing) = (state.closing, [])
    }
    return handover
  }

  /// Notes whether the database is lost, or can be used again.
  private func noteOutage(_ end: PostgreSQLWorker.End, _ state: inout State) -> ConnectionEvent? {
    if end.isLost || end.isOutdated || end.hasFailedToConnect {
      guard state.outage == nil else { return nil }
      state.outage = (clock.uptime, state.statistics.host)
      return .lost(host: state.statistics.host, reason: end.reason ?? "it takes no more writes")
    }
    guard let outage = state.outage, end.isReusable else { return nil }
    state.outage = nil
    state.outageCount += 1
    return .restored(
      host: state.statistics.host, former: outage.host, after: clock.uptime - outage.since)
  }

  private func note(
    _ end: PostgreSQLWorker.End, of worker: PostgreSQLWorker, _ state: inout State
  ) {
    if end.hasConnected { state.statistics.connectCount += 1 }
    if let error = end.connectError {
      state.statistics.failedConnectCount += 1
      state.reconnection.noteFailure(
        of: worker.attempt, error, at: clock.uptime, random: configuration.random())
    } else if !end.hasConnected {
      state.reconnection.noteNothing(of: worker.attempt)
    }
    if end.isLost { state.statistics.lostCount += 1 }
    if let host = end.host { state.statistics.host = host }
  }

  // MARK: - Closing

  /// Has the connections closed that are idle for long, if there are more than the minimum.
  private func scheduleClosing(_ state: inout State) {
    guard state.timer == nil, state.count > configuration.minimumCount,
      let oldest = state.idle.first
    else { return }
    let rest = oldest.since + configuration.idleTime - clock.uptime
    state.timer = clock.schedule(after: max(rest, .milliseconds(1)), on: QueueTimers()) {
      [weak self] in self?.closeIdle()
    }
  }

  private func closeIdle() {
    let closed = state.withLock { state in
      state.timer = nil
      var closed: [PostgreSQLWorker] = []
      while state.count > configuration.minimumCount, let oldest = state.idle.first,
        clock.uptime - oldest.since >= configuration.idleTime
      {
        closed.append(state.idle.removeFirst().worker)
      }
      scheduleClosing(&state)
      return closed
    }
    for worker in closed { worker.close() }
  }

  /// Closes all connections, and waits for what runs. Who waits for a connection gets
  /// ``PostgreSQLError/poolClosed``, and so does who comes later.
  package func close() async {
    let (idle, waiters, timer) = state.withLock { state in
      state.isClosed = true
      defer { (state.idle, state.waiters, state.timer) = ([], [], nil) }
      return (state.idle, state.waiters, state.timer)
    }
    timer?.cancel()
    for waiter in waiters { waiter.continuation.resume(throwing: PostgreSQLError.poolClosed) }
    for idle in idle { idle.worker.close() }
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        guard state.statistics.inUse > 0 else { return true }
        state.closing.append(continuation)
        return false
      }
      if isDone { continuation.resume() }
    }
  }
}

/// A change of where a pool is connected to, for logs: one event for all connections that it concerns.
package enum ConnectionEvent: Hashable, Sendable {
  /// The connections to `host` are lost, or there is none to be had. `host` is empty before the first connection.
  case lost(host: String, reason: String)
  /// The database can be used again, at `host`; `former` is the host of before.
  case restored(host: String, former: String, after: Duration)
}
