import Synchronization

/// A gate for tasks: they wait while it is closed, and all of them resume when it opens.
package final class Gate: Sendable {
  private typealias Waiters = [Int: CheckedContinuation<Void, Never>]

  private let state: Mutex<(isOpen: Bool, waiters: Waiters, lastNumber: Int)>

  /// A gate that is closed unless `isOpen`.
  package init(isOpen: Bool = false) {
    state = Mutex((isOpen, [:], 0))
  }

  /// An open gate lets every task pass at once.
  package var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The number of waiting tasks.
  package var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Opens or closes the gate.
  package func set(isOpen: Bool) {
    let released = state.withLock { state -> Waiters in
      state.isOpen = isOpen
      guard isOpen else { return [:] }
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in released.values { waiter.resume() }
  }

  /// Returns when the gate is open, or the task is cancelled.
  package func pass() async {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          // Read once: it may change meanwhile.
          let isOver = state.isOpen || Task.isCancelled
          if !isOver { state.waiters[number] = waiter }
          return isOver
        }
        if isOver { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}
