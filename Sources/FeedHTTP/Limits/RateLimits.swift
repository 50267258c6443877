import FeedStore
import FeedModel
import HTTPTypes
import HummingbirdCore
import Synchronization

/// The rate limits of a server. Reads are counted by address; writes by token, and by address without one, or with one
/// that is not known yet.
package final class RateLimits: Sendable {
  /// `nil` for no limit.
  private let reads: RefilledBudget?
  /// `nil` for no limit.
  private let writes: RefilledBudget?
  /// The tokens that credentials were found to be of, for requests that are counted before the token is looked for. They
  /// permit nothing: a token is asked for in the store at each request. Each counts as a byte.
  private let tokens = Mutex(LRUCache<Int, Int>(maximumByteCount: 1 << 13))

  init(_ limits: ServerLimits) {
    func budget(_ perSecond: Int) -> RefilledBudget? {
      perSecond > 0 ? RefilledBudget(perSecond, in: .seconds(1)) : nil
    }
    reads = budget(limits.readsPerSecond)
    writes = budget(limits.writesPerSecond)
  }

  /// The value of `RateLimit-Policy` for requests with `effect`; `nil` for no limit.
  func policy(of effect: Route.Effect) -> String? {
    limiter(of: effect).map { Quota.policy(of: effect, limit: $0.size) }
  }

  /// Counts a request of `subject`; `nil` for no limit.
  func decide(_ effect: Route.Effect, of subject: Client, at now: Uptime) -> Quota? {
    limiter(of: effect).map {
      Quota(effect: effect, limit: $0.size, decision: $0.take(by: subject, at: now))
    }
  }

  /// Counts a request of `subject`; `nil` for no limit.
  ///
  /// - Throws: ``Problem`` if it is beyond the rate.
  func take(_ effect: Route.Effect, of subject: Client, at now: Uptime) throws(Problem) -> Quota? {
    let quota = decide(effect, of: subject, at: now)
    if let quota, !quota.decision.isAllowed { throw .rateLimited(quota) }
    return quota
  }

  private func limiter(of effect: Route.Effect) -> RefilledBudget? {
    effect == .write ? writes : reads
  }

  /// The remaining quota of a client, as response fields state it (draft-ietf-httpapi-ratelimit-headers-10).
  struct Quota {
    let effect: Route.Effect
    /// Requests in a second.
    let limit: Int
    let decision: RefilledBudget.Decision

    /// The value of `RateLimit-Policy`.
    static func policy(of effect: Route.Effect, limit: Int) -> String {
      "\"\(effect.plural)\";q=\(limit);w=1"
    }

    /// The value of `RateLimit`.
    var text: String {
      "\"\(effect.plural)\";r=\(decision.remaining);t=\(decision.untilFull.wholeSeconds)"
    }
  }
}

// MARK: - Credentials

extension RateLimits {
  /// A hash of the credentials of a request, which tells requests with different ones apart. Its key is random for this
  /// process: the credentials cannot be recovered, and no collision can be prepared. `nil` for a request without any.
  static func credentials(of request: Request, _ context: FeedRequestContext) -> Int? {
    let presented =
      request.headers[.authorization].map { [$0] }
      ?? SessionCookie.values(in: request.headers, isEncrypted: context.isEncrypted)
    return presented.isEmpty ? nil : presented.hashValue
  }

  /// The token that `credentials` were of the last time; `nil` if they are not known.
  func token(of credentials: Int) -> Int? { tokens.withLock { $0.use(credentials) } }

  /// Notes what `credentials` are of: `nil` for credentials that are not accepted.
  func note(_ token: Int?, of credentials: Int) {
    tokens.withLock { tokens in
      guard let token else {
        tokens.remove(credentials)
        return
      }
      tokens.store(token, byteCount: 1, for: credentials)
      tokens.shrink()
    }
  }
}

extension Route.Effect {
  /// The name of requests with this effect in quotas and problems.
  fileprivate var plural: String { self == .write ? "writes" : "reads" }
}

extension HTTPFields {
  /// Adds `RateLimit-Policy` and `RateLimit`, the remaining quota.
  mutating func state(_ quota: RateLimits.Quota) {
    self[.rateLimitPolicy] = RateLimits.Quota.policy(of: quota.effect, limit: quota.limit)
    self[.rateLimit] = quota.text
  }
}

extension HTTPField.Name {
  static let rateLimit = field("RateLimit")
  static let rateLimitPolicy = field("RateLimit-Policy")
}

extension Duration {
  /// In seconds, rounded up, at least 1.
  package var wholeSeconds: Int { max(1, Int((wholeNanoseconds + 999_999_999) / 1_000_000_000)) }
}

extension Problem {
  fileprivate static func rateLimited(_ quota: RateLimits.Quota) -> Problem {
    let seconds = quota.decision.untilNext.wholeSeconds
    var problem = Problem(
      status: .tooManyRequests, code: "rate_limited", title: "Too many requests",
      detail: "more than \(quota.limit) \(quota.effect.plural) a second; try again in \(seconds) s",
      headers: [.retryAfter: "\(seconds)"])
    problem.headers.state(quota)
    return problem
  }
}
