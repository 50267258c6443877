import HTTPTypes
import NIOCore

/// The rate limits of a server. Reads are counted by address, writes by token or, without one, by
/// address.
struct RateLimits: Sendable {
  /// A client whose requests are counted: an address, or a token.
  enum Subject: Hashable {
    case address(IPAddress)
    case token(Int)

    /// The subscriber of `address`.
    init(_ address: IPAddress) { self = .address(address.subscriber) }
  }

  /// `nil` for no limit.
  let reads: RateLimiter<Subject>?
  /// `nil` for no limit.
  let writes: RateLimiter<Subject>?

  init(_ limits: ServerLimits) {
    reads = limits.readsPerSecond > 0 ? RateLimiter(limit: limits.readsPerSecond) : nil
    writes = limits.writesPerSecond > 0 ? RateLimiter(limit: limits.writesPerSecond) : nil
  }

  /// A quota policy, as response fields state it (draft-ietf-httpapi-ratelimit-headers-10).
  struct Policy {
    enum Name: String {
      case reads, writes
    }

    let name: Name
    /// Requests in a second.
    let limit: Int

    init(_ name: Name, limit: Int) {
      self.name = name
      self.limit = limit
    }

    /// The value of `RateLimit-Policy`.
    var text: String { "\"\(name.rawValue)\";q=\(limit);w=1" }

    /// The value of `RateLimit`.
    func text(_ decision: RateLimiter<Subject>.Decision) -> String {
      "\"\(name.rawValue)\";r=\(decision.remaining);t=\(decision.untilFull.wholeSeconds)"
    }
  }
}

extension HTTPFields {
  /// Adds `RateLimit-Policy` and `RateLimit`, the remaining quota.
  mutating func state(
    _ policy: RateLimits.Policy, _ decision: RateLimiter<RateLimits.Subject>.Decision
  ) {
    self[.rateLimitPolicy] = policy.text
    self[.rateLimit] = policy.text(decision)
  }
}

extension HTTPField.Name {
  static let rateLimit = field("RateLimit")
  static let rateLimitPolicy = field("RateLimit-Policy")
}
