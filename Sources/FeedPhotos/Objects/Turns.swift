import Synchronization

/// Lets so many go on at a time; others wait, the first one the shortest, unless too many do.
final class Turns: Sendable {
  /// As many wait as may.
  struct Full: Error, CustomStringConvertible {
    let description = "too many requests wait already"
  }

  private struct State {
    var free: Int
    var lastNumber = 0
    var waiters: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state: Mutex<State>
  private let waitingLimit: Int

  /// - Parameters:
  ///   - count: how many go on at a time, at least 1.
  ///   - waitingLimit: the most that wait.
  init(count: Int, waitingLimit: Int) {
    state = Mutex(State(free: count))
    self.waitingLimit = waitingLimit
  }

  /// How many wait.
  var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Runs `body` when it is its turn.
  ///
  /// - Throws: ``Full``, `CancellationError`, or what `body` throws.
  func run<Value>(_ body: () async throws -> Value) async throws -> Value {
    try await take()
    defer { giveBack() }
    return try await body()
  }

  /// Waits for a turn, which is given back by ``giveBack()``.
  private func take() async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Void, any Error>? in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.free > 0 {
            state.free -= 1
            return .success(())
          }
          guard state.waiters.count < waitingLimit else { return .failure(Full()) }
          state.waiters.append((number, continuation))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Gives a turn to the next one who waits.
  private func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst().continuation }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
