import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import FeedPublisher
import StrictJSON

/// Tokens, invitations and sessions, for admins.
struct TokenRoutes: Resource {
  static let tag = "administration"

  let editor: Editor
  let uses: TokenUses
  /// The time zone and the locales of the server, which editors write in, and its address.
  let publishing: ItemPublishing
  let randomBytes: @Sendable (Int) -> [UInt8]
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(
        .get, "/v1/tokens", "listTokens",
        "The tokens, invitations and sessions, without their secrets.", role: .admin,
        answers: [.ok(.page(of: .component("Token")), "The tokens.")], list),
      Route(
        .post, "/v1/tokens", "createToken",
        "Create a token; its secret is shown only in this response.", role: .admin,
        body: [.json(.component("NewToken"))],
        answers: [
          .created(.component("Token"), "The token, with its secret.")
        ], problems: [422], create),
      Route(
        .patch, "/v1/tokens/{id}", "changeToken",
        "Change the name or the role of a token, from its next request on.", role: .admin,
        parameters: [.path("id", .integer(1...Int.max), "The token.")],
        body: [.json(.component("TokenChange"))], answers: [.ok(.component("Token"), "The token.")],
        problems: [404, 422], change),
      Route(
        .delete, "/v1/tokens/{id}", "revokeToken", "Revoke a token.", role: .admin,
        parameters: [.path("id", .integer(1...Int.max), "The token.")],
        answers: [.init(204, "The token is revoked.")], problems: [404], revoke),
    ] + sessionRoutes
  }

  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let tokens = try await editor.store.read { try $0.tokens() }.map { [uses] in
      $0.used(at: uses.lastUse(of: $0.id))
    }
    return Response { object in
      object.objects("result", tokens) { $0.members(of: $1) }
      object.null("next")
    }
  }

  private func create(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    guard request.headers[.idempotencyKey] == nil else { throw Problem.idempotencyKeyImpossible }
    let (name, role, expiresAt) = try await request.json(limits).newToken(now: editor.clock())
    let secret = TokenSecret(randomBytes: randomBytes(TokenSecret.byteCount))
    return try await editor.answer(by: author) { transaction in
      let token = try transaction.issueToken(
        name: name, role: role, expiresAt: expiresAt, secret: secret, by: transaction.actor)
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
    let author = try context.author()
    let id = try context.number(of: "token")
    let (name, role) = try await request.json(limits).tokenChange()
    return try await editor.answer(by: author) { [uses] transaction in
      let token = try transaction.changeToken(id, name: name, role: role, by: transaction.actor)
      guard let token else { throw Problem.notFound("there is no token \(id)") }
      let used = token.used(at: uses.lastUse(of: id))
      return WriteAnswer(.ok, json: JSONWriter.object { $0.members(of: used) })
    }
  }

  private func revoke(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
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
        expiresAt = fields.value("expires_at", expected: .words(Token.expiryForm)) {
          Token.expiry($0, now: now)
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
      expected: .words("a line of 1 to \(Token.nameLength) characters, without marks of direction"),
      Token.acceptableName)
  }

  fileprivate mutating func tokenRole() -> TokenRole? {
    value("role", expected: .oneOf(TokenRole.allCases.map(\.rawValue)), TokenRole.init)
  }
}

extension TokenRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("Token", token), ("NewToken", newToken), ("TokenChange", tokenChange)] + sessionSchemas
  }

  /// The role of a token, in bodies without the roles of later versions.
  static func role(isOpen: Bool) -> Schema {
    .text(of: TokenRole.allCases.map(\.rawValue), isOpen: isOpen)
  }

  /// The type of a token.
  static let type = Schema.text(of: TokenType.allCases.map(\.rawValue), isOpen: true)

  private static let token = Schema.object([
    .required("id", .integer(1...Int.max)), .required("type", type), .required("name", .text()),
    .required("role", role(isOpen: true)),
    .required("created_at", .moment), .required("expires_at", Schema.moment.orNull),
    .required(
      "last_used_at",
      Schema.moment.orNull.described("To the minute; of an invitation, when it was used.")),
    .required("revoked_at", Schema.moment.orNull), .optional("secret", .text()),
  ])

  /// The name of a token in bodies.
  // At least one visible character, and no ASCII control characters. The patterns of JSON Schema have no
  // portable way to exclude the others.
  static let name = Schema.text(
    pattern: "^[^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$",
    length: 1...Token.nameLength
  ).described("One line without control characters; white space around it is removed.")

  private static let newToken = Schema.object(
    [
      .required("name", name), .required("role", role(isOpen: false)),
      .optional("expires_at", Schema.text().orNull.described("A time, or a duration such as 30d.")),
    ], isClosed: true)

  private static let tokenChange = Schema.object(
    [.optional("name", name), .optional("role", role(isOpen: false))], isClosed: true)
}
