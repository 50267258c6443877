import FeedModel
import Synchronization

/// Lets writes wait while the screens in service are too many revisions behind the store.
///
/// Each revision counts in the history of documents, so a publisher reads them one after the other. Writers that are
/// faster than that would leave it behind for as long as they write.
package final class WriteGate: Sendable {
  /// The most revisions that the store is ahead of the screens before writes wait.
  package static let maximumLag = 128
  /// The longest that a write waits: others may write faster, whom this gate does not stop.
  package static let timeout = Duration.seconds(5)

  private struct State {
    /// Whether somebody puts revisions into service.
    var isFollowed = false
    /// How many revisions the store is ahead, as far as this process knows.
    var lag = 0
    /// How many writes of this process there were.
    var writeCount = 0
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]

    var isClosed: Bool { isFollowed && lag > WriteGate.maximumLag }

    mutating func removeReleased() -> [CheckedContinuation<Void, Never>] {
      guard !isClosed else { return [] }
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  private let state = Mutex(State())
  private let clock: any TimeSource

  init(clock: any TimeSource) {
    self.clock = clock
  }

  /// Whether writes wait.
  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// How many writes wait.
  package var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// How many writes of this process there were.
  var writeCount: Int { state.withLock { $0.writeCount } }

  /// Notes a write of this process, which may have made a revision.
  func noteWrite() {
    state.withLock { state in
      state.writeCount += 1
      state.lag += 1
    }
  }

  /// Notes how many revisions the store was ahead when this process had made `writeCount` writes.
  func note(lag: Int, after writeCount: Int) {
    change { state in state.lag = lag + state.writeCount - writeCount }
  }

  /// Begins or ends the time in which somebody puts revisions into service.
  func setFollowed(_ isFollowed: Bool) {
    change { $0.isFollowed = isFollowed }
  }

  /// Lets all writes through: what they wait for may not come.
  func open() {
    change { $0.lag = 0 }
  }

  private func change(_ body: (inout State) -> Void) {
    let released = state.withLock { state in
      body(&state)
      return state.removeReleased()
    }
    for waiter in released { waiter.resume() }
  }

  /// Waits until the screens are close enough to the store, at most for ``timeout``.
  ///
  /// - Throws: `CancellationError`.
  package func pass() async throws {
    guard isClosed else { return }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait() }
      group.addTask { try await self.clock.sleep(for: Self.timeout) }
      try await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }

  private func wait() async {
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
  }
}
