package import NIOCore
import Synchronization

/// Counts requests by who makes them: a bucket of tokens each, filled evenly, as many as may be asked
/// for in a second.
///
/// A bucket is kept as the moment at which it is full again (the generic cell rate algorithm), and is
/// forgotten then: within a second or two of the last request.
package final class RateLimiter<Subject: Hashable & Sendable>: Sendable {
  /// What became of a request.
  package struct Decision: Equatable {
    package let isAllowed: Bool
    /// How many more may come at once.
    package let remaining: Int
    /// The time until the bucket is full.
    package let untilFull: TimeAmount
    /// The time until another request is allowed.
    package let untilNext: TimeAmount
  }

  /// How many subjects are told apart in a second. With more, the longest unseen are forgotten early.
  package static var capacity: Int { 1 << 16 }

  private struct Buckets {
    /// Those asked for since `began`, and those asked for in the second before.
    var current: [Subject: NIODeadline] = [:]
    var previous: [Subject: NIODeadline] = [:]
    var began = NIODeadline.uptimeNanoseconds(0)
  }

  /// How many requests fill a bucket.
  package let limit: Int
  private let interval: TimeAmount
  private let window: TimeAmount
  private let buckets = Mutex(Buckets())

  /// - Parameter limit: requests in a second; at least 1.
  package init(limit: Int) {
    precondition(limit > 0, "no limit needs no limiter")
    self.limit = limit
    interval = .nanoseconds(max(1, 1_000_000_000 / Int64(limit)))
    window = interval * limit
  }

  /// How many subjects are remembered.
  package var count: Int { buckets.withLock { $0.current.count + $0.previous.count } }

  /// Takes a token out of the bucket of `subject`, if there is one.
  package func admit(_ subject: Subject, at now: NIODeadline) -> Decision {
    buckets.withLock { buckets in
      if now - buckets.began >= window || buckets.current.count >= Self.capacity {
        // What is not in either was full before.
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
        isAllowed: isAllowed, remaining: Int((window - after).nanoseconds / interval.nanoseconds),
        untilFull: after,
        untilNext: max(.zero, after + interval - window))
    }
  }
}
