import Synchronization

/// Lets writes wait while the screens in service are too many revisions behind the store.
///
/// Each revision counts in the history of documents, so a publisher reads them one after the other. Writers that are
/// faster than that would leave it behind for as long as they write.
package final class WriteGate: Sendable {
  /// The most revisions that the store is ahead of the screens before writes wait.
  static let maximumLag = 128

  private struct State {
    var isClosed = false
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// Whether writes wait.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// How many writes wait.
  package var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Notes how many revisions the store is ahead, after each step towards the newest one.
  func note(lag: Int) {
    let released = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.isClosed = lag > Self.maximumLag
      guard !state.isClosed else { return [] }
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in released { waiter.resume() }
  }

  /// Lets all writes through: nobody is on the way to the newest revision.
  func open() { note(lag: 0) }

  /// Waits until the screens are close enough to the store.
  ///
  /// - Throws: `CancellationError`.
  package func pass() async throws {
    guard state.withLock({ $0.isClosed }) else { return }
    let waiter = state.withLock { state -> Int in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isKept = state.withLock { state in
          guard state.isClosed, !Task.isCancelled else { return false }
          state.waiters[waiter] = continuation
          return true
        }
        if !isKept { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: waiter) }?.resume()
    }
    try Task.checkCancellation()
  }
}
