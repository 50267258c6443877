import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird

/// Enforces the rate limits.
struct RateLimitMiddleware: RouterMiddleware {
  let limits: RateLimits
  /// Paths that are never limited.
  let exemptPaths: Set<String>
  let clock: any TimeSource

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let isWrite = context.effect(of: request.method) == .write
    let address = context.clientAddress.map(RateLimits.Subject.init)
    let subject = isWrite ? context.identity.map { .token($0.tokenID) } ?? address : address
    guard let limiter = isWrite ? limits.writes : limits.reads, let subject,
      !exemptPaths.contains(request.uri.path)
    else {
      return try await next(request, context)
    }

    let decision = limiter.admit(subject, at: clock.uptime)
    let policy = RateLimits.Policy(name: isWrite ? .writes : .reads, limit: limiter.limit)
    guard decision.isAllowed else {
      var problem = Problem.rateLimited(
        policy, retryAfter: decision.untilNext.wholeSeconds)
      problem.headers.state(policy, decision)
      throw problem
    }
    var response = try await next(request, context)
    response.headers.state(policy, decision)
    return response
  }
}

extension Duration {
  /// In seconds, rounded up, at least 1.
  package var wholeSeconds: Int {
    max(1, Int((wholeNanoseconds + 999_999_999) / 1_000_000_000))
  }
}

extension Problem {
  /// - Parameter seconds: The time after which another request is allowed.
  fileprivate static func rateLimited(
    _ policy: RateLimits.Policy, retryAfter seconds: Int
  ) -> Problem {
    Problem(
      status: .tooManyRequests, code: "rate_limited", title: "Too many requests",
      detail: "more than \(policy.limit) \(policy.name) a second; try again in \(seconds) s",
      headers: [.retryAfter: "\(seconds)"])
  }
}
