import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// The history: who wrote what, revisions, the versions of an item, the difference between two screens, and restoring what
/// was there before.
struct HistoryRoutes {
  let publisher: FeedPublisher
  let editor: Editor
  let work: WorkQueue
  let limits: BodyLimits
  /// The most items of a screen that is compared.
  let maximumItemCount: Int

  var routes: [Route] {
    [
      Route(.get, "/v1/audit", audit),
      Route(.get, "/v1/revisions", revisions),
      Route(.get, "/v1/content/{kind}/{id}/history", history),
      Route(.get, "/v1/feeds/{feed}/diff", difference),
      Route(.post, "/v1/restore", restore),
    ]
  }

  private func audit(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try context.require(.admin)
    try request.requireParameters(among: ["subject", "limit", "cursor"])
    let page = try NumberedPage(request)
    let subject = try request.parameter("subject")
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
    try context.require(.viewer)
    try request.requireParameters(among: ["limit", "cursor"])
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
    try context.require(.viewer)
    try request.requireParameters(among: ["limit", "cursor"])
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
    try context.require(.viewer)
    try request.requireParameters(
      among: Request.screenParameters + ["from", "to"] + Request.clientPreviewParameters)
    let reader = publisher.configuration.items.readerLocale(for: try request.askedLocales())
    let screen = try request.screen()
    guard let from = try request.number("from") else {
      throw Problem.invalidParameter("from", expected: "a revision", found: "nothing")
    }
    let (to, name) = (try request.number("to"), try context.feedName)
    let client = try request.previewedClient()
    let bytes = try await work.run(for: context) { [editor, publisher, maximumItemCount] memory in
      // Both screens are in memory as they are compared.
      let bound = memory.bound(itemCount: maximumItemCount, screenCount: 2)
      let newest = try await editor.store.latestRevision()?.number ?? 0
      let before = try await publisher.feed(name, at: from, for: client, within: bound)
      let after = try await publisher.feed(
        name, at: to ?? newest, for: client, within: bound)
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
    let author = try context.author(.editor)
    try request.requireParameters(among: ["dry_run"])
    let isDryRun = try request.flag("dry_run")
    let tree = try JSONTree(strict: try await request.collectedBody(limits))
    let restoration = try Restoration(reading: tree)
    let restore = { @Sendable [editor, publisher] in
      try await editor.restore(
        restoration, isDryRun: isDryRun, by: author, checking: { try publisher.check($0) })
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
