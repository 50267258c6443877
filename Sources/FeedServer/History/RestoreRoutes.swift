import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Restoring items, compositions and feeds to a former revision.
struct RestoreRoutes {
  let publisher: FeedPublisher
  let editor: Editor
  let work: WorkQueue
  let limits: BodyLimits

  var routes: [Route] {
    [Route(.post, "/v1/restore", restore)]
  }

  @Sendable private func restore(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
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
    let response = Response(
      json: JSONWriter.encode { writer in
        writer.object { object in
          object.member("dry_run", isDryRun)
          object.member("restored_revision", restoration.revision)
          object.member("revision", optional: isDryRun ? nil : revision) { $0.value($1) }
          object.array("changes", outcomes.filter { $0.change != .unchanged }) { $0.outcome($1) }
        }
      })
    return isDryRun ? response : response.marked(revision: revision)
  }
}

extension Restoration {
  /// Reads `{"revision":7,"subjects":["content/recent_news/3"]}`.
  ///
  /// - Throws: all problems of the body.
  fileprivate init(reading tree: JSONTree) throws(DocumentProblems) {
    let (read, found) = JSONFieldReader.read(tree) { fields in
      let revision = fields.positiveInteger("revision")
      let subjects = fields.list("subjects", expected: .words(Subject.form), Subject.init)
      fields.refuseUnknownFields()
      return Restoration(revision: revision, subjects: subjects)
    }
    var problems = found
    let count = read?.subjects.count ?? 0
    if problems.isEmpty, !(1...Self.maximumCount).contains(count) {
      problems.append(
        DocumentProblem(
          pointer: "/subjects", expected: .words("1 to \(Self.maximumCount) subjects"),
          found: .number("\(count)")))
    }
    guard problems.isEmpty, let read else { throw DocumentProblems(problems) }
    self = read
  }
}

extension JSONWriter {
  fileprivate mutating func outcome(_ outcome: Restoration.Outcome) {
    object { object in
      object.member("subject", outcome.subject.description)
      object.member("change", outcome.change.rawValue)
      object.key("before")
      object.json(outcome.before)
      object.key("after")
      object.json(outcome.after)
    }
  }

  private mutating func json(_ text: String?) {
    if let text { raw(Array(text.utf8)) } else { null() }
  }
}

extension Problem {
  /// The problem document for subjects that cannot be restored.
  init(_ failures: RestorationFailures) {
    let problems = failures.failures.map {
      (pointer: "/subjects/\($0.index)", subject: $0.subject, problem: Problem($0.reason))
    }
    self.init(
      status: .conflict, code: "restore_conflicts", title: "Restore conflicts",
      detail: "\(problems.count) subjects cannot be put back; nothing was changed",
      errors: problems.map {
        Detail(
          pointer: $0.pointer, detail: "\($0.subject): \($0.problem.detail)", code: $0.problem.code)
      })
  }
}
