import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import Foundation
import HTTPTypes
import HummingbirdCore
import StrictJSON

extension TokenRoutes {
  /// Invitations to the studio, whose addresses begin sessions, and the session of the person or program that asks.
  var sessionRoutes: [Route] {
    [
      Route(
        .post, "/v1/invitations", "createInvitation",
        "Invite a person to the studio; the address is shown only in this response.", role: .admin,
        body: [.json(.component("NewInvitation"))],
        answers: [
          .created(.component("Invitation"), "The invitation, with the path of its address.")
        ], problems: [422], invite),
      Route(
        .get, "/studio/invitations/{secret}", "acceptInvitation",
        "Begin a session with an invitation, which works once. Those who prefer HTML get the studio's page instead of a problem.",
        query: .shared, parameters: [.path("secret", .text(), "The secret of the invitation.")],
        answers: [.init(303, "The session begins, in a cookie.")], problems: [404, 410], accept),
      Route(
        .get, "/v1/session", "getSession",
        "Who asks, the time zone and the locales that editors write in, and the server's address.",
        role: .viewer, answers: [.ok(.component("Session"), "The session or the token.")], session),
      Route(
        .delete, "/v1/session", "endSession", "Sign out: end the session of the cookie.",
        role: .viewer, answers: [.init(204, "The session has ended.")], problems: [409], end),
    ]
  }

  private func invite(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    guard request.headers[.idempotencyKey] == nil else { throw Problem.idempotencyKeyImpossible }
    let (name, role, _) = try await request.json(limits)
      .newToken(now: editor.clock(), canExpire: false)
    let secret = TokenSecret(randomBytes: randomBytes(TokenSecret.byteCount))
    return try await editor.answer(by: author) { transaction in
      let invitation = try transaction.invite(
        name: name, role: role, secret: secret, by: transaction.actor)
      return WriteAnswer(
        .created,
        json: JSONWriter.object { object in
          object.member("id", invitation.id)
          object.member("name", invitation.name)
          object.member("role", invitation.role.rawValue)
          object.member("path", StudioAddress.invitation(secret))
          object.member("expires_at", invitation.expiresAt)
        })
    }
  }

  /// Begins a session. An invitation works once, so that only a person who opens its address may use it up: not
  /// somebody who asks for the head, nor a browser that loads ahead.
  private func accept(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    guard !request.isAhead else {
      // A page would be kept by the browser for later, when the session is missing.
      throw Problem(
        status: .serviceUnavailable, code: "not_loaded_ahead",
        detail: "an invitation works once, and is not used before somebody opens it")
    }
    do {
      guard let secret = TokenSecret(try context.pathParameter("secret")) else {
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
          session.text, for: Token.sessionLifetime / 1_000, isEncrypted: context.isEncrypted))
    } catch let refusal as InvitationRefusal {
      let problem = Problem(refusal)
      guard request.prefersHTML(to: "application/problem+json") else { throw problem }
      return try WebRoutes.studio(problem.status, answering: request)
    }
  }

  private static func studio(with cookie: String?) -> Response {
    var headers: HTTPFields = [
      .location: StudioAddress.studio, .cacheControl: CachePolicy.none.rawValue,
      .referrerPolicy: "no-referrer",
    ]
    headers[.setCookie] = cookie
    return Response(status: .seeOther, headers: headers)
  }

  private func session(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let identity = try context.require(.viewer)
    guard let token = try await editor.store.read({ try $0.token(identity.tokenID) }) else {
      throw Problem.notFound("there is no token \(identity.tokenID)")
    }
    return Response { object in
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
  }

  /// Signs out: the session is revoked, so that a copy of its cookie is worth nothing either.
  private func end(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let identity = try context.require(.viewer)
    let author = try context.author()
    let cookie = SessionCookie.clearing(isEncrypted: context.isEncrypted)
    return try await editor.answer(by: author) { transaction in
      guard try transaction.token(identity.tokenID)?.type == .session else {
        throw Problem(
          status: .conflict, code: "no_session",
          detail: "the request has a token and no session; DELETE /v1/tokens/{id} revokes a token")
      }
      _ = try transaction.revokeToken(identity.tokenID, by: transaction.actor)
      return WriteAnswer(.noContent, headers: ["Set-Cookie": cookie])
    }
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
    let (code, detail) =
      switch refusal {
      case .unknown: ("not_found", "there is no such invitation")
      case .used:
        ("invitation_used", "the invitation has been used or was revoked; ask for another one")
      case .expired: ("invitation_expired", "the invitation has expired; ask for another one")
      }
    self.init(
      status: refusal == .unknown ? .notFound : .gone, code: code, detail: detail,
      headers: [.referrerPolicy: "no-referrer"])
  }
}

extension TokenRoutes {
  static let sessionSchemas: [Schema.Component] = [
    ("Invitation", invitation), ("NewInvitation", newInvitation), ("Session", sessionSchema),
  ]

  private static let invitation = Schema.object([
    .required("id", .integer(1...Int.max)), .required("name", .text()),
    .required("role", role(isOpen: true)),
    .required("path", Schema.text().described("The path of the address, which works once.")),
    .required("expires_at", .moment),
  ])

  private static let newInvitation = Schema.object(
    [
      .required("name", name), .required("role", role(isOpen: false)),
    ], isClosed: true)

  private static let sessionSchema = Schema.object([
    .required("id", .integer(1...Int.max)), .required("name", .text()),
    .required("role", role(isOpen: true)), .required("type", type),
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
