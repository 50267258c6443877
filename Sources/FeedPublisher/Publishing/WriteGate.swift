import FeedStore
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

  /// Whether somebody puts revisions into service, how many the store is ahead, as far as this process knows, and how many
  /// writes of this process there were.
  private typealias State = (isFollowed: Bool, lag: Int, writeCount: Int)

  private let state = Mutex<State>((false, 0, 0))
  private let gate = Gate(isOpen: true)
  private let clock: any TimeSource

  init(clock: any TimeSource) { self.clock = clock }

  /// Whether writes wait.
  package var isClosed: Bool { !gate.isOpen }

  /// How many writes wait.
  package var waitingCount: Int { gate.waitingCount }

  /// How many writes of this process there were.
  var writeCount: Int { state.withLock { $0.writeCount } }

  /// Notes a write of this process, which may have made a revision.
  func noteWrite() {
    change { state in
      state.writeCount += 1
      state.lag += 1
    }
  }

  /// Notes how many revisions the store was ahead when this process had made `writeCount` writes.
  func note(lag: Int, after writeCount: Int) {
    change { state in state.lag = lag + state.writeCount - writeCount }
  }

  /// Begins or ends the time in which somebody puts revisions into service.
  func setFollowed(_ isFollowed: Bool) { change { $0.isFollowed = isFollowed } }

  /// Lets all writes through: what they wait for may not come.
  func open() { change { $0.lag = 0 } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      gate.set(isOpen: !state.isFollowed || state.lag <= Self.maximumLag)
    }
  }

  /// Waits until the screens are close enough to the store, at most for ``timeout``.
  ///
  /// - Throws: `CancellationError`.
  package func pass() async throws {
    guard isClosed else { return }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.gate.pass() }
      group.addTask { try await self.clock.sleep(for: Self.timeout) }
      try await group.next()
      group.cancelAll()
    }
    try Task.checkCancellation()
  }
}
