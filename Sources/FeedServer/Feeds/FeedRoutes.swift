import DocumentSchemas
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

/// Whole screens from the publication in service, as tanada's document and as JSON Feed 1.1.
struct FeedRoutes: Resource {
  let publisher: FeedPublisher
  let editor: Editor
  let links: PreviewLinks
  let work: WorkQueue
  let answers: FinishedAnswers
  /// The most items of a screen that only one request gets.
  let maximumItemCount: Int

  static let screenPath = "/v1/feeds/{feed}"
  static let jsonFeedPath = "/v1/feeds/{feed}.jsonfeed"
  static let variantPath = "/v1/feeds/{feed}/variant"
  static let jsonFeedContentType = "application/feed+json"

  var routes: [Route] {
    [
      Route(.get, Self.screenPath, screen),
      // People share its address.
      Route(
        .get, Self.jsonFeedPath,
        parameters: .only(Request.previewParameters.union(["locale", "max_version"])), jsonFeed),
      Route(.get, Self.variantPath, variant),
    ]
  }

  @Sendable private func screen(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireParameters(
      among: Request.screenParameters + [
        "variant", "at", "drafts", "preview", "release", "revision",
      ]
        + Request.clientPreviewParameters)
    let reader = publisher.configuration.items.readerLocale(for: try request.askedLocales())
    let asked = try request.screen()
    let client = try request.previewedClient()
    let variant = try request.parameter("variant")
    let others = ["release", "preview", "at", "drafts", "revision"]
    if variant != nil,
      try client != nil || others.contains(where: { try request.parameter($0) != nil })
    {
      throw Problem.variantOfPreview
    }
    if let release = try request.number("release") {
      return try await preview(of: release, for: asked, reader, client, request, context)
    }
    guard try request.parameter("preview") == nil else { throw Problem.previewOfNothing }
    let includesDrafts = try request.flag("drafts")
    let (moment, revision) = (try request.moment(), try request.revision(allowedBy: context))
    if includesDrafts || moment != nil || revision != nil || client != nil {
      try context.require(.viewer)
      guard moment == nil || revision == nil else { throw Problem.momentOfRevision }
      let name = try context.feedName
      let document = try await work.run(for: context) { memory in
        let feed = try await self.feed(
          name, at: moment, revision: revision, includesDrafts: includesDrafts, client: client,
          within: memory.bound(itemCount: maximumItemCount))
        try Task.checkCancellation()
        return PublishedDocument {
          feed.write(for: asked.traits(of: feed, for: reader), in: reader, to: &$0)
        }
      }
      return Response(document, answering: request, caching: .none).marked(
        revision: publisher.current?.revision ?? 0)
    }
    let name = try context.feedName
    let (publication, general) = try publisher.feed(named: name)
    let feed = try await publisher.feed(
      general, inVariant: variant, of: publication, by: work, context)
    let edition = feed.edition(for: reader, inVariant: variant)
    let screen = try await work.represented(
      try await screen(of: edition, for: asked.traits(in: edition.locale.tag), context),
      for: request, context)
    keep(request, context, name, variant: variant, for: reader) {
      $0.knownScreen(for: asked.traits(in: $0.locale.tag))
    }
    return Response(
      edition.answer(with: screen, of: publication), to: request, at: publisher.clock.now)
  }

  /// Answers later requests for the same target with the document that `known` finds in memory.
  private func keep(
    _ request: Request, _ context: FeedRequestContext, _ name: String, variant: String? = nil,
    for reader: ReaderLocale, contentType: String = DocumentAnswer.json,
    known: @escaping @Sendable (Edition) -> PublishedDocument?
  ) {
    answers.keep(for: request, context) { [publisher] in
      publisher.currentGeneration
    } document: { [publisher] in
      guard let publication = publisher.current,
        let general = publication.feeds[name],
        let feed = variant.map({ publisher.knownVariant($0, of: general) }) ?? general
      else { return nil }
      let edition = feed.edition(for: reader, inVariant: variant)
      return known(edition).map {
        edition.answer(with: $0, of: publication, contentType: contentType)
      }
    }
  }

