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
  /// Makes the given number of random bytes.
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

  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try context.require(.admin)
    try request.requireNoParameters()
    let tokens = try await editor.store.read { try $0.tokens() }.map { [uses] in
      $0.used(at: uses.lastUse(of: $0.id))
    }
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
    let author = try context.author(.admin)
    try request.requireNoParameters()
    guard request.headers[.idempotencyKey] == nil else { throw Problem.idempotencyKeyImpossible }
    let bytes = try await request.collectedBody(limits)
    let body = try TokenBody.read(try JSONTree(parsing: bytes), now: editor.clock())
    let secret = TokenSecret(randomBytes: randomBytes(TokenSecret.byteCount))
    return try await editor.answer(by: author) { transaction in
      let token = try transaction.issueToken(
        name: body.name, role: body.role, expiresAt: body.expiresAt, secret: secret,
        by: transaction.actor)
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

  /// Changes the name or the role of a token, which holds from the next request on.
  @Sendable private func change(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireNoParameters()
    let id = try Self.id(context)
    let bytes = try await request.collectedBody(limits)
    let body = try TokenChange.read(try JSONTree(parsing: bytes))
    return try await editor.answer(by: author) { [uses] transaction in
      let token = try transaction.changeToken(
        id, name: body.name, role: body.role, by: transaction.actor)
      guard let token else { throw Problem.notFound("there is no token \(id)") }
      return WriteAnswer(
        .ok,
        json: JSONWriter.encode { writer in
          writer.object { $0.members(of: token.used(at: uses.lastUse(of: id))) }
        })
    }
  }

  /// The number in the path.
  private static func id(_ context: FeedRequestContext) throws -> Int {
    let text = try context.parameters.require("id")
    guard let id = Int(text), id > 0, text == String(id) else {
      throw Problem.notFound("there is no token \(text.quotedExcerpt)")
    }
    return id
  }

  @Sendable private func revoke(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireNoParameters()
    let id = try Self.id(context)
    return try await editor.answer(by: author) { transaction in
      guard try transaction.revokeToken(id, by: transaction.actor) != nil else {
        throw Problem.notFound("there is no token \(id)")
      }
      return WriteAnswer(.noContent)
    }
  }
}
