import FeedStore

extension Operations {
  /// Tokens, and who wrote what.
  static let administration = [
    Operation(
      route: "GET /v1/tokens", path: "/v1/tokens", id: "listTokens", tag: "administration",
      summary: "The tokens, without their secrets.",
      answers: [ok(.list(of: .component("Token")), "The tokens.")], problems: [403],
      role: .admin),
    Operation(
      route: "POST /v1/tokens", path: "/v1/tokens", id: "createToken", tag: "administration",
      summary: "Make a token; its secret is shown this once.",
      body: [.json(.component("NewToken"))],
      answers: [
        Operation.Answer(
          status: 201, description: "The token, with its secret.",
          content: [.json(.component("Token"))])
      ],
      problems: [403, 413, 415, 422], role: .admin),
    Operation(
      route: "DELETE /v1/tokens/{id}", path: "/v1/tokens/{id}", id: "revokeToken",
      tag: "administration", summary: "Take a token back.",
      parameters: [.path("id", .integer(1...Int.max), "The token.")],
      answers: [Operation.Answer(status: 204, description: "It is worth nothing any more.")],
      problems: [403, 404], role: .admin),
    Operation(
      route: "GET /v1/audit", path: "/v1/audit", id: "listAudit", tag: "administration",
      summary: "Who wrote what, and what was there before; the newest first.",
      parameters: [
        .query("subject", .text(), "What was written, such as content/pickup_photos/7."), limit,
        cursor,
      ],
      answers: [ok(.list(of: .component("AuditEntry")), "A page of entries.")], problems: [403],
      role: .admin),
  ]
}