  /// The screen that is in service. One of a common width is made at once if it is small; there are not many of them.
  private func screen(
    of edition: Edition, for traits: ScreenTraits, _ context: FeedRequestContext
  ) async throws -> PublishedDocument {
    if let known = edition.knownScreen(for: traits) { return known }
    let size = edition.feed.makingByteCount
    guard publisher.isCommon(traits) else {
      return try await work.run(for: context, taking: size) { _ in edition.screen(for: traits) }
    }
    return try await work.make(size, for: context) { edition.screen(for: traits) }
  }

  /// The feed with a release: for viewers as it will be when that is published, and for those who have a link as it is
  /// now.
  private func preview(
    of release: Int, for asked: RequestedScreen, _ reader: ReaderLocale, _ client: ClientFacts?,
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    guard try request.parameter("revision") == nil else { throw Problem.releaseOfRevision }
    let (moment, includesDrafts) = (try request.moment(), try request.flag("drafts"))
    let (name, now) = (try context.feedName, publisher.clock.now)
    var isLinked = false
    if let signature = try request.parameter("preview"), moment == nil, !includesDrafts,
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
          try isLinked
          ? preview.momentInService(now: now) : moment ?? preview.moment(now: now)
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
    var response = Response(document, answering: request, caching: .none).marked(
      revision: publisher.current?.revision ?? 0)
    response.headers[.releaseConflicts] = "\(conflictCount)"
    return response
  }

  /// The feed at a former revision, or at another moment. It is made for this request and not cached.
  private func feed(
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

  /// Which variant of a feed a client gets.
  @Sendable private func variant(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireParameters(among: Request.clientParameters)
    let client = try request.client()
    let (_, feed) = try publisher.feed(named: try context.feedName)
    guard let variant = publisher.variant(of: feed, for: client) else { throw Problem.notReady }
    let document = PublishedDocument { writer in
      writer.object { object in
        object.member("variant", variant.name)
        object.member("expires_at", optional: variant.expiresAt) { $0.value($1.rfc3339) }
      }
    }
    return Response(document, answering: request, caching: .ofClient)
  }

  @Sendable private func jsonFeed(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireNoPreview()
    let (name, version) = (try context.feedName, try request.maximumVersion())
    let reader = publisher.configuration.items.readerLocale(for: try request.askedLocales())
    let (publication, feed) = try publisher.feed(named: name)
    let edition = feed.edition(for: reader)
    let contentType = Self.jsonFeedContentType
    keep(request, context, name, for: reader, contentType: contentType) {
      $0.knownJSONFeed(upTo: version)
    }
    let document = try await work.represented(
      try await self.jsonFeed(of: edition, upTo: version, context), for: request, context)
    return Response(
      edition.answer(with: document, of: publication, contentType: contentType), to: request,
      at: publisher.clock.now)
  }

  private func jsonFeed(
    of edition: Edition, upTo version: Int, _ context: FeedRequestContext
  ) async throws -> PublishedDocument {
    if let known = edition.knownJSONFeed(upTo: version) { return known }
    return try await work.make(edition.feed.makingByteCount, for: context) {
      edition.jsonFeed(upTo: version)
    }
  }

  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/feeds/{feed}", path: "/v1/feeds/{feed}", id: "getFeed", tag: "feeds",
        summary: "A whole screen: every section, item and frame.",
        parameters: [
          .feed, .width, .textSize, .direction, .locale, .maximumVersion, .variant,
          .query(
            "at", .moment,
            "The screen as it was or will be at this time (requires a token of a viewer)."),
          .revision,
          .query(
            "drafts", .boolean,
            "Whether to preview drafts as well (requires a token of a viewer)."),
          .query(
            "release", .integer(1...Int.max),
            "The screen with a release as if it were published (requires a token of a viewer, or preview)."
          ),
          .query("preview", .text(), "The signature of a link to the preview of a release."),
        ] + Operation.Parameter.previewedClient + [.ifNoneMatch],
        answers: [.ok(.component("FeedDocument"), "The screen."), .notModified],
        problems: [403, 404, 409, 410, 422]),
      Operation(
        route: "GET /v1/feeds/{feed}/variant", path: "/v1/feeds/{feed}/variant", id: "getVariant",
        tag: "feeds", summary: "Which variant of a feed a client gets.",
        parameters: [.feed] + Operation.Parameter.client,
        answers: [
          .ok(.component("Variant"), "The variant, and when to ask again.")
        ],
        problems: [404, 422]),
      Operation(
        route: "GET /v1/feeds/{feed}.jsonfeed", path: "/v1/feeds/home.jsonfeed", id: "getJSONFeed",
        tag: "feeds", summary: "A feed for readers of JSON Feed 1.1.",
        parameters: [.locale, .maximumVersion, .ifNoneMatch],
        answers: [
          Operation.Answer(
            status: 200, description: "The feed.",
            content: [
              Operation.Content(
                mediaType: Self.jsonFeedContentType, schema: .component("JSONFeed"))
            ]), .notModified,
        ],
        problems: [404]),
    ]
  }
}

