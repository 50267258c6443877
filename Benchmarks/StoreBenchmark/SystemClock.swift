import FeedModel
import Foundation

/// The clock of this machine.
struct SystemClock: TimeSource {
  var now: Timestamp { Timestamp(Date()) }

  var uptime: Uptime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Uptime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

  func schedule(
    after delay: Duration, on host: some TimerHost, _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    host.schedule(after: delay, fire)
  }
}
