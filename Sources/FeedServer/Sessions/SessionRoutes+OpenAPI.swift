import DocumentSchemas
import FeedModel
import FeedStore

extension SessionRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "POST /v1/invitations", path: "/v1/invitations", id: "createInvitation",
        tag: "administration",
        summary: "Invite a person to the studio; the address is shown only in this response.",
        body: [.json(.component("NewInvitation"))],
        answers: [
          Operation.Answer(
            status: 201, description: "The invitation, with the path of its address.",
            content: [.json(.component("Invitation"))])
        ],
        problems: [403, 413, 415, 422], role: .admin),
      Operation(
        route: "GET /studio/invitations/{secret}", path: "/studio/invitations/{secret}",
        id: "acceptInvitation", tag: "web",
        summary:
          "Begin a session with an invitation, which works once. Those who prefer HTML get the studio's page instead of a problem.",
        parameters: [.path("secret", .text(), "The secret of the invitation.")],
        answers: [
          Operation.Answer(status: 303, description: "The session begins, in a cookie.")
        ], problems: [404, 410]),
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
    [("Invitation", invitation), ("NewInvitation", newInvitation), ("Session", session)]
  }

  private static let invitation = Schema.object([
    .required("id", .integer(1...Int.max)), .required("name", .text()),
    .required("role", TokenRoutes.role(isOpen: true)),
    .required("path", Schema.text().described("The path of the address, which works once.")),
    .required("expires_at", .moment),
  ])

  private static let newInvitation = Schema.object(
    [
      .required("name", TokenRoutes.name), .required("role", TokenRoutes.role(isOpen: false)),
    ], isClosed: true)

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
