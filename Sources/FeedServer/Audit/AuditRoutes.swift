import DocumentSchemas
import FeedEditing
import FeedHTTP
import FeedModel
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The audit entries, for admins.
struct AuditRoutes {
  let store: any FeedStore

  var routes: [Route] {
    [Route(.get, "/v1/audit", list)]
  }

  @Sendable private func list(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try context.require(.admin)
    try request.requireParameters(among: ["subject", "limit", "cursor"])
    let page = try NumberedPage(request)
    let subject = try request.parameter("subject")
    let found = try await store.read {
      try $0.auditEntries(about: subject, before: page.start, limit: page.limit + 1)
    }
    let filter = subject.map { "&subject=\($0.percentEncoded)" } ?? ""
    return page.response(found, numbered: \.number, at: "/v1/audit", filter: filter) {
      $0.entry($1)
    }
  }
}

extension AuditRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
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
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("AuditEntry", auditEntry)]
  }

  private static let auditEntry = Schema.object([
    .required("number", .integer(1...Int.max)),
    .required("revision", Schema.integer(1...Int.max).orNull), .required("at", .moment),
    .required("actor", .text()), .required("action", .text()), .required("subject", .text()),
    .required("before", .anything), .required("after", .anything),
  ])
}
