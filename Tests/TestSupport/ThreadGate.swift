import Dispatch
import Synchronization

/// Holds a thread, such as that of a transaction, until a test lets it go on.
package final class ThreadGate: Sendable {
  private let opened = DispatchSemaphore(value: 0)
  private let overdue = Atomic(false)
  private let arrivals: AsyncStream<Void>
  private let arrived: AsyncStream<Void>.Continuation

  package init() {
    (arrivals, arrived) = AsyncStream.makeStream()
  }

  /// Whether a thread has gone on although nobody has opened the gate: what was to happen meanwhile has not.
  package var isOverdue: Bool { overdue.load(ordering: .acquiring) }

  /// Holds the thread until the gate is opened. A test that fails lets it go on after a time that is long for any
  /// machine.
  package func pass() {
    arrived.yield()
    if opened.wait(timeout: .now() + .seconds(60)) == .timedOut {
      overdue.store(true, ordering: .releasing)
    }
  }

  /// Waits until a thread is held.
  package func untilReached() async {
    for await _ in arrivals { return }
  }

  /// Lets one thread go on.
  package func open() { opened.signal() }
}
