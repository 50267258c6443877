import DequeModule
package import FeedModel
import HTTPTypes
import HummingbirdCore
import Synchronization

/// Runs work whose size clients choose, such as calculations and searches: a few pieces at a time, on
/// threads of its own.
///
/// Clients with waiting work take turns, so that one with much of it does not delay the others. Work ends when
/// its client leaves, and after a timeout.
package final class WorkQueue: Sendable {
  /// A client that takes turns: an address, or all requests without a connection.
  fileprivate typealias Client = RateLimits.Subject?

  fileprivate struct Waiter {
    let number: Int
    let begin: CheckedContinuation<Void, any Error>
  }

  fileprivate struct State {
    var runningCount = 0
    /// The clients with waiting work, the next one first.
    var turns: Deque<Client> = []
    var waiters: [Client: Deque<Waiter>] = [:]
    var waitingCount = 0
    var lastNumber = 0
  }

  private let limits: WorkLimits
  private let budget: MemoryBudget
  private let clock: any TimeSource
  private let onRefusal: @Sendable () -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - budget: The memory that work takes; by default as much as it wants.
  ///   - onRefusal: Called for every piece of work that finds no place.
  package init(
    limits: WorkLimits, budget: MemoryBudget = MemoryBudget(maximum: .max),
    clock: any TimeSource, onRefusal: @escaping @Sendable () -> Void = {}
  ) {
    self.limits = limits
    self.budget = budget
    self.clock = clock
    self.onRefusal = onRefusal
  }

  /// How much work runs and waits.
  package var counts: (running: Int, waiting: Int) {
    state.withLock { ($0.runningCount, $0.waitingCount) }
  }

  /// Runs `work` for the client of a request when it is its turn.
  ///
  /// - Throws: ``Problem`` if too much is waiting already, after the timeout, and when the client has left;
  ///   errors of `work`.
  package func run<Value: Sendable>(
    for context: FeedRequestContext, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let client = context.clientAddress.map(RateLimits.Subject.init)
    return try await context.whilePresent { try await self.outcome(of: work, for: client) }
  }

  /// Runs `work`, which takes memory of its client from when it begins until it ends, when it is its turn.
  ///
  /// - Parameters:
  ///   - byteCount: The estimated memory in bytes, as far as it is known before the work begins.
  ///   - work: Makes more room in the reservation as it finds out that it needs more.
  /// - Throws: As ``run(for:_:)``, and ``Problem`` if there is no room.
  package func run<Value: Sendable>(
    for context: FeedRequestContext, taking byteCount: Int = 0,
    _ work: @escaping @Sendable (MemoryBudget.Reservation) async throws -> Value
  ) async throws -> Value {
    let client = context.clientAddress.map(RateLimits.Subject.init)
    return try await run(for: context) { [budget] in
      let memory = budget.reservation(for: client)
      try memory.makeRoom(for: byteCount)
      let value = try await work(memory)
      withExtendedLifetime(memory) {}
      return value
    }
  }

  private func outcome<Value: Sendable>(
    of work: @escaping @Sendable () async throws -> Value, for client: Client
  ) async throws -> Value {
    let timeout = limits.timeout
    return try await clock.limiting(
      to: timeout, orThrowing: Problem.workTimeout(after: timeout)
    ) { try await self.run(for: client, work) }
  }

  private func run<Value: Sendable>(
    for client: Client, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await takeTurn(of: client)
    defer { endTurn() }
    return try await withTaskExecutorPreference(WorkExecutor.shared) {
      try Task.checkCancellation()
      return try await work()
    }
  }

  // MARK: - Turns

  private func takeTurn(of client: Client) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin in
        let outcome = state.withLock { state in
          state.admit(Waiter(number: number, begin: begin), of: client, within: limits)
        }
        switch outcome {
        case .begins: begin.resume()
        case .waits: if Task.isCancelled { leave(number, of: client) }
        case .isRefused:
          onRefusal()
          begin.resume(throwing: Problem.tooMuchWork)
        }
      }
    } onCancel: {
      leave(number, of: client)
    }
  }

  private func endTurn() {
    let next = state.withLock { $0.next() }
    next?.begin.resume()
  }

  /// Cancels waiting work.
  private func leave(_ number: Int, of client: Client) {
    let waiter = state.withLock { $0.remove(number, of: client) }
    waiter?.begin.resume(throwing: CancellationError())
  }
}

extension WorkQueue.State {
  fileprivate enum Admission {
    case begins, waits, isRefused
  }

  fileprivate mutating func admit(
    _ waiter: WorkQueue.Waiter, of client: RateLimits.Subject?, within limits: WorkLimits
  ) -> Admission {
    if runningCount < limits.running, waitingCount == 0 {
      runningCount += 1
      return .begins
    }
    let count = waiters[client]?.count ?? 0
    guard waitingCount < limits.waiting, count < limits.waitingOfOneClient else {
      return .isRefused
    }
    if count == 0 { turns.append(client) }
    waiters[client, default: []].append(waiter)
    waitingCount += 1
    return .waits
  }

  /// The work that begins instead of a piece that has ended.
  fileprivate mutating func next() -> WorkQueue.Waiter? {
    guard let client = turns.popFirst(), let waiter = waiters[client]?.popFirst() else {
      runningCount -= 1
      return nil
    }
    waitingCount -= 1
    if waiters[client]?.isEmpty == false { turns.append(client) } else { waiters[client] = nil }
    return waiter
  }

  fileprivate mutating func remove(_ number: Int, of client: RateLimits.Subject?) -> WorkQueue
    .Waiter?
  {
    guard let index = waiters[client]?.firstIndex(where: { $0.number == number }) else {
      return nil
    }
    let waiter = waiters[client]?.remove(at: index)
    waitingCount -= 1
    if waiters[client]?.isEmpty == true {
      waiters[client] = nil
      turns.removeAll { $0 == client }
    }
    return waiter
  }
}

extension Problem {
  fileprivate static let tooMuchWork = Problem(
    status: .serviceUnavailable, code: "server_busy", title: "Server busy",
    detail: "too many calculations and searches are waiting; try again later",
    headers: [.retryAfter: "2"])

  fileprivate static func workTimeout(after timeout: Duration) -> Problem {
    Problem(
      status: .serviceUnavailable, code: "work_timeout", title: "Work timeout",
      detail: "the request needs more than \(timeout.components.seconds) s; ask for less, "
        + "or try again later",
      headers: [.retryAfter: "10"])
  }

  /// The problem for a client that has left. One that has only finished sending still gets it. 499 is nginx's status
  /// for this.
  static let clientLeft = Problem(
    status: HTTPResponse.Status(code: 499, reasonPhrase: "Client Closed Request"),
    code: "client_left", title: "Client closed request",
    detail: "the client has closed the connection", headers: [.connection: "close"])
}
