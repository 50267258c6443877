package import FeedModel
import Synchronization

/// Limits the requests of each subject by a token bucket that is refilled evenly within a second.
///
/// A bucket is stored as the time at which it is full again (the generic cell rate algorithm), and is
/// dropped after that: within two seconds of the last request.
package final class RateLimiter<Subject: Hashable & Sendable>: Sendable {
  /// Whether a request is allowed, and the remaining quota.
  package struct Decision: Equatable {
    package let isAllowed: Bool
    /// How many more requests are allowed immediately.
    package let remaining: Int
    /// The time until the bucket is full.
    package let untilFull: Duration
    /// The time until another request is allowed.
    package let untilNext: Duration
  }

  /// The most subjects that are distinguished within a second. With more, the least recent ones are
  /// dropped early.
  package static var capacity: Int { 1 << 16 }

  private struct Buckets {
    /// The buckets used since `began`, and those used in the second before.
    /// The times are in nanoseconds: those of the clock, for arithmetic that costs nothing.
    var current: [Subject: Int64] = [:]
    var previous: [Subject: Int64] = [:]
    var began: Int64 = 0
  }

  /// How many requests fill a bucket.
  package let limit: Int
  /// In nanoseconds.
  private let interval: Int64
  private let window: Int64
  private let buckets = Mutex(Buckets())

  /// - Parameter limit: Requests in a second; at least 1.
  package init(limit: Int) {
    precondition(limit > 0, "a limiter needs a limit")
    self.limit = limit
    interval = max(1, 1_000_000_000 / Int64(limit))
    window = interval * Int64(limit)
  }

  /// How many buckets are stored.
  package var count: Int { buckets.withLock { $0.current.count + $0.previous.count } }

  /// Takes a token from the bucket of `subject`, if there is one left.
  package func admit(_ subject: Subject, at now: Uptime) -> Decision {
    let now = now.nanoseconds
    return buckets.withLock { buckets in
      if now - buckets.began >= window || buckets.current.count >= Self.capacity {
        // Buckets that are in neither dictionary are full.
        let isStale = now - buckets.began >= window * 2
        buckets.previous = isStale ? [:] : buckets.current
        buckets.current = [:]
        buckets.began = now
      }
      let full = max(buckets.current[subject] ?? buckets.previous[subject] ?? now, now)
      let untilFull = full - now
      let isAllowed = untilFull + interval <= window
      let after = isAllowed ? untilFull + interval : untilFull
      buckets.current[subject] = now + after
      return Decision(
        isAllowed: isAllowed, remaining: Int((window - after) / interval),
        untilFull: .nanoseconds(after),
        untilNext: .nanoseconds(max(0, after + interval - window)))
    }
  }
}
