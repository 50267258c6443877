/// The time of a process, and the ways to wait for it. A server, its publisher, the work beside requests and all
/// limits share one, so that a test that moves it moves all of them.
package protocol TimeSource: Sendable {
  /// The wall-clock time, which may be set forwards and back.
  var now: Timestamp { get }
  /// The time since an unknown moment, which only goes forwards.
  var uptime: Uptime { get }

  /// Suspends the task for `duration`.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func sleep(for duration: Duration) async throws

  /// Has `host` run `fire` after `delay`, unless the timer is cancelled before.
  func schedule(
    after delay: Duration, on host: some TimerHost, _ fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer
}

/// The thread or event loop on which timers fire.
package protocol TimerHost: Sendable {
  /// Runs `fire` after `delay` by the clock of the system, unless the timer is cancelled before.
  func schedule(after delay: Duration, _ fire: @escaping @Sendable () -> Void) -> ScheduledTimer

  /// Runs `fire` as soon as possible.
  func run(_ fire: @escaping @Sendable () -> Void)
}

/// A timer that may still fire.
package struct ScheduledTimer: Sendable {
  /// Stops the timer; nothing happens if it has fired.
  package let cancel: @Sendable () -> Void

  package init(cancel: @escaping @Sendable () -> Void) {
    self.cancel = cancel
  }
}

/// A moment of a clock that only goes forwards, in nanoseconds.
package struct Uptime: Hashable, Comparable, Sendable {
  /// The time since the moment from which the clock counts.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  package static func < (first: Uptime, second: Uptime) -> Bool {
    first.nanoseconds < second.nanoseconds
  }

  package static func + (moment: Uptime, duration: Duration) -> Uptime {
    Uptime(nanoseconds: moment.nanoseconds + duration.wholeNanoseconds)
  }

  package static func - (end: Uptime, start: Uptime) -> Duration {
    .nanoseconds(end.nanoseconds - start.nanoseconds)
  }
}

extension Duration {
  /// The duration in nanoseconds, without fractions; at most 292 years.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooLarge else { return seconds < 0 ? .min : .max }
    let (sum, overflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows ? .max : sum
  }
}

extension TimeSource {
  /// Runs `body`, which is cancelled after `limit`.
  ///
  /// - Parameter error: thrown when the time is over.
  /// - Throws: `error`, or what `body` throws.
  package func limiting<Value: Sendable>(
    to limit: Duration, orThrowing error: any Error,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await body() }
      group.addTask {
        try await sleep(for: limit)
        throw error
      }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}

/// A span of time as a person writes it: `90d`.
package enum TimeSpan {
  private static let millisecondsPerUnit: [Character: Int] = [
    "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
  ]

  /// How long `text` says, in minutes, hours, days or weeks; `nil` if it is not a duration.
  package static func milliseconds(_ text: String) -> Int? {
    guard let unit = text.last.flatMap({ millisecondsPerUnit[$0] }),
      text.dropLast().utf8.allSatisfy(\.isDigit),
      // Five digits of weeks end before the year 10000.
      let count = Int(text.dropLast()), (1...99_999).contains(count)
    else { return nil }
    return count * unit
  }
}
