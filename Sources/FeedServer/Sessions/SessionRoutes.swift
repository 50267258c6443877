import DocumentSchemas
import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The session of the person or program that asks.
struct SessionRoutes {
  let editor: Editor
  /// The time zone and the locales of the server, which editors write in, and its address.
  let publishing: ItemPublishing

  var routes: [Route] {
    [
      Route(.get, "/v1/session", session),
      Route(.delete, "/v1/session", end),
    ]
  }

  @Sendable private func session(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.viewer)
    try request.requireNoParameters()
    guard let token = try await editor.store.read({ try $0.token(identity.tokenID) }) else {
      throw Problem.notFound("there is no token \(identity.tokenID)")
    }
    return Response(
      json: JSONWriter.encode { writer in
        writer.object { object in
          object.member("id", token.id)
          object.member("name", token.name)
          object.member("role", token.role.rawValue)
          object.member("type", token.type.rawValue)
          object.member("expires_at", token.expiresAt)
          object.member("time_zone", publishing.timeZone.identifier)
          object.array("locales", publishing.locales.all) { $0.value($1.text) }
          let address = publishing.pictures.server
          object.member("public_url", optional: address.isEmpty ? nil : address) { $0.value($1) }
        }
      })
  }

  /// Signs out: the session is revoked, so that a copy of its cookie is worth nothing either.
  @Sendable private func end(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let identity = try context.require(.viewer)
    let author = try context.author(.viewer)
    try request.requireNoParameters()
    let cookie = SessionCookie.clearing(isEncrypted: context.isEncrypted)
    return try await editor.answer(by: author) { transaction in
      guard try transaction.token(identity.tokenID)?.type == .session else {
        throw Problem.noSession
      }
      _ = try transaction.revokeToken(identity.tokenID, by: transaction.actor)
      return WriteAnswer(.noContent, headers: ["Set-Cookie": cookie])
    }
  }
}

extension SessionRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/session", path: "/v1/session", id: "getSession", tag: "administration",
        summary:
          "Who asks, the time zone and the locales that editors write in, and the server's address.",
        answers: [.ok(.component("Session"), "The session or the token.")], problems: [403],
        role: .viewer),
      Operation(
        route: "DELETE /v1/session", path: "/v1/session", id: "endSession",
        tag: "administration", summary: "Sign out: end the session of the cookie.",
        answers: [Operation.Answer(status: 204, description: "The session has ended.")],
        problems: [403, 409], role: .viewer),
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("Session", session)]
  }

  private static let session = Schema.object([
    .required("id", .integer(1...Int.max)), .required("name", .text()),
    .required("role", TokenRoutes.role(isOpen: true)), .required("type", TokenRoutes.type),
    .required("expires_at", Schema.moment.orNull),
    .required("time_zone", Schema.text().described("A name of the IANA time zone database.")),
    .required(
      "locales",
      Schema.array(of: .text(pattern: LocaleTag.pattern)).described("The default one first.")),
    .required(
      "public_url",
      Schema.text().orNull.described("Where clients find the server; null if that is not set.")),
  ])
}

extension Problem {
  /// A token is revoked by its number, never in passing.
  fileprivate static let noSession = Problem(
    status: .conflict, code: "no_session", title: "No session",
    detail: "the request has a token and no session; DELETE /v1/tokens/{id} revokes a token")
}
