import FeedEditing
import FeedModel
import FeedStore
import HTTPTypes
import Hummingbird
import StrictJSON

/// Who wrote what, for admins.
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
    let limit = try request.limit(default: PageLimit.default)
    let subject = try request.parameter("subject")
    let start = try cursor(request)
    // Reading one more than the limit shows whether there is a next page, without counting.
    let entries = try await store.read {
      try $0.auditEntries(about: subject, before: start, limit: limit + 1)
    }
    let page = entries.prefix(limit)
    let next = entries.count > limit ? page.last.map { address($0, subject, limit) } : nil
    var response = Response(
      json: JSONWriter.encode { writer in
        writer.object { object in
          object.array("result", page) { $0.entry($1) }
          if let next { object.member("next", next) } else { object.null("next") }
        }
      })
    if let next, let link = HTTPField.Name("Link") {
      response.headers[link] = "<\(next)>; rel=\"next\""
    }
    return response
  }

  private func address(_ last: AuditEntry, _ subject: String?, _ limit: Int) -> String {
    let filter = subject.map { "&subject=\($0.percentEncoded)" } ?? ""
    return "/v1/audit?limit=\(limit)\(filter)&cursor=\(last.number)"
  }

  /// The number of the last entry of the page before.
  private func cursor(_ request: Request) throws -> Int? {
    guard let text = try request.parameter("cursor") else { return nil }
    guard let number = Int(text), number > 0, text == String(number) else {
      throw Problem.invalidCursor
    }
    return number
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
