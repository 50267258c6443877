import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird

/// Identifies the client by its token. A request without a token is public; one with an invalid token
/// is refused by ``RefusalMiddleware``, once it has been counted, and never treated as public.
struct AuthenticationMiddleware: RouterMiddleware {
  let store: any FeedStore
  let clock: any TimeSource

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
    // Not cached: a revoked token is refused from the next request on.
    guard let token = try await store.read({ try $0.token(presenting: secret) }) else {
      throw Problem.invalidToken("there is no such token")
    }
    try token.requireValid(at: clock.now)
    return token.identity
  }

  /// Refuses tokens in the query: URLs are kept in logs, histories and bookmarks, where no secret belongs
  /// (RFC 9700, section 4.3.2).
  private static func refuseTokens(inQueryOf request: Request) throws {
    for (name, value) in request.uri.queryParameters
    where name == "access_token" || name == "token" || value.hasPrefix(TokenSecret.prefix) {
      throw Problem.tokenInQuery
    }
  }
}

extension TokenSecret {
  /// The secret in `Authorization: Bearer …` (RFC 6750, section 2.1); `nil` without the header.
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

extension Token {
  /// - Throws: ``Problem`` for a token that has expired or was revoked.
  fileprivate func requireValid(at moment: Timestamp) throws {
    switch standing(at: moment) {
    case .valid: return
    case .expired: throw Problem.invalidToken("the token has expired")
    case .revoked: throw Problem.invalidToken("the token was revoked")
    }
  }
}

extension FeedStore {
  /// Checks the token again during a long request.
  ///
  /// - Throws: ``Problem`` if it is not valid any more.
  func requireValid(_ identity: Identity, at moment: Timestamp) async throws {
    guard let token = try await read({ try $0.token(identity.tokenID) }) else {
      throw Problem.invalidToken("there is no such token")
    }
    try token.requireValid(at: moment)
  }
}

extension FeedRequestContext {
  /// The client, if its token has at least `role`.
  ///
  /// - Throws: ``Problem`` without a token (401), or with that of a lower role (403).
  @discardableResult func require(_ role: TokenRole) throws -> Identity {
    guard let identity else { throw Problem.tokenRequired(role) }
    guard identity.role >= role else { throw Problem.roleTooLow(identity, needed: role) }
    return identity
  }
}

extension Problem {
  /// - Parameter role: the lowest sufficient role.
  static func tokenRequired(_ role: TokenRole) -> Problem {
    Problem(
      status: .unauthorized, code: "token_required", title: "Token required",
      detail: "expected a token of \(role.words) as Authorization: Bearer …",
      headers: [.wwwAuthenticate: "Bearer"])
  }

  /// An unknown, expired or revoked token. Its bearer may know the reason.
  static func invalidToken(_ reason: String) -> Problem {
    Problem(
      status: .unauthorized, code: "invalid_token", title: "Invalid token", detail: reason,
      headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
  }

  static func roleTooLow(_ identity: Identity, needed: TokenRole) -> Problem {
    Problem(
      status: .forbidden, code: "role_too_low", title: "Role too low",
      detail: "expected a token of \(needed.words), found one of \(identity.role.words)",
      headers: [.wwwAuthenticate: #"Bearer error="insufficient_scope""#])
  }

  static let tokenInQuery = Problem(
    status: .badRequest, code: "token_in_query", title: "Token in query",
    detail:
      "a token in a URL can end up in logs; send it as Authorization: Bearer … and revoke this one")
}

extension TokenRole {
  /// Who has the role, in a sentence.
  var words: String {
    switch self {
    case .viewer: "a viewer"
    case .contributor: "a contributor"
    case .editor: "an editor"
    case .admin: "an admin"
    }
  }
}
