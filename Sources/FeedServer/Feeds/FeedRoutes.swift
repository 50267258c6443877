import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Whole screens from the publication in service, as tanada's document and as JSON Feed 1.1, and previews of screens; their
/// sections in pages; and what they are made of.
struct FeedRoutes: Resource {
  static let tag = "feeds"

  let publisher: FeedPublisher
  let editor: Editor
  let links: CursorSigner
  let work: WorkQueue
  let answers: FinishedAnswers
  let limits: BodyLimits
  /// The most items of a screen that only one request gets.
  let maximumItemCount: Int

  static let jsonFeedContentType = "application/feed+json"

  var routes: [Route] {
    [
      Route(
        .get, "/v1/feeds/{feed}", "getFeed", "A whole screen: every section, item and frame.",
        parameters: [
          .feed, .width, .textSize, .direction, .locale, .maximumVersion, .variant,
          .moment.requiring(.viewer), .drafts.requiring(.viewer), .previewSignature, .release,
          .revision,
        ] + Parameter.previewedClient.map { $0.requiring(.viewer) } + [.ifNoneMatch],
        answers: [.ok(.component("FeedDocument"), "The screen."), .notModified],
        problems: [403, 404, 409, 410, 422], screen),
      Route(
        .get, "/v1/feeds/{feed}/variant", "getVariant", "Which variant of a feed a client gets.",
        parameters: [.feed] + Parameter.client,
        answers: [
          .ok(.component("Variant"), "The variant, and when to ask again.")
        ], problems: [404, 422], variant),
      // People share its address.
      Route(
        .get, "/v1/feeds/{feed}.jsonfeed", query: .shared, refused: Parameter.previews,
        parameters: [.locale, .maximumVersion, .ifNoneMatch],
        operations: { _ in
          [
            Route.Operation(
              "getJSONFeed", "A feed for readers of JSON Feed 1.1.",
              path: "/v1/feeds/home.jsonfeed",
              answers: [
                .init(200, "The feed.", [.init(Self.jsonFeedContentType, .component("JSONFeed"))]),
                .notModified,
              ], problems: [404])
          ]
        }, jsonFeed),
      Route(
        .post, "/v1/feeds/{feed}/preview", "previewFeed",
        "The screen as if operations were done; nothing is written.", role: .viewer,
        parameters: [
          .feed, .width, .textSize, .direction, .locale, .maximumVersion, .moment, .drafts,
        ] + Parameter.previewedClient, body: [.json(.component("ReleaseOperations"))],
        answers: [.ok(.component("WorkingPreview"), "The screen, and what cannot be done.")],
        problems: [404, 422], workingPreview),
    ] + compositionRoutes + sectionRoutes
  }

  private func screen(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let reader = publisher.configuration.items.readerLocale(for: try request.askedLocales())
    let asked = try request.screen()
    let client = try request.previewedClient()
    let variant = try request.text(.variant)
    let others: [Parameter] = [.release, .previewSignature, .moment, .drafts, .revision]
    if variant != nil, try client != nil || others.contains(where: { try request.text($0) != nil })
    {
      throw Problem.invalidParameter(
        "variant",
        expected: "no preview beside it, which takes platform, app_version, audience and share",
        found: "both")
    }
    if let release = try request.integer(.release) {
      return try await preview(of: release, for: asked, reader, client, request, context)
    }
    guard try request.text(.previewSignature) == nil else {
      throw Problem.invalidParameter(
        "preview", expected: "together with release", found: "without it")
    }
    let includesDrafts = try request.flag(.drafts)
    let (moment, revision) = (try request.moment(), try request.integer(.revision))
    if includesDrafts || moment != nil || revision != nil || client != nil {
      guard moment == nil || revision == nil else {
        throw Problem.invalidParameter("at", expected: "either at or revision", found: "both")
      }
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
      return preview(document, answering: request)
    }
    let name = try context.feedName
    let (publication, general) = try publisher.feed(named: name)
    let feed = try await publisher.feed(
      general, inVariant: variant, of: publication, by: work, context)
    let edition = feed.edition(for: reader, inVariant: variant)
    let screen = try await work.represented(
      try await screen(of: edition, for: asked.traits(in: edition.documentLocale.tag), context),
      for: request, context)
    keep(request, context, name, variant: variant, for: reader) {
      $0.knownScreen(for: asked.traits(in: $0.documentLocale.tag))
    }
    return Response(
      edition.answer(with: screen, of: publication), to: request, at: publisher.clock.now)
  }

