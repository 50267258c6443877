import DocumentSchemas
import FeedModel
import FeedStore

extension TokenRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/tokens", path: "/v1/tokens", id: "listTokens", tag: "administration",
        summary: "The tokens, invitations and sessions, without their secrets.",
        answers: [.ok(.list(of: .component("Token")), "The tokens.")], problems: [403],
        role: .admin),
      Operation(
        route: "POST /v1/tokens", path: "/v1/tokens", id: "createToken", tag: "administration",
        summary: "Create a token; its secret is shown only in this response.",
        body: [.json(.component("NewToken"))],
        answers: [
          Operation.Answer(
            status: 201, description: "The token, with its secret.",
            content: [.json(.component("Token"))])
        ],
        problems: [403, 413, 415, 422], role: .admin),
      Operation(
        route: "PATCH /v1/tokens/{id}", path: "/v1/tokens/{id}", id: "changeToken",
        tag: "administration",
        summary: "Change the name or the role of a token, from its next request on.",
        parameters: [.path("id", .integer(1...Int.max), "The token.")],
        body: [.json(.component("TokenChange"))],
        answers: [.ok(.component("Token"), "The token.")], problems: [403, 404, 413, 415, 422],
        role: .admin),
      Operation(
        route: "DELETE /v1/tokens/{id}", path: "/v1/tokens/{id}", id: "revokeToken",
        tag: "administration", summary: "Revoke a token.",
        parameters: [.path("id", .integer(1...Int.max), "The token.")],
        answers: [Operation.Answer(status: 204, description: "The token is revoked.")],
        problems: [403, 404], role: .admin),
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("Token", token), ("NewToken", newToken), ("TokenChange", tokenChange)]
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
