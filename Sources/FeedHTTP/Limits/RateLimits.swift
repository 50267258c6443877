import Bounds
import FeedModel
import HTTPTypes
import NIOCore

/// The rate limits of a server. Reads are counted by address; writes by token, and by address without one, or with one
/// that is not known yet.
package struct RateLimits: Sendable {
  /// A client whose requests are counted: an address, or a token.
  package enum Subject: Hashable {
    case address(IPAddress)
    case token(Int)

    /// The subscriber of `address`.
    package init(_ address: IPAddress) { self = .address(address.subscriber) }
  }

  /// `nil` for no limit.
  private let reads: RefilledBudget<Subject>?
  /// `nil` for no limit.
  private let writes: RefilledBudget<Subject>?
  let owners = CredentialOwners()

  init(_ limits: ServerLimits) {
    reads = limits.readsPerSecond > 0 ? RefilledBudget(limits.readsPerSecond, in: .seconds(1)) : nil
    writes = limits.writesPerSecond > 0 ? RefilledBudget(limits.writesPerSecond, in: .seconds(1)) : nil
  }

  /// The policy of requests with `effect`; `nil` for no limit.
  func policy(of effect: Route.Effect) -> Policy? {
    limiter(of: effect).map { Policy(name: effect == .write ? "writes" : "reads", limit: $0.size) }
  }

  /// Counts a request of `subject`; `nil` for no limit.
  func decide(_ effect: Route.Effect, of subject: Subject, at now: Uptime) -> Quota? {
    guard let limiter = limiter(of: effect), let policy = policy(of: effect) else { return nil }
    return Quota(policy: policy, decision: limiter.take(by: subject, at: now))
  }

  /// Counts a request of `subject`; `nil` for no limit.
  ///
  /// - Throws: ``Problem`` if it is beyond the rate.
  func take(
    _ effect: Route.Effect, of subject: Subject, at now: Uptime
  ) throws(Problem) -> Quota? {
    let quota = decide(effect, of: subject, at: now)
    if let quota, !quota.decision.isAllowed { throw .rateLimited(quota) }
    return quota
  }

  private func limiter(of effect: Route.Effect) -> RefilledBudget<Subject>? {
    effect == .write ? writes : reads
  }

  /// A quota policy, as response fields state it (draft-ietf-httpapi-ratelimit-headers-10).
  struct Policy {
    let name: String
    /// Requests in a second.
    let limit: Int

    /// The value of `RateLimit-Policy`.
    var text: String { "\"\(name)\";q=\(limit);w=1" }
  }

  /// The remaining quota of a client.
  struct Quota {
    let policy: Policy
    let decision: RefilledBudget<Subject>.Decision

    /// The value of `RateLimit`.
    var text: String {
      "\"\(policy.name)\";r=\(decision.remaining);t=\(decision.untilFull.wholeSeconds)"
    }
  }
}

extension HTTPFields {
  /// Adds `RateLimit-Policy` and `RateLimit`, the remaining quota.
  mutating func state(_ quota: RateLimits.Quota) {
    self[.rateLimitPolicy] = quota.policy.text
    self[.rateLimit] = quota.text
  }
}

extension HTTPField.Name {
  static let rateLimit = field("RateLimit")
  static let rateLimitPolicy = field("RateLimit-Policy")
}

extension Duration {
  /// In seconds, rounded up, at least 1.
  package var wholeSeconds: Int {
    max(1, Int((wholeNanoseconds + 999_999_999) / 1_000_000_000))
  }
}

extension Problem {
  fileprivate static func rateLimited(_ quota: RateLimits.Quota) -> Problem {
    let (policy, seconds) = (quota.policy, quota.decision.untilNext.wholeSeconds)
    var problem = Problem(
      status: .tooManyRequests, code: "rate_limited", title: "Too many requests",
      detail: "more than \(policy.limit) \(policy.name) a second; try again in \(seconds) s",
      headers: [.retryAfter: "\(seconds)"])
    problem.headers.state(quota)
    return problem
  }
}
