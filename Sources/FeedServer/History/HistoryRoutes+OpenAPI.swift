import DocumentSchemas
import FeedEditing
import FeedModel
import FeedPublisher
import FeedStore
import LayoutCatalog

extension HistoryRoutes: Resource {
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
        role: .admin),
      Operation(
        route: "GET /v1/revisions", path: "/v1/revisions", id: "listRevisions",
        tag: "history", summary: "The revisions that are kept, newest first.",
        parameters: [.limit, .cursor],
        answers: [.ok(.list(of: .component("Revision")), "A page of revisions.")],
        problems: [403], role: .viewer),
      Operation(
        route: "GET /v1/feeds/{feed}/diff", path: "/v1/feeds/{feed}/diff", id: "compareFeeds",
        tag: "history", summary: "What differs between the screens of two revisions.",
        parameters: [
          .feed, from,
          .query("to", .integer(0...Int.max), "The later revision; the newest by default."),
          .width, .textSize, .direction, .locale, .maximumVersion,
        ] + Operation.Parameter.previewedClient,
        answers: [.ok(.component("FeedDiff"), "The sections and items that differ.")],
        problems: [403, 404, 410, 422], role: .viewer),
    ]
      + kinds.all.map { kind in
        Operation(
          route: "GET /v1/content/{kind}/{id}/history",
          path: "/v1/content/\(kind.name)/{id}/history",
          id: "historyOf\(kind.operationName)", tag: "history",
          summary: "The versions of an item, newest first.",
          parameters: [.itemID, .limit, .cursor],
          answers: [.ok(.list(of: .component("ItemVersion")), "A page of versions.")],
          problems: [403, 404], role: .viewer)
      }
      + [
        Operation(
          route: "POST /v1/restore", path: "/v1/restore", id: "restore", tag: "history",
          summary: "Put items and feeds back as they were at a revision, in a new one.",
          parameters: [
            .query("dry_run", .boolean, "Whether to show only what would change.")
          ],
          body: [.json(.component("Restoration"))],
          answers: [.ok(.component("RestorationResult"), "What changed, or would change.")],
          problems: [403, 404, 409, 410, 413, 415, 422], role: .editor)
      ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("AuditEntry", auditEntry), ("Revision", revision), ("ItemVersion", itemVersion),
      ("FeedDiff", feedDiff), ("FeedDiff.Item", item), ("Restoration", restoration),
      ("RestorationResult", result),
    ]
  }

  private static let from = Operation.Parameter(
    name: "from", place: .query, schema: .integer(0...Int.max),
    description: "The earlier revision.", isRequired: true)

  private static let number = Schema.integer(0...Int.max)

  private static let revision = Schema.object([
    .required("number", .integer(1...Int.max)), .required("id", .text()),
    .required("committed_at", .moment),
    .required(
      "actor", Schema.text().orNull.described("Who made it; null for what happens by itself.")),
    .required("keys", .array(of: .text())),
  ])

  private static let itemVersion = Schema.object([
    .required("from", number.described("The first revision with this version.")),
    .required(
      "to", Schema.integer(1...Int.max).orNull.described("The revision that ended it.")),
    .required("actor", Schema.text().orNull),
    .required("fields", .anything),
    .optional("unreadable", Schema.text().described("The field that another tool has damaged.")),
  ])

  private static let change = Schema.knownText(of: FeedDiff.Change.allCases.map(\.rawValue))
  private static let frame = Schema.component("Rect").orNull

  private static let feedDiff = Schema.object([
    .required("feed", .text()), .required("from", number), .required("to", number),
    .required("viewport", .component("Viewport")), Documents.notes,
    .required(
      "sections",
      .array(
        of: .object([
          .required("id", .text()),
          .required("change", change.orNull.described("Null if only items differ.")),
          .required("from", frame), .required("to", frame),
          .required("items", .array(of: .component("FeedDiff.Item"))),
        ]))),
  ])

  private static let item = Schema.object([
    .required("kind", .text()), .required("id", .integer(1...Int.max)),
    .required("change", change), .required("fields", .array(of: .text())),
    .required("from", frame), .required("to", frame),
  ])

  private static let auditEntry = Schema.object([
    .required("number", .integer(1...Int.max)),
    .required("revision", Schema.integer(1...Int.max).orNull), .required("at", .moment),
    .required("actor", .text()), .required("action", .text()), .required("subject", .text()),
    .required("before", .anything), .required("after", .anything),
  ])

  private static let restoration = Schema.object(
    [
      .required("revision", .integer(1...Int.max)),
      .required(
        "subjects",
        Schema.array(of: .text(), count: 1...Restoration.maximumCount)
          .described("content/recent_news/3, feeds/home/composition or feeds/home.")),
    ], isClosed: true)

  private static let result = Schema.object([
    .required("dry_run", .boolean), .required("restored_revision", .integer(1...Int.max)),
    .required("revision", Schema.integer(1...Int.max).orNull),
    .required(
      "changes",
      .array(
        of: .object([
          .required("subject", .text()),
          .required("change", .knownText(of: Change.allCases.map(\.rawValue))),
          .required("before", .anything), .required("after", .anything),
        ]))),
  ])
}
