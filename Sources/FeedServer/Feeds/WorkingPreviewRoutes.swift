import DocumentSchemas
import FeedEditing
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import LayoutCatalog
import StrictJSON

/// Previews of changes that are nowhere yet, such as those of an editor's page that were not saved.
struct WorkingPreviewRoutes {
  let publisher: FeedPublisher
  let editor: Editor
  let work: WorkQueue
  let limits: BodyLimits
  /// The most items of a screen.
  let maximumItemCount: Int

  var routes: [Route] {
    [Route(.post, "/v1/feeds/{feed}/preview", preview)]
  }

  /// Answers with the screen as if the operations in the body were done now. Nothing is written.
  @Sendable private func preview(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let author = try context.author(.viewer)
    try request.requireParameters(
      among: Request.screenParameters + ["at", "drafts"] + Request.clientPreviewParameters)
    let reader = publisher.configuration.items.readerLocale(for: try request.askedLocales())
    let (asked, client) = (try request.screen(), try request.previewedClient())
    let includesDrafts = try request.flag("drafts")
    let moment = try request.comingMoment(now: publisher.clock.now)
    let name = try context.feedName
    let elements = try Batch.elements(
      of: try JSONTree(parsing: try await request.collectedBody(limits)))
    let preview = try await work.run(for: context) {
      [editor, publisher, maximumItemCount] memory in
      let bound = memory.bound(itemCount: maximumItemCount)
      let (feed, failures) = try await editor.preview(of: elements, checking: publisher.check) {
        preview in
        // The body, and its turn, may have taken long.
        _ = try author.confirmed(by: preview.before, at: editor.clock())
        let feed = try publisher.previewedFeed(
          name, with: preview.content, over: preview.before, at: moment,
          includesDrafts: includesDrafts, client: client, within: bound)
        return (feed, preview.failures)
      }
      guard let feed else { throw Problem.unknownFeed(name) }
      try Task.checkCancellation()
      return PublishedDocument { writer in
        writer.object { object in
          object.key("document")
          feed.write(for: asked.traits(of: feed, for: reader), in: reader, to: &object)
          object.array("failures", failures) { $0.failure($1) }
        }
      }
    }
    return Response(preview, answering: request, caching: .none).marked(
      revision: publisher.current?.revision ?? 0)
  }
}

extension JSONWriter {
  /// An operation that cannot be done, with pointers relative to it.
  fileprivate mutating func failure(_ failure: BatchFailures.Failure) {
    let problem = Problem(failure.reason)
    object { object in
      object.member("operation", failure.index)
      object.member("code", problem.code)
      object.member("detail", problem.detail)
      object.array("errors", problem.errors) { writer, error in
        writer.object { object in
          object.member("pointer", failure.reason.pointer + error.pointer)
          object.member("detail", error.detail)
        }
      }
    }
  }
}

extension Request {
  /// The moment in the query's `at`, which must not have passed; `now` without one. Clocks may differ by
  /// `Revision.clockTolerance`.
  fileprivate func comingMoment(now: Timestamp) throws -> Timestamp {
    guard let moment = try moment() else { return now }
    let (asked, present) = (moment.millisecondsSince1970, now.millisecondsSince1970)
    guard asked >= present - Revision.clockTolerance else {
      throw Problem.invalidParameter(
        "at", expected: "a time that has not passed", found: moment.rfc3339)
    }
    return asked < present ? now : moment
  }
}

// MARK: - Description

extension WorkingPreviewRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "POST /v1/feeds/{feed}/preview", path: "/v1/feeds/{feed}/preview",
        id: "previewFeed", tag: "feeds",
        summary: "The screen as if operations were done; nothing is written.",
        parameters: [
          .feed, .width, .textSize, .direction, .locale, .maximumVersion,
          .query("at", .moment, "The screen as it will be at this time; now by default."),
          .query("drafts", .boolean, "Whether to preview drafts as well."),
        ] + Operation.Parameter.previewedClient,
        body: [.json(.component("ReleaseOperations"))],
        answers: [.ok(.component("WorkingPreview"), "The screen, and what cannot be done.")],
        problems: [403, 404, 413, 415, 422], role: .viewer)
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [("WorkingPreview", preview)]
  }

  private static let preview = Schema.object([
    .required("document", .component("FeedDocument")),
    .required(
      "failures",
      Schema.array(of: failure).described("The operations that the document is without.")),
  ])

  private static let failure = Schema.object([
    .required("operation", .integer(0...Batch.maximumCount), "Its place in the list, from 0."),
    .required("code", .text()),
    .required("detail", .text()),
    .required(
      "errors",
      .array(
        of: .object([
          .required(
            "pointer",
            Schema.text().described("A JSON Pointer in the operation, such as /body/title.")),
          .required("detail", .text()),
        ]))),
  ])
}
