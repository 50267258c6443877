import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird
import StrictJSON

/// Tokens, for admins.
struct TokenRoutes {
  let editor: Editor
  /// Makes the given number of random bytes.
  let randomBytes: @Sendable (Int) -> [UInt8]
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(.get, "/v1/tokens", list),
      Route(.post, "/v1/tokens", create),
      Route(.delete, "/v1/tokens/{id}", revoke),
    ]
  }

  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try context.require(.admin)
    try request.requireNoParameters()
    let tokens = try await editor.store.read { try $0.tokens() }
    return Response(
      json: JSONWriter.encode { writer in
        writer.object { object in
          object.array("result", tokens) { writer, token in
            writer.object { $0.members(of: token) }
          }
          object.null("next")
        }
      })
  }

  @Sendable private func create(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.admin)
    try request.requireNoParameters()
    guard request.headers[.idempotencyKey] == nil else { throw Problem.idempotencyKeyImpossible }
    let bytes = try await request.collectedBody(limits)
    let body = try TokenBody.read(try JSONTree(parsing: bytes), now: editor.clock())
    let secret = TokenSecret(randomBytes: randomBytes(TokenSecret.byteCount))
    return try await editor.answer { transaction in
      let token = try transaction.issueToken(
        name: body.name, role: body.role, expiresAt: body.expiresAt, secret: secret,
        by: AuditActor(identity))
      return WriteAnswer(
        .created,
        json: JSONWriter.encode { writer in
          writer.object {
            $0.members(of: token)
            $0.member("secret", secret.text)
          }
        })
    }
  }

  @Sendable private func revoke(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.admin)
    try request.requireNoParameters()
    let text = try context.parameters.require("id")
    guard let id = Int(text), id > 0, text == String(id) else {
      throw Problem.notFound("there is no token \(text)")
    }
    return try await editor.answer { transaction in
      guard try transaction.revokeToken(id, by: AuditActor(identity)) != nil else {
        throw Problem.notFound("there is no token \(id)")
      }
      return WriteAnswer(.noContent)
    }
  }
}

/// The body of a request for a new token.
private struct TokenBody {
  let name: String
  let role: TokenRole
  let expiresAt: Timestamp?

  static func read(_ tree: JSONTree, now: Timestamp) throws(DocumentProblems) -> TokenBody {
    let (body, problems) = JSONFieldReader.read(tree) { TokenBody(reading: &$0, now: now) }
    guard let body = body ?? nil, problems.isEmpty else { throw DocumentProblems(problems) }
    return body
  }

  private init?(reading fields: inout JSONFieldReader, now: Timestamp) {
    let name = fields.value(
      "name", expected: .words("a line of 1 to \(Token.nameLength) characters"),
      Token.acceptableName)
    let role = fields.value(
      "role", expected: .oneOf(TokenRole.allCases.map(\.rawValue)), TokenRole.init)
    var expiresAt: Timestamp?
    if fields.hasValue("expires_at") {
      expiresAt = fields.value("expires_at", expected: .words(TokenExpiry.expectation)) {
        TokenExpiry.moment($0, now: now)
      }
    }
    fields.refuseUnknownFields()
    guard let name, let role else { return nil }
    self.name = name
    self.role = role
    self.expiresAt = expiresAt
  }
}
