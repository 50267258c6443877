import FeedStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Refuses requests of clients that make too many.
struct RateLimitMiddleware: RouterMiddleware {
  /// Who is counted.
  private enum Subject: Hashable {
    case address(IPAddress)
    case token(Int)
  }

  /// What asks whether the server is alive must always be told.
  private static let uncounted: Set = ["/healthz", "/readyz"]

  private let routes: RouteTable
  private let reads: RateLimiter<Subject>?
  private let writes: RateLimiter<Subject>?
  private let now: @Sendable () -> NIODeadline

  init(limits: ServerLimits, routes: RouteTable, now: @escaping @Sendable () -> NIODeadline) {
    self.routes = routes
    self.now = now
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
    guard let limiter = isWrite ? writes : reads, let subject, !Self.uncounted.contains(path) else {
      return try await next(request, context)
    }

    let decision = limiter.admit(subject, at: now())
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
  /// Says how much of a quota is left (draft-ietf-httpapi-ratelimit-headers-10).
  fileprivate mutating func state<Subject>(
    _ policy: String, limit: Int, _ decision: RateLimiter<Subject>.Decision
  ) {
    self[.rateLimitPolicy] = "\"\(policy)\";q=\(limit);w=1"
    self[.rateLimit] = "\"\(policy)\";r=\(decision.remaining);t=\(decision.untilFull.wholeSeconds)"
  }
}

extension TimeAmount {
  /// In seconds, rounded up, and never none.
  fileprivate var wholeSeconds: Int {
    Swift.max(1, Int((nanoseconds + 999_999_999) / 1_000_000_000))
  }
}

extension HTTPField.Name {
  static let rateLimit = field("RateLimit")
  static let rateLimitPolicy = field("RateLimit-Policy")
}
