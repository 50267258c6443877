import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

// MARK: - Previews of screens, which are made for one request and not cached

extension FeedRoutes {
  func preview(_ document: PublishedDocument, answering request: Request) -> Response {
    Response(document, answering: request, caching: .none).marked(
      revision: publisher.current?.revision ?? 0)
  }

  /// The feed at a former revision, or at another moment. It is made for this request and not cached.
  func feed(
    _ name: String, at moment: Timestamp?, revision: Int?, includesDrafts: Bool,
    client: ClientFacts?, within bound: ReadingBound
  ) async throws -> Feed {
    let now = publisher.clock.now
    let feed =
      switch (moment, revision) {
      case (let moment?, _) where moment.millisecondsSince1970 <= now.millisecondsSince1970:
        try await publisher.formerFeed(
          name, at: moment, includesDrafts: includesDrafts, client: client, within: bound)
      case (_, let revision?) where !includesDrafts && client == nil:
        try await publisher.formerFeed(name, at: revision, within: bound)
      default:
        try await editor.store.preparedFeed(
          name, at: revision == nil ? moment ?? now : nil, revision: revision,
          includesDrafts: includesDrafts, client: client,
          publishing: publisher.configuration.items, now: now, within: bound)
      }
    guard let feed else { throw Problem.unknownFeed(name) }
    return feed
  }

  /// The feed with a release: for viewers as it will be at its publication, and for holders of a link as it is now.
  func preview(
    of release: Int, for asked: RequestedScreen, _ reader: ReaderLocale, _ client: ClientFacts?,
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    guard try request.text(.revision) == nil else {
      throw Problem.invalidParameter(
        "release", expected: "either release or revision", found: "both")
    }
    let (moment, includesDrafts) = (try request.moment(), try request.flag(.drafts))
    let (name, now) = (try context.feedName, publisher.clock.now)
    var isLinked = false
    if let signature = try request.text(.previewSignature), moment == nil, !includesDrafts,
      client == nil
    {
      let linked = try await editor.store.read { try $0.release(release) }
      try links.check(signature, opens: linked, in: name, at: now)
      isLinked = true
    } else {
      try context.require(.viewer)
    }
    let (document, conflictCount) = try await work.run(for: context) {
      [editor, publisher, isLinked, maximumItemCount] memory in
      let bound = memory.bound(itemCount: maximumItemCount)
      let (feed, conflictCount) = try await editor.preview(release, checking: publisher.check) {
        preview in
        let shown =
          try isLinked ? preview.momentInService(now: now) : moment ?? preview.moment(now: now)
        let feed = try publisher.previewedFeed(
          name, with: preview.operations.content, over: preview.operations.before, at: shown,
          includesDrafts: includesDrafts, client: client, within: bound)
        return (feed, preview.conflicts.count)
      }
      guard let feed else { throw Problem.unknownFeed(name) }
      try Task.checkCancellation()
      let document = PublishedDocument {
        feed.write(for: asked.traits(of: feed, for: reader), in: reader, to: &$0)
      }
      return (document, conflictCount)
    }
    var response = preview(document, answering: request)
    response.headers[.releaseConflicts] = "\(conflictCount)"
    return response
  }

  /// Answers with the screen as if the operations in the body were done now. Nothing is written.
  func workingPreview(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    let reader = publisher.configuration.items.readerLocale(for: try request.askedLocales())
    let (asked, client) = (try request.screen(), try request.previewedClient())
    let includesDrafts = try request.flag(.drafts)
    let moment = try request.comingMoment(now: publisher.clock.now)
    let name = try context.feedName
    let elements = try Batch.elements(of: try await request.json(limits))
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
      return JSONWriter.object { object in
        object.key("document")
        feed.write(for: asked.traits(of: feed, for: reader), in: reader, to: &object)
        object.objects("failures", failures) { object, failure in
          let problem = Problem(failure.reason)
          object.member("operation", failure.index)
          object.member("code", problem.code)
          object.member("detail", problem.detail)
          // The pointers are relative to the operation.
          object.objects("errors", problem.errors) { object, error in
            object.member("pointer", failure.reason.pointer + error.pointer)
            object.member("detail", error.detail)
          }
        }
      }
    }
    return self.preview(PublishedDocument(bytes: preview), answering: request)
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

// MARK: - Memory

extension MemoryBudget.Reservation {
  /// The memory that the items of a screen take as they are read, and then as their document, for each byte that they
  /// have in memory.
  static let shareOfItems = 4

  /// The bound on what is read for a screen that only one request gets: so many items, and room for what is made of
  /// them.
  ///
  /// - Parameter screenCount: how many screens of that size there are at the same time.
  func bound(itemCount: Int, screenCount: Int = 1) -> ReadingBound {
    ReadingBound(itemCount: itemCount) { [self] byteCount in
      try makeRoom(for: screenCount * Self.shareOfItems * byteCount)
    }
  }
}

extension Problem {
  init(_ error: ScreenTooLarge) {
    self.init(
      status: .unprocessableContent, code: "too_many_items",
      detail: "the screen has more than \(error.limit) items, the most of one that is made for a "
        + "single request; give its sections lower limits")
  }
}
