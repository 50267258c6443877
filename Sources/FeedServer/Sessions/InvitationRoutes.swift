import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Invitations to the studio: admins make them, and their addresses begin sessions.
struct InvitationRoutes {
  let editor: Editor
  /// Makes the given number of random bytes.
  let randomBytes: @Sendable (Int) -> [UInt8]
  let limits: BodyLimits

  var routes: [Route] {
    [
      Route(.post, "/v1/invitations", create),
      Route(.get, "/studio/invitations/{secret}", parameters: .only([]), accept),
    ]
  }

  @Sendable private func create(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.admin)
    try request.requireNoParameters()
    guard request.headers[.idempotencyKey] == nil else { throw Problem.idempotencyKeyImpossible }
    let bytes = try await request.collectedBody(limits)
    let body = try TokenBody.read(
      try JSONTree(parsing: bytes), now: editor.clock(), canExpire: false)
    let secret = TokenSecret(randomBytes: randomBytes(TokenSecret.byteCount))
    return try await editor.answer(by: author) { transaction in
      let invitation = try transaction.invite(
        name: body.name, role: body.role, secret: secret, by: transaction.actor)
      return WriteAnswer(
        .created,
        json: JSONWriter.encode { writer in
          writer.object { object in
            object.member("id", invitation.id)
            object.member("name", invitation.name)
            object.member("role", invitation.role.rawValue)
            object.member("path", StudioAddress.invitation(secret))
            object.member("expires_at", invitation.expiresAt)
          }
        })
    }
  }

  /// Begins a session. An invitation works once, so that only a person who opens its address may use it up: not
  /// somebody who asks for the head, nor a browser that loads ahead.
  @Sendable private func accept(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    guard !request.isAhead else { throw Problem.loadedAhead }
    do {
      guard let secret = TokenSecret(try context.parameters.require("secret")) else {
        throw InvitationRefusal.unknown
      }
      guard request.method != .head else {
        let now = editor.clock()
        _ = try await editor.store.read { try $0.openInvitation(secret, at: now) }
        return Self.studio(with: nil)
      }
      let session = TokenSecret(randomBytes: randomBytes(TokenSecret.byteCount))
      // The invitation is the authority, and the transaction looks at it.
      _ = try await editor.write(by: .program) { transaction in
        try transaction.acceptInvitation(secret, session: session)
      }
      return Self.studio(
        with: SessionCookie.setting(
          session.text, for: SessionLifetime.session / 1_000, isEncrypted: context.isEncrypted))
    } catch let refusal as InvitationRefusal {
      let problem = Problem(refusal)
      guard
        AcceptedMediaTypes(request.headers[values: .accept])
          .prefers("text/html", to: "application/problem+json")
      else { throw problem }
      return try WebRoutes.studio(problem.status, answering: request)
    }
  }

  /// Leads to the studio.
  private static func studio(with cookie: String?) -> Response {
    var headers: HTTPFields = [
      .location: StudioAddress.studio, .cacheControl: CachePolicy.none.rawValue,
      .referrerPolicy: "no-referrer",
    ]
    headers[.setCookie] = cookie
    return Response(status: .seeOther, headers: headers)
  }
}

extension Request {
  /// Whether a browser loads the page before anybody has asked for it.
  fileprivate var isAhead: Bool {
    [HTTPField.Name.field("Sec-Purpose"), .field("Purpose"), .field("X-Moz")].contains { name in
      headers[name]?.lowercased().contains("prefetch") ?? false
    }
  }
}

extension Problem {
  fileprivate init(_ refusal: InvitationRefusal) {
    let (status, code, title, detail): (HTTPResponse.Status, String, String, String) =
      switch refusal {
      case .unknown: (.notFound, "not_found", "Not found", "there is no such invitation")
      case .used:
        (
          .gone, "invitation_used", "Invitation used",
          "the invitation has been used or was revoked; ask for another one"
        )
      case .expired:
        (
          .gone, "invitation_expired", "Invitation expired",
          "the invitation has expired; ask for another one"
        )
      }
    self.init(
      status: status, code: code, title: title, detail: detail,
      headers: [.referrerPolicy: "no-referrer"])
  }

  /// No page at all is kept by a browser for later, when the session would be missing.
  fileprivate static let loadedAhead = Problem(
    status: .serviceUnavailable, code: "not_loaded_ahead", title: "Not loaded ahead",
    detail: "an invitation works once, and is not used before somebody opens it")
}
