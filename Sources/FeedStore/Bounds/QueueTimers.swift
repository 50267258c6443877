internal import Dispatch
package import FeedModel

/// Timers that fire on a queue of Dispatch.
package struct QueueTimers: TimerHost {
  private let queue = DispatchQueue.global()

  package init() {}

  package func schedule(
    after delay: Duration, _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    // Work items may be cancelled on any thread, but are not declared so on Linux.
    nonisolated(unsafe) let timer = DispatchWorkItem(block: fire)
    queue.asyncAfter(deadline: .now() + delay / .seconds(1), execute: timer)
    return ScheduledTimer { timer.cancel() }
  }

  package func run(_ fire: @escaping @Sendable () -> Void) {
    queue.async(execute: fire)
  }
}
