import FeedStore

extension AuditRoutes: Resource {
  static let operations = [
    Operation(
      route: "GET /v1/audit", path: "/v1/audit", id: "listAudit", tag: "administration",
      summary: "The audit: who wrote what, and what was there before; newest first.",
      parameters: [
        .query(
          "subject", .text(),
          "The subject of the entries, such as content/pickup_photos/7."), .limit,
        .cursor,
      ],
      answers: [.ok(.list(of: .component("AuditEntry")), "A page of entries.")], problems: [403],
      role: .admin)
  ]

  static let schemas: [Schema.Component] = [("AuditEntry", auditEntry)]

  private static let auditEntry = Schema.object([
    .required("number", .integer(1...Int.max)),
    .required("revision", Schema.integer(1...Int.max).orNull), .required("at", .moment),
    .required("actor", .text()), .required("action", .text()), .required("subject", .text()),
    .required("before", .anything), .required("after", .anything),
  ])
}
