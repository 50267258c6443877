internal import Dispatch
internal import FeedModel

/// Timers of a pool, which fire on a queue of Dispatch.
struct PostgreSQLTimers: TimerHost {
  private let queue = DispatchQueue.global()

  func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> ScheduledTimer {
    // Work items may be cancelled on any thread, but are not declared so on Linux.
    nonisolated(unsafe) let timer = DispatchWorkItem(block: fire)
    queue.asyncAfter(deadline: .now() + delay / .seconds(1), execute: timer)
    return ScheduledTimer { timer.cancel() }
  }

  func run(_ fire: @escaping @Sendable () -> Void) {
    queue.async(execute: fire)
  }
}
