import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The time that a processor spends on the present thread: other programs take none of it.
package enum ThreadTime {
  /// How long the processor is at `work`.
  package static func measure(_ work: () -> Void) -> Duration {
    let start = now
    work()
    return now - start
  }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
