import FeedStore
import HTTPTypes
import Hummingbird
package import NIOCore
import Synchronization

/// Enforces the rate limits. Reads are counted by address, writes by token or, without one, by
/// address.
struct RateLimitMiddleware: RouterMiddleware {
  /// Whose requests are counted.
  private enum Subject: Hashable {
    case address(IPAddress)
    case token(Int)
  }

  private let routes: RouteTable
  /// Paths that are never limited.
  private let exemptPaths: Set<String>
  private let reads: RateLimiter<Subject>?
  private let writes: RateLimiter<Subject>?
  private let uptime: @Sendable () -> NIODeadline

  init(
    limits: ServerLimits, routes: RouteTable, exemptPaths: Set<String>,
    uptime: @escaping @Sendable () -> NIODeadline
  ) {
    self.routes = routes
    self.exemptPaths = exemptPaths
    self.uptime = uptime
    reads = limits.readsPerSecond > 0 ? RateLimiter(limit: limits.readsPerSecond) : nil
    writes = limits.writesPerSecond > 0 ? RateLimiter(limit: limits.writesPerSecond) : nil
  }

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let path = request.uri.path
    let isWrite = routes.effect(of: request.method, for: path) == .write
    let address = context.clientAddress.map { Subject.address($0.subscriber) }
    let subject = isWrite ? context.identity.map { .token($0.tokenID) } ?? address : address
    guard let limiter = isWrite ? writes : reads, let subject, !exemptPaths.contains(path) else {
      return try await next(request, context)
    }

    let decision = limiter.admit(subject, at: uptime())
    let policy = isWrite ? "writes" : "reads"
    guard decision.isAllowed else {
      var problem = Problem.rateLimited(
        policy, limit: limiter.limit, retryAfter: decision.untilNext.wholeSeconds)
      problem.headers.state(policy, limit: limiter.limit, decision)
      throw problem
    }
    var response = try await next(request, context)
    response.headers.state(policy, limit: limiter.limit, decision)
    return response
  }
}

extension HTTPFields {
  /// Adds how much of a quota is left (draft-ietf-httpapi-ratelimit-headers-10).
  fileprivate mutating func state<Subject>(
    _ policy: String, limit: Int, _ decision: RateLimiter<Subject>.Decision
  ) {
    self[.rateLimitPolicy] = "\"\(policy)\";q=\(limit);w=1"
    self[.rateLimit] = "\"\(policy)\";r=\(decision.remaining);t=\(decision.untilFull.wholeSeconds)"
  }
}

extension TimeAmount {
  /// In seconds, rounded up, at least 1.
  fileprivate var wholeSeconds: Int {
    Swift.max(1, Int((nanoseconds + 999_999_999) / 1_000_000_000))
  }
}

extension Problem {
  /// - Parameter seconds: The time after which another request is allowed.
  fileprivate static func rateLimited(
    _ policy: String, limit: Int, retryAfter seconds: Int
  ) -> Problem {
    Problem(
      status: .tooManyRequests, code: "rate_limited", title: "Too many requests",
      detail: "more than \(limit) \(policy) a second; try again in \(seconds) s",
      headers: [.retryAfter: "\(seconds)"])
  }
}

extension HTTPField.Name {
  fileprivate static let rateLimit = field("RateLimit")
  fileprivate static let rateLimitPolicy = field("RateLimit-Policy")
}

/// Limits the requests of each subject by a token bucket that is refilled evenly within a second.
///
/// A bucket is stored as the time at which it is full again (the generic cell rate algorithm), and is
/// dropped after that: within two seconds of the last request.
package final class RateLimiter<Subject: Hashable & Sendable>: Sendable {
  /// Whether a request is allowed, and what is left of the quota.
  package struct Decision: Equatable {
    package let isAllowed: Bool
    /// How many more requests are allowed immediately.
    package let remaining: Int
    /// The time until the bucket is full.
    package let untilFull: TimeAmount
    /// The time until another request is allowed.
    package let untilNext: TimeAmount
  }

  /// The most subjects that are distinguished within a second. With more, the least recent ones are
  /// dropped early.
  package static var capacity: Int { 1 << 16 }

  private struct Buckets {
    /// The buckets used since `began`, and those used in the second before.
    var current: [Subject: NIODeadline] = [:]
    var previous: [Subject: NIODeadline] = [:]
    var began = NIODeadline.uptimeNanoseconds(0)
  }

  /// How many requests fill a bucket.
  package let limit: Int
  private let interval: TimeAmount
  private let window: TimeAmount
  private let buckets = Mutex(Buckets())

  /// - Parameter limit: Requests in a second; at least 1.
  package init(limit: Int) {
    precondition(limit > 0, "a limiter needs a limit")
    self.limit = limit
    interval = .nanoseconds(max(1, 1_000_000_000 / Int64(limit)))
    window = interval * limit
  }

  /// How many buckets are stored.
  package var count: Int { buckets.withLock { $0.current.count + $0.previous.count } }

  /// Takes a token from the bucket of `subject`, if there is one left.
  package func admit(_ subject: Subject, at now: NIODeadline) -> Decision {
    buckets.withLock { buckets in
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
        isAllowed: isAllowed, remaining: Int((window - after).nanoseconds / interval.nanoseconds),
        untilFull: after,
        untilNext: max(.zero, after + interval - window))
    }
  }
}
