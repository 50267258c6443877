import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// The history: who wrote what, revisions, the versions of an item, the difference between two screens, and restoring what
/// was there before.
struct HistoryRoutes: Resource {
  static let tag = "history"

  let publisher: FeedPublisher
  let editor: Editor
  let work: WorkQueue
  let limits: BodyLimits
  /// The most items of a screen that is compared.
  let maximumItemCount: Int

  var routes: [Route] {
    [
      Route(
        .get, "/v1/audit", "listAudit",
        "The audit: who wrote what, and what was there before; newest first.", role: .admin,
        parameters: [.subject, .limit, .cursor],
        answers: [.ok(.page(of: .component("AuditEntry")), "A page of entries.")], audit),
      Route(
        .get, "/v1/revisions", "listRevisions", "The revisions that are kept, newest first.",
        role: .viewer, parameters: [.limit, .cursor],
        answers: [.ok(.page(of: .component("Revision")), "A page of revisions.")], revisions),
      Route(
        .get, "/v1/content/{kind}/{id}/history", role: .viewer,
        parameters: [.id("item"), .limit, .cursor],
        operations: Route.ofEachKind { kind in
          Route.Operation(
            "historyOf\(kind.operationName)", "The versions of an item, newest first.",
            path: "/v1/content/\(kind.name)/{id}/history",
            answers: [.ok(.page(of: .component("ItemVersion")), "A page of versions.")],
            problems: [404])
        }, history),
      Route(
        .get, "/v1/feeds/{feed}/diff", "compareFeeds",
        "What differs between the screens of two revisions.", role: .viewer,
        parameters: [
          .feed, .from, .to, .width, .textSize, .direction, .locale, .maximumVersion,
        ] + Parameter.previewedClient,
        answers: [.ok(.component("FeedDiff"), "The sections and items that differ.")],
        problems: [404, 410, 422], difference),
      Route(
        .post, "/v1/restore", "restore",
        "Put items and feeds back as they were at a revision, in a new one.", role: .editor,
        parameters: [.dryRun], body: [.json(.component("Restoration"))],
        answers: [.ok(.component("RestorationResult"), "What changed, or would change.")],
        problems: [404, 409, 410, 422], restore),
    ]
  }

  private func audit(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let page = try NumberedPage(request)
    let subject = try request.text(.subject)
    let found = try await editor.store.read {
      try $0.auditEntries(about: subject, before: page.start, limit: page.limit + 1)
    }
    let filter = subject.map { "&subject=\($0.percentEncoded)" } ?? ""
    return page.response(found, numbered: \.number, at: "/v1/audit", filter: filter) {
      $0.entry($1)
    }
  }

  private func revisions(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let page = try NumberedPage(request)
    let newest = try await newestWithKeys(for: context)
    let found = try await editor.store.read { reader in
      let first = try reader.firstKeptRevision()
      // Revisions that were written meanwhile have no keys yet.
      return try reader.revisions(before: page.start ?? newest + 1, limit: page.limit + 1)
        .filter { $0.revision.number >= first }
    }
    return page.response(
      found, numbered: \.revision.number, at: "/v1/revisions"
    ) { $0.revision($1) }
  }

  /// The number of the newest revision, with all keys of it and those before. If they cannot be written, the last one
  /// whose keys are known.
  private func newestWithKeys(for context: FeedRequestContext) async throws -> Int {
    do {
      return try await work.run(for: context) { [publisher] in
        try await publisher.completeDocumentRevisions()?.number ?? 0
      }
    } catch is StoreError {
      return try await editor.store.read { try $0.notedRevisions().upperBound }
    }
  }

  private func history(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let page = try NumberedPage(request)
    let name = try context.kindName
    let found = try await editor.store.read { reader in
      try reader.versions(
        of: name, id: try context.identifier(of: name), before: page.start, limit: page.limit + 1)
    }
    let id = try context.identifier(of: name)
    guard !found.isEmpty || page.start != nil else {
      let bounds = SafeInteger.bounds(insteadOf: "\(id)")
      throw Problem.notFound("\(name.quotedExcerpt) has had no item \(id)\(bounds)")
    }
    return page.response(
      found, numbered: \.from, at: ContentRoutes.address(of: id, name) + "/history"
    ) { $0.version($1) }
  }

  private func difference(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let reader = publisher.configuration.items.readerLocale(for: try request.askedLocales())
    let screen = try request.screen()
    let from = try request.integer(.from) ?? 0
    let (to, name) = (try request.integer(.to), try context.feedName)
    let client = try request.previewedClient()
    let bytes = try await work.run(for: context) { [editor, publisher, maximumItemCount] memory in
      // Both screens are in memory as they are compared.
      let bound = memory.bound(itemCount: maximumItemCount, screenCount: 2)
      let newest = try await editor.store.latestRevision()?.number ?? 0
      let before = try await publisher.feed(name, at: from, for: client, within: bound)
      let after = try await publisher.feed(name, at: to ?? newest, for: client, within: bound)
      // Both on one screen, which reads as the later one does.
      let traits = screen.traits(of: after, for: reader)
      try Task.checkCancellation()
      let difference = FeedDiff(
        from: before.document(for: traits, in: reader).document,
        to: after.document(for: traits, in: reader).document, of: (from, to ?? newest))
      try Task.checkCancellation()
      return JSONWriter.encode { difference.write(to: &$0) }
    }
    return Response(json: bytes)
  }

