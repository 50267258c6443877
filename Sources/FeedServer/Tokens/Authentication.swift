import FeedEditing
import FeedHTTP
package import FeedModel
package import FeedStore
import Foundation
import HTTPTypes
import HummingbirdCore
import Synchronization

/// Identifies the client by its token, or by the session in its cookie, and watches its standing for as long as the
/// request and its answer take.
///
/// A request without either is public; one with an invalid token is refused once it has been counted, and never treated as
/// public. One whose session has ended is public: the browser cannot do without its cookie, and may read what everybody
/// may.
struct Authentication: Sendable {
  let store: any FeedStore
  let clock: any TimeSource
  let uses: TokenUses

  /// Calls the rest of the way with the identity of the client, or with the reason of a refusal. It throws errors of the
  /// store, and of the rest.
  var identification: RequestPipeline.Identification {
    { try await identify($0, $1, next: $2) }
  }

  @concurrent private func identify(
    _ request: Request, _ context: FeedRequestContext,
    next: @concurrent @Sendable (Request, FeedRequestContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    let start = clock.uptime
    do {
      try Self.refuseTokens(inQueryOf: request)
      if let secret = try TokenSecret(bearerOf: request.headers) {
        context.identity = try await identity(presenting: secret, as: .token)
      } else {
        try await identify(byCookiesOf: request, &context)
      }
    } catch let error as AuthorityError {
      context.refusal = Problem(error)
    } catch let problem as Problem {
      context.refusal = problem
    }
    guard let identity = context.identity, !identity.isAssistant else {
      return try await next(request, context)
    }
    return try await AuthorityWatch(of: identity, at: start, in: store, by: clock)
      .handle(request, context, next)
  }

  /// Notes who presents the session in a cookie, or why none is one: of several, the first that is a session counts, and
  /// what is wrong with the first one is said.
  private func identify(
    byCookiesOf request: Request, _ context: inout FeedRequestContext
  ) async throws {
    let cookies = SessionCookie.values(in: request.headers, isEncrypted: context.isEncrypted)
    guard !cookies.isEmpty else { return }
    try Self.requireOwnOrigin(of: request, isEncrypted: context.isEncrypted)
    for text in cookies {
      do {
        context.identity = try await identity(presenting: TokenSecret(text), as: .session)
        context.endedSession = nil
        return
      } catch let error as AuthorityError {
        context.endedSession = context.endedSession ?? Problem(error)
      }
    }
  }

  /// Who presents `secret`.
  ///
  /// - Parameters:
  ///   - secret: `nil` for a text that is no secret.
  ///   - type: The type of tokens that are accepted here.
  /// - Throws: `AuthorityError` for a token that is not accepted.
  private func identity(
    presenting secret: TokenSecret?, as type: TokenType
  ) async throws -> Identity {
    // Not cached: a revoked token is refused from the next request on, and has its role from the next request on.
    var token: Token?
    if let secret { token = try await store.read { try $0.token(presenting: secret) } }
    guard let token, token.type == type else { throw AuthorityError.unknown(type) }
    let now = clock.now
    try token.requireValid(at: now)
    uses.note(token.id, at: now)
    return token.identity
  }

  /// Refuses requests with a cookie that a page of another site may have sent, unless they change nothing (RFC 9110,
  /// section 9.2.1).
  private static func requireOwnOrigin(of request: Request, isEncrypted: Bool) throws {
    guard ![.get, .head, .options].contains(request.method),
      !request.isOfOwnPage(isEncrypted: isEncrypted)
    else { return }
    throw Problem(
      status: .forbidden, code: "origin_mismatch",
      detail:
        "expected an Origin with the host and the port of the request, and https behind TLS, as "
        + "this server's pages have it")
  }

  /// Refuses tokens in the query: URLs are kept in logs, histories and bookmarks, where no secret belongs
  /// (RFC 9700, section 4.3.2).
  private static func refuseTokens(inQueryOf request: Request) throws {
    for (name, value) in request.uri.queryParameters {
      let name = name.removingPercentEncoding ?? String(name)
      let value = value.removingPercentEncoding ?? String(value)
      guard name != "access_token", name != "token", !value.hasPrefix(TokenSecret.prefix) else {
        throw Problem(
          status: .badRequest, code: "token_in_query",
          detail: "a token in a URL can end up in logs; send it as Authorization: Bearer … and "
            + "revoke this one")
      }
    }
  }
}

extension Request {
  /// Whether a page of this server sends it: its `Origin` (RFC 6454, section 7) has the host and the port that the request
  /// is for.
  ///
  /// A browser adds the cookies of this server to requests that any page makes it send, as far as `SameSite` lets it. It
  /// always says which page that is with methods that can change something.
  ///
  /// - Parameter isEncrypted: Whether the request came over TLS. Then its page did, too: one that came without may be
  ///   anybody's who is between.
  fileprivate func isOfOwnPage(isEncrypted: Bool) -> Bool {
    let fields = headers[values: .origin]
    guard fields.count == 1, let authority = head.authority,
      let separator = fields[0].firstRange(of: "://"),
      let port = ["http": ":80", "https": ":443"][String(fields[0][..<separator.lowerBound])],
      !isEncrypted || fields[0].hasPrefix("https:")
    else { return false }
    /// `authority` without the port that its scheme has anyway.
    func name(_ authority: some StringProtocol) -> String {
      let name = authority.lowercased()
      return name.hasSuffix(port) ? String(name.dropLast(port.count)) : name
    }
    let origin = fields[0][separator.upperBound...]
    return !origin.isEmpty && name(origin) == name(authority)
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

extension FeedRequestContext {
  /// The client as the author of a write, which needs the role of its route, or `role`: looked at here, before the body is
  /// read, and by the transaction that writes.
  ///
  /// - Throws: as ``require(_:)`` does.
  func author(_ role: TokenRole? = nil) throws -> Author {
    let role = role ?? self.role ?? .admin
    return .bearer(try require(role), needing: role)
  }
}

extension Problem {
  /// Why the bearer of a token or a session may not do what they ask for, which they may know.
  init(_ error: AuthorityError) {
    self =
      switch error {
      case .unknown(.session), .expired(.session), .revoked(.session):
        .sessionEnded(error.description)
      case .unknown, .expired, .revoked: .invalidToken(error.description)
      case .roleTooLow: .roleTooLow(error.description)
      }
  }

  /// An unknown, expired or revoked token.
  fileprivate static func invalidToken(_ reason: String) -> Problem {
    Problem(
      status: .unauthorized, code: "invalid_token", detail: reason,
      headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
  }

  /// An unknown, expired or revoked session, whose person signs in again.
  private static func sessionEnded(_ reason: String) -> Problem {
    Problem(
      status: .unauthorized, code: "session_ended", detail: reason,
      headers: [.wwwAuthenticate: "Bearer"])
  }

  private static func roleTooLow(_ reason: String) -> Problem {
    Problem(
      status: .forbidden, code: "role_too_low", detail: reason,
      headers: [.wwwAuthenticate: #"Bearer error="insufficient_scope""#])
  }
}

/// When tokens were last accepted, as far as the store does not know yet: a request that is read does not write.
package final class TokenUses: Sendable {
  /// By the number of the token.
  private let moments = Mutex<[Int: Timestamp]>([:])

  package init() {}

  /// Notes that token `id` is accepted at `moment`.
  package func note(_ id: Int, at moment: Timestamp) {
    moments.withLock { $0[id] = moment }
  }

  /// When token `id` was last accepted; `nil` if the store knows as much.
  package func lastUse(of id: Int) -> Timestamp? {
    moments.withLock { $0[id] }
  }

  /// Writes to `store` what it does not know, in one transaction.
  ///
  /// - Throws: ``StoreError``; then nothing is forgotten.
  package func write(to store: any FeedStore, at now: Timestamp) async throws {
    let noted = moments.withLock { $0 }
    guard !noted.isEmpty else { return }
    _ = try await Editor(store: store, clock: { now }).write(by: .program) { transaction in
      for (id, moment) in noted { try transaction.noteUse(ofToken: id, at: moment) }
    }
    moments.withLock { moments in
      for (id, moment) in noted where moments[id] == moment { moments[id] = nil }
    }
  }
}
