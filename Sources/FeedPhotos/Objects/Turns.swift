import Synchronization

/// Lets so many go on at a time; others wait, the first one the shortest.
final class Turns: Sendable {
  private struct State {
    var free: Int
    var lastNumber = 0
    var waiters: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state: Mutex<State>

  /// - Parameter count: how many go on at a time, at least 1.
  init(count: Int) {
    state = Mutex(State(free: count))
  }

  /// Waits for a turn, which is given back by ``giveBack()``.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func take() async throws {
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
  func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst().continuation }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