  /// Answers later requests for the same target with the document that `known` finds in memory.
  private func keep(
    _ request: Request, _ context: FeedRequestContext, _ name: String, variant: String? = nil,
    for reader: ReaderLocale, contentType: String = DocumentAnswer.json,
    known: @escaping @Sendable (Feed) -> PublishedDocument?
  ) {
    answers.keep(for: request, context, state: publisher.generations) { [publisher] in
      guard let publication = publisher.current, let general = publication.feeds[name],
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
    of edition: Feed, for traits: ScreenTraits, _ context: FeedRequestContext
  ) async throws -> PublishedDocument {
    if let known = edition.knownScreen(for: traits) { return known }
    let size = edition.makingByteCount
    guard publisher.isCommon(traits) else {
      return try await work.run(for: context, taking: size) { _ in edition.screen(for: traits) }
    }
    return try await work.make(size, for: context) { edition.screen(for: traits) }
  }

  private func variant(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let client = try request.client()
    let (_, feed) = try publisher.feed(named: try context.feedName)
    guard let variant = publisher.variant(of: feed, for: client) else { throw Problem.notReady }
    let bytes = JSONWriter.object { object in
      object.member("variant", variant.name)
      object.member("expires_at", optional: variant.expiresAt) { $0.value($1.rfc3339) }
    }
    return Response(PublishedDocument(bytes: bytes), answering: request, caching: .ofClient)
  }

  private func jsonFeed(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let (name, version) = (try context.feedName, try request.newestVersion())
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
    of edition: Feed, upTo version: Int, _ context: FeedRequestContext
  ) async throws -> PublishedDocument {
    if let known = edition.knownJSONFeed(upTo: version) { return known }
    return try await work.make(edition.makingByteCount, for: context) {
      edition.jsonFeed(upTo: version)
    }
  }
}

extension FeedRequestContext {
  var feedName: String {
    get throws { try pathParameter("feed") }
  }
}

extension Feed {
  /// The answer with `document` of this feed, which clients may cache until it changes.
  func answer(
    with document: PublishedDocument, of publication: Publication,
    contentType: String = DocumentAnswer.json
  ) -> DocumentAnswer {
    DocumentAnswer(document, freshness: .until(boundaries), contentType: contentType)
      .marked(revision: publication.revision, keys: surrogateKeys)
  }
}

extension FeedPublisher {
  /// Whether a screen is one of the few with a common width and text of the designed size.
  func isCommon(_ traits: ScreenTraits) -> Bool {
    traits.textSize == .standard && configuration.viewports.contains(traits.viewport)
  }

  func feed(named name: String) throws -> (Publication, Feed) {
    guard let publication = current else { throw Problem.notReady }
    guard let feed = publication.feeds[name] else { throw Problem.unknownFeed(name) }
    return (publication, feed)
  }
}

extension Problem {
  static func unknownFeed(_ name: String) -> Problem {
    .notFound("there is no feed \(name.quotedExcerpt)")
  }
}

extension Feed {
  /// The estimated memory that making a document of the feed takes, in bytes.
  var makingByteCount: Int { MemoryBudget.Reservation.shareOfItems * contentByteCount }
}

extension FeedRoutes {
  /// The schemas of feed documents, which are also those that `tanada types` makes types of, and of previews.
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    Documents.components(kinds) + [("WorkingPreview", preview)] + compositionSchemas(kinds)
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
