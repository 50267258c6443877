import Synchronization

/// The newest revision that was published, and who waits for it.
final class Publications: Sendable {
  private struct State {
    var newest = -1
    var waiters: [(revision: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func note(_ revision: Int) {
    let reached = state.withLock { state in
      state.newest = max(state.newest, revision)
      let reached = state.waiters.filter { $0.revision <= state.newest }
      state.waiters.removeAll { $0.revision <= state.newest }
      return reached.map(\.continuation)
    }
    for waiter in reached { waiter.resume() }
  }

  /// Returns when `revision`, or a later one, was published.
  func until(_ revision: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.newest >= revision { return true }
        state.waiters.append((revision, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }
}
