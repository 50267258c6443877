import Bounds
package import FeedModel
import HTTPTypes

/// Runs work whose size clients choose, such as calculations and searches: a few pieces at a time, on
/// threads of its own.
///
/// Clients with waiting work take turns, so that one with much of it does not delay the others. Work ends when
/// its client leaves, and after a timeout.
package final class WorkQueue: Sendable {
  /// A client that takes turns: an address, or all requests without a connection.
  private typealias Client = RateLimits.Subject?

  private let turns: TurnQueue<Client>
  private let timeout: Duration
  private let budget: MemoryBudget
  private let clock: any TimeSource
  private let onRefusal: @Sendable () -> Void

  /// - Parameters:
  ///   - budget: The memory that work takes; by default as much as it wants.
  ///   - onRefusal: Called for every piece of work that finds no place.
  package init(
    limits: WorkLimits, budget: MemoryBudget = MemoryBudget(maximum: .max),
    clock: any TimeSource, onRefusal: @escaping @Sendable () -> Void = {}
  ) {
    turns = TurnQueue(
      running: limits.running, waiting: limits.waiting,
      waitingOfOneClient: limits.waitingOfOneClient)
    timeout = limits.timeout
    self.budget = budget
    self.clock = clock
    self.onRefusal = onRefusal
  }

  /// How much work runs and waits.
  package var counts: (running: Int, waiting: Int) { turns.counts }

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
    try await clock.limiting(
      to: timeout, orThrowing: Problem.workTimeout(after: timeout)
    ) { [self] in
      do {
        return try await turns.run(for: client) {
          try await withTaskExecutorPreference(WorkExecutor.shared) {
            try Task.checkCancellation()
            return try await work()
          }
        }
      } catch is TurnQueue<Client>.Full {
        onRefusal()
        throw Problem.tooMuchWork
      }
    }
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
