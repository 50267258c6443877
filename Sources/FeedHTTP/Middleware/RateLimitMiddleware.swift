import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird

/// Enforces the rate limits, before anybody is identified: a request beyond the rate costs nothing. Reads are counted by
/// address. Writes are counted by the token that their credentials were found to be of, and otherwise by address.
struct RateLimitMiddleware: RouterMiddleware {
  let limits: RateLimits
  /// Paths that are never limited.
  let exemptPaths: Set<String>
  let clock: any TimeSource

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    let name: RateLimits.Policy.Name =
      context.effect(of: request.method) == .write ? .writes : .reads
    guard !exemptPaths.contains(request.uri.path) else { return try await next(request, context) }
    var context = context
    context.countedToken =
      name == .writes ? Credentials(of: request, context).flatMap(limits.owners.token(of:)) : nil
    let subject =
      context.countedToken.map(RateLimits.Subject.token)
      ?? context.clientAddress.map(RateLimits.Subject.init)
    guard let subject, let quota = try limits.take(name, of: subject, at: clock.uptime) else {
      return try await next(request, context)
    }
    var response = try await next(request, context)
    // That of the token, if it was not known before, says more.
    if response.headers[.rateLimit] == nil { response.headers.state(quota) }
    return response
  }
}

/// Counts the writes of tokens that ``RateLimitMiddleware`` did not know yet: each way to present one counts for it.
struct TokenRateMiddleware: RouterMiddleware {
  let limits: RateLimits
  let exemptPaths: Set<String>
  let clock: any TimeSource

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    guard context.effect(of: request.method) == .write, !exemptPaths.contains(request.uri.path),
      let credentials = Credentials(of: request, context)
    else { return try await next(request, context) }
    let token = context.identity?.tokenID
    limits.owners.note(token, of: credentials)
    guard let token, token != context.countedToken,
      let quota = try limits.take(.writes, of: .token(token), at: clock.uptime)
    else { return try await next(request, context) }
    var response = try await next(request, context)
    response.headers.state(quota)
    return response
  }
}

extension RateLimits {
  /// Counts a request of `subject`; `nil` if there is no such limit.
  ///
  /// - Throws: ``Problem`` if it is beyond the rate.
  fileprivate func take(_ name: Policy.Name, of subject: Subject, at now: Uptime) throws -> Quota? {
    guard let limiter = name == .writes ? writes : reads else { return nil }
    let quota = Quota(
      policy: Policy(name: name, limit: limiter.limit), decision: limiter.admit(subject, at: now))
    guard quota.decision.isAllowed else {
      var problem = Problem.rateLimited(
        quota.policy, retryAfter: quota.decision.untilNext.wholeSeconds)
      problem.headers.state(quota)
      throw problem
    }
    return quota
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
