import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// Tokens, invitations and sessions, for admins.
struct TokenRoutes {
  let editor: Editor
  let uses: TokenUses
  let randomBytes: @Sendable (Int) -> [UInt8]
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(.get, "/v1/tokens", list),
      Route(.post, "/v1/tokens", create),
      Route(.patch, "/v1/tokens/{id}", change),
      Route(.delete, "/v1/tokens/{id}", revoke),
    ]
  }

  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try context.require(.admin)
    try request.requireNoParameters()
    let tokens = try await editor.store.read { try $0.tokens() }.map { [uses] in
      $0.used(at: uses.lastUse(of: $0.id))
    }
    return Response { object in
      object.objects("result", tokens) { $0.members(of: $1) }
      object.null("next")
    }
  }

  private func create(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireNoParameters()
    guard request.headers[.idempotencyKey] == nil else { throw Problem.idempotencyKeyImpossible }
    let (name, role, expiresAt) = try await request.json(limits).newToken(now: editor.clock())
    let secret = TokenSecret(randomBytes: randomBytes(TokenSecret.byteCount))
    return try await editor.answer(by: author) { transaction in
      let token = try transaction.issueToken(
        name: name, role: role, expiresAt: expiresAt, secret: secret,
        by: transaction.actor)
      return WriteAnswer(
        .created,
        json: JSONWriter.object { object in
          object.members(of: token)
          object.member("secret", secret.text)
        })
    }
  }

  /// Changes the name or the role of a token, which holds from the next request on.
  private func change(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireNoParameters()
    let id = try context.number(of: "token")
    let (name, role) = try await request.json(limits).tokenChange()
    return try await editor.answer(by: author) { [uses] transaction in
      let token = try transaction.changeToken(
        id, name: name, role: role, by: transaction.actor)
      guard let token else { throw Problem.notFound("there is no token \(id)") }
      let used = token.used(at: uses.lastUse(of: id))
      return WriteAnswer(.ok, json: JSONWriter.object { $0.members(of: used) })
    }
  }

  private func revoke(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireNoParameters()
    let id = try context.number(of: "token")
    return try await editor.answer(by: author) { transaction in
      guard try transaction.revokeToken(id, by: transaction.actor) != nil else {
        throw Problem.notFound("there is no token \(id)")
      }
      return WriteAnswer(.noContent)
    }
  }
}

extension JSONTree {
  /// Reads `{"name":"Ben","role":"editor","expires_at":"30d"}`, with the last member only if it `canExpire`.
  ///
  /// - Returns: what a new token has; no `expiresAt` for never.
  /// - Throws: all problems of the body.
  func newToken(
    now: Timestamp, canExpire: Bool = true
  ) throws(DocumentProblems) -> (name: String, role: TokenRole, expiresAt: Timestamp?) {
    try members { fields in
      let (name, role) = (fields.tokenName(), fields.tokenRole())
      var expiresAt: Timestamp?
      if canExpire, fields.hasValue("expires_at") {
        expiresAt = fields.value("expires_at", expected: .words(TokenExpiry.expectation)) {
          TokenExpiry.moment($0, now: now)
        }
      }
      guard let name, let role else { return nil }
      return (name, role, expiresAt)
    }
  }

  /// Reads `{"name":"Ben","role":"editor"}`; what is left out stays as it is.
  fileprivate func tokenChange() throws(DocumentProblems) -> (name: String?, role: TokenRole?) {
    try members { fields in
      (
        fields.contains("name") ? fields.tokenName() : nil,
        fields.contains("role") ? fields.tokenRole() : nil
      )
    }
  }
}

extension JSONFieldReader {
  fileprivate mutating func tokenName() -> String? {
    value(
      "name",
      expected: .words(
        "a line of 1 to \(Token.nameLength) characters, without marks of direction"),
      Token.acceptableName)
  }

  fileprivate mutating func tokenRole() -> TokenRole? {
    value("role", expected: .oneOf(TokenRole.allCases.map(\.rawValue)), TokenRole.init)
  }
}