  private func restore(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    let isDryRun = try request.flag(.dryRun)
    let tree = try JSONTree(parsing: try await request.collectedBody(limits))
    let restoration = try Restoration(reading: tree)
    let restore = { @Sendable [editor, publisher] in
      try await editor.restore(
        restoration, isDryRun: isDryRun, by: author, checking: publisher.check)
    }
    // What only looks has its turn and an end. What writes is done to its end.
    let (outcomes, revision) =
      isDryRun ? try await work.run(for: context, restore) : try await restore()
    let response = Response { object in
      object.member("dry_run", isDryRun)
      object.member("restored_revision", restoration.revision)
      object.member("revision", optional: isDryRun ? nil : revision) { $0.value($1) }
      object.objects("changes", outcomes.filter { $0.change != .unchanged }) { object, outcome in
        object.member("subject", outcome.subject.description)
        object.member("change", outcome.change.rawValue)
        object.member("before", optional: outcome.before) { $0.raw(Array($1.utf8)) }
        object.member("after", optional: outcome.after) { $0.raw(Array($1.utf8)) }
      }
    }
    return isDryRun ? response : response.marked(revision: revision)
  }
}

extension FeedPublisher {
  /// Feed `name` as it was at `revision`.
  ///
  /// - Parameter client: the client that it was shown to; `nil` for what everybody got.
  /// - Throws: ``Problem`` if there was no such feed, or `CancellationError` as soon as the work is abandoned.
  fileprivate func feed(
    _ name: String, at revision: Int, for client: ClientFacts?, within bound: ReadingBound
  ) async throws -> Feed {
    guard let prepared = try await formerFeed(name, at: revision, for: client, within: bound) else {
      throw Problem.notFound("there was no feed \(name.quotedExcerpt) at revision \(revision)")
    }
    try Task.checkCancellation()
    return prepared
  }
}

extension JSONWriter {
  fileprivate mutating func revision(_ changes: RevisionChanges) {
    object { object in
      object.member("number", changes.revision.number)
      object.member("id", changes.revision.id.text)
      object.member("committed_at", changes.revision.committedAt.rfc3339)
      object.member("actor", optional: changes.actor) { $0.value($1) }
      object.array("keys", SurrogateKeys.keys(of: changes, namingFeeds: true)) {
        $0.value($1)
      }
    }
  }

  fileprivate mutating func version(_ version: ItemVersion) {
    object { object in
      object.member("from", version.from)
      object.member("to", optional: version.until) { $0.value($1) }
      object.member("actor", optional: version.actor) { $0.value($1) }
      switch version.item {
      case .item(let item):
        object.key("fields")
        object.item(item)
      case .unreadable(let field):
        object.null("fields")
        object.member("unreadable", field)
      case .nothing: object.null("fields")
      }
    }
  }

}

extension Restoration {
  /// Reads `{"revision":7,"subjects":["content/recent_news/3"]}`.
  fileprivate init(reading tree: JSONTree) throws(DocumentProblems) {
    self = try tree.members { fields in
      Restoration(
        revision: fields.positiveInteger("revision"),
        subjects: fields.list("subjects", expected: .words(Subject.form), Subject.init))
    }
    guard (1...Self.maximumCount).contains(subjects.count) else {
      throw DocumentProblems([
        DocumentProblem(
          pointer: "/subjects", expected: .words("1 to \(Self.maximumCount) subjects"),
          found: .number("\(subjects.count)"))
      ])
    }
  }
}

extension Problem {
  init(_ failures: RestorationFailures) {
    let problems = failures.failures.map {
      (pointer: "/subjects/\($0.index)", subject: $0.subject, problem: Problem($0.reason))
    }
    self.init(
      status: .conflict, code: "restore_conflicts",
      detail: "\(problems.count) subjects cannot be put back; nothing was changed",
      errors: problems.map {
        Detail(
          pointer: $0.pointer, detail: "\($0.subject): \($0.problem.detail)", code: $0.problem.code)
      })
  }
}

extension HistoryRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("AuditEntry", auditEntry), ("Revision", revision), ("ItemVersion", itemVersion),
      ("FeedDiff", feedDiff), ("FeedDiff.Item", item), ("Restoration", restoration),
      ("RestorationResult", result),
    ]
  }

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

extension Parameter {
  fileprivate static let subject = query(
    "subject", .text(), "The subject of the entries, such as content/pickup_photos/7.")
  fileprivate static let from = query(
    "from", .integer(0...Int.max), "The earlier revision.", isRequired: true)
  fileprivate static let to = query(
    "to", .integer(0...Int.max), "The later revision; the newest by default.")
}
