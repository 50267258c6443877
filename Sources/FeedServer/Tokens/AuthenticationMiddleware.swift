import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird

/// Finds out who asks. A request without a token is the public's; one with a token that is worth
/// nothing is refused by ``RefusalMiddleware``, once it has been counted, and never taken for the
/// public's.
struct AuthenticationMiddleware: RouterMiddleware {
  let store: any FeedStore
  let clock: @Sendable () -> Timestamp

  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    do {
      if let identity = try await identity(of: request) { context.identity = identity }
    } catch let problem as Problem {
      context.refusal = problem
    }
    return try await next(request, context)
  }

  private func identity(of request: Request) async throws -> Identity? {
    try Self.refuseTokens(inQueryOf: request)
    guard let secret = try TokenSecret(bearerOf: request.headers) else { return nil }
    // The store is asked every time: a token that was revoked is worth nothing from then on.
    guard let token = try await store.read({ try $0.token(presenting: secret) }) else {
      throw Problem.invalidToken("there is no such token")
    }
    switch token.standing(at: clock()) {
    case .valid: return token.identity
    case .expired: throw Problem.invalidToken("the token has expired")
    case .revoked: throw Problem.invalidToken("the token was revoked")
    }
  }

  /// An address is kept in logs, histories and bookmarks, where no secret belongs (RFC 9700, section
  /// 4.3.2).
  private static func refuseTokens(inQueryOf request: Request) throws {
    for (name, value) in request.uri.queryParameters
    where name == "access_token" || name == "token" || value.hasPrefix(TokenSecret.prefix) {
      throw Problem.tokenInQuery
    }
  }
}

/// Refuses what ``AuthenticationMiddleware`` did not accept. It stands behind the count of requests, so
/// that nobody can guess tokens at any rate.
struct RefusalMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: FeedRequestContext,
    next: @concurrent (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    if let refusal = context.refusal { throw refusal }
    return try await next(request, context)
  }
}

extension TokenSecret {
  /// The secret that `Authorization: Bearer …` shows (RFC 6750, section 2.1); `nil` without the header.
  ///
  /// - Throws: ``Problem`` for anything else in that header.
  init?(bearerOf headers: HTTPFields) throws {
    let fields = headers[values: .authorization]
    guard let field = fields.first else { return nil }
    let parts = field.split(separator: " ", omittingEmptySubsequences: true)
    guard fields.count == 1, parts.count == 2, parts[0].lowercased() == "bearer",
      let secret = TokenSecret(String(parts[1]))
    else {
      throw Problem.invalidToken(
        "expected Authorization: Bearer \(TokenSecret.prefix)…, found something else")
    }
    self = secret
  }
}
