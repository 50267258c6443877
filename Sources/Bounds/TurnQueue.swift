import DequeModule
import Synchronization

/// Lets so many go on at a time. Others wait, and clients that wait take turns: one with much to do does not delay the
/// others.
package final class TurnQueue<Client: Hashable & Sendable>: Sendable {
  /// As many wait as may.
  package struct Full: Error, CustomStringConvertible {
    package let description = "too many requests wait already"
  }

  private struct Waiter {
    let number: Int
    let begin: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var runningCount = 0
    /// The clients that wait, the next one first.
    var turns: Deque<Client> = []
    var waiters: [Client: Deque<Waiter>] = [:]
    var waitingCount = 0
    var lastNumber = 0
  }

  private let limits: (running: Int, waiting: Int, waitingOfOneClient: Int)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - running: How many go on at a time, at least 1.
  ///   - waiting: How many wait at most.
  ///   - waitingOfOneClient: How many of one client wait at most.
  package init(running: Int, waiting: Int, waitingOfOneClient: Int = .max) {
    limits = (running, waiting, waitingOfOneClient)
  }

  /// How many go on and wait.
  package var counts: (running: Int, waiting: Int) {
    state.withLock { ($0.runningCount, $0.waitingCount) }
  }

  /// Runs `body` when it is the turn of `client`.
  ///
  /// - Throws: ``Full``, `CancellationError`, or what `body` throws.
  package func run<Value>(for client: Client, _ body: () async throws -> Value) async throws
    -> Value
  {
    try await begin(client)
    defer { end() }
    return try await body()
  }

  private func begin(_ client: Client) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin in
        let waiter = Waiter(number: number, begin: begin)
        if let result = state.withLock({ admit(waiter, of: client, in: &$0) }) {
          begin.resume(with: result)
        }
      }
    } onCancel: {
      let waiter = state.withLock { Self.remove(number, of: client, in: &$0) }
      waiter?.begin.resume(throwing: CancellationError())
    }
  }

  /// Lets `waiter` go on or refuses it at once; `nil` if it waits.
  private func admit(
    _ waiter: Waiter, of client: Client, in state: inout State
  ) -> Result<Void, any Error>? {
    // Who is cancelled from here on finds it among those that wait.
    if Task.isCancelled { return .failure(CancellationError()) }
    if state.runningCount < limits.running {
      state.runningCount += 1
      return .success(())
    }
    let count = state.waiters[client]?.count ?? 0
    guard state.waitingCount < limits.waiting, count < limits.waitingOfOneClient else {
      return .failure(Full())
    }
    if count == 0 { state.turns.append(client) }
    state.waiters[client, default: []].append(waiter)
    state.waitingCount += 1
    return nil
  }

  /// Lets the next one go on in place of one that has ended.
  private func end() {
    let next = state.withLock { state -> Waiter? in
      guard let client = state.turns.popFirst(), let waiter = state.waiters[client]?.popFirst()
      else {
        state.runningCount -= 1
        return nil
      }
      state.waitingCount -= 1
      if state.waiters[client]?.isEmpty == false {
        state.turns.append(client)
      } else {
        state.waiters[client] = nil
      }
      return waiter
    }
    next?.begin.resume()
  }

  private static func remove(_ number: Int, of client: Client, in state: inout State) -> Waiter? {
    guard let index = state.waiters[client]?.firstIndex(where: { $0.number == number }) else {
      return nil
    }
    let waiter = state.waiters[client]?.remove(at: index)
    state.waitingCount -= 1
    if state.waiters[client]?.isEmpty == true {
      state.waiters[client] = nil
      state.turns.removeAll { $0 == client }
    }
    return waiter
  }
}