extension Operation.Parameter {
  static let revision = query(
    "revision", .integer(0...Int.max),
    "The content of this former revision (requires a token of a viewer).")

  static let feed = path(
    "feed", .text(pattern: PlainName.pattern),
    "The feed: home, or another feed that has a composition.")

  static let width = query(
    "width", .width, "The width of the viewport, in points; 390 by default.")

  static let textSize = query(
    "text_size", .number(TextSize.supported),
    "How large text is, as a share of its designed size; 1 by default.")

  static let direction = query(
    "direction", .oneText(of: LayoutDirection.allCases.map(\.rawValue)),
    "Which way the screen reads; by default that of the document's locale.")

  static let locale = query(
    "locale", .text(),
    "The locale of the reader, such as en-GB, or several as in Accept-Language, such as de-CH,en;q=0.8: each text is in "
      + "the nearest that the server has, or in the default locale. What cannot be read is noted in the document."
  )
}

extension Operation.Parameter {
  static let maximumVersion = query(
    // However long the number is: a client may be newer than this server.
    "max_version", .text(pattern: "^0*[1-9][0-9]*$"),
    "The newest version of documents that the client draws, a whole number of at least 1: a section that needs a "
      + "newer one comes as its fallback, or is left out. By default the newest.")
}

extension FeedRequestContext {
  /// The name of the feed in the path.
  var feedName: String {
    get throws { try parameters.require("feed") }
  }
}

extension Edition {
  /// The answer with `document` of this feed, which clients may cache until it changes.
  func answer(
    with document: PublishedDocument, of publication: Publication,
    contentType: String = DocumentAnswer.json
  ) -> DocumentAnswer {
    DocumentAnswer(document, freshness: .until(feed.boundaries), contentType: contentType)
      .marked(revision: publication.revision, keys: surrogateKeys)
  }
}

extension FeedPublisher {
  /// Whether a screen is one of the few with a common width and text of the designed size.
  func isCommon(_ traits: ScreenTraits) -> Bool {
    traits.textSize == .standard && configuration.viewports.contains(traits.viewport)
  }

  /// The publication in service and its feed `name`.
  func feed(named name: String) throws -> (Publication, Feed) {
    guard let publication = current else { throw Problem.notReady }
    guard let feed = publication.feeds[name] else { throw Problem.unknownFeed(name) }
    return (publication, feed)
  }
}

extension Request {
  /// The moment in the query's `at`.
  func moment() throws -> Timestamp? {
    guard let text = try parameter("at") else { return nil }
    guard let moment = Timestamp(text) else {
      throw Problem.invalidParameter(
        "at", expected: "a time such as 2026-12-24T09:00:00Z", found: text.quotedExcerpt)
    }
    return moment
  }
}

extension Problem {
  fileprivate static let momentOfRevision = invalidParameter(
    "at", expected: "either at or revision", found: "both")

  fileprivate static let releaseOfRevision = invalidParameter(
    "release", expected: "either release or revision", found: "both")

  fileprivate static let variantOfPreview = invalidParameter(
    "variant",
    expected: "no preview beside it, which takes platform, app_version, audience and share",
    found: "both")

  fileprivate static let previewOfNothing = invalidParameter(
    "preview", expected: "together with release", found: "without it")

  /// A feed that has not been composed.
  static func unknownFeed(_ name: String) -> Problem {
    .notFound("there is no feed \(name.quotedExcerpt)")
  }
}
