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
  let reads: RateLimiter<Subject>?
  /// `nil` for no limit.
  let writes: RateLimiter<Subject>?
  let owners = CredentialOwners()

  init(_ limits: ServerLimits) {
    reads = limits.readsPerSecond > 0 ? RateLimiter(limit: limits.readsPerSecond) : nil
    writes = limits.writesPerSecond > 0 ? RateLimiter(limit: limits.writesPerSecond) : nil
  }

  /// The policy of ``reads``.
  var readPolicy: Policy? { reads.map { Policy(name: .reads, limit: $0.limit) } }

  /// A quota policy, as response fields state it (draft-ietf-httpapi-ratelimit-headers-10).
  struct Policy {
    enum Name: String {
      case reads, writes
    }

    let name: Name
    /// Requests in a second.
    let limit: Int

    /// The value of `RateLimit-Policy`.
    var text: String { "\"\(name.rawValue)\";q=\(limit);w=1" }
  }

  /// The remaining quota of a client.
  struct Quota {
    let policy: Policy
    let decision: RateLimiter<Subject>.Decision

    /// The value of `RateLimit`.
    var text: String {
      "\"\(policy.name.rawValue)\";r=\(decision.remaining);t=\(decision.untilFull.wholeSeconds)"
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
