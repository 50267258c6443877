import FeedEditing
import FeedHTTP
import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

extension FeedRoutes {
  /// The feeds and their compositions: listing, reading, replacing and removing them. A feed is created with its
  /// composition.
  var compositionRoutes: [Route] {
    [
      Route(
        .get, "/v1/feeds", "listFeeds",
        "The feeds: home first, then the others in alphabetical order.", parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .object([
              .required("feeds", .array(of: .component("Feed"))),
              .required("locales", .array(of: .text(pattern: LocaleTag.pattern))),
              .required("next", .null),
            ]), "The feeds, and the locales that they are served in, the default one first."),
          .notModified,
        ], list),
      Route(
        .delete, "/v1/feeds/{feed}", "deleteFeed",
        "Remove a feed with its composition; home cannot be removed.", role: .admin,
        parameters: [
          .feed, .ifMatch("composition"),
        ], answers: [.init(204, "The feed is removed.")], problems: [404, 409], remove),
      Route(
        .get, "/v1/feeds/{feed}/composition", "getComposition",
        "The composition of a feed: which sections it shows; without a token those that are shown now, and no schedules.",
        parameters: [.feed, .ifNoneMatch],
        answers: [.ok(.component("Composition"), "The composition."), .notModified],
        problems: [404], read),
      Route(
        .put, "/v1/feeds/{feed}/composition", "putComposition",
        "Create or replace the composition of a feed.", role: .editor,
        parameters: [
          .feed, .ifMatch("composition"),
          .header("If-None-Match", .text(), "* to write only if the feed has no composition."),
        ], body: [.json(.component("CompositionInput"))],
        answers: [
          .ok(.component("Composition"), "The composition is replaced."),
          .created(.component("Composition"), "The composition is created."),
        ], problems: [422], replace),
    ]
  }

  /// Answers with all feeds, which the public may read like their compositions, and the locales they are served in.
  private func list(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let (feeds, revision) = try await editor.store.read { reader in
      let revision = try reader.latestRevision()
      let feeds = try FeedSummary.all(
        in: reader, for: publisher.audience(of: revision, for: context.identity))
      return (feeds, revision)
    }
    let bytes = JSONWriter.object { object in
      object.objects("feeds", feeds) { object, feed in
        object.member("feed", feed.name)
        object.member("is_default", feed.isDefault)
        object.member("sections", optional: feed.sectionCount) { $0.value($1) }
      }
      object.array("locales", publisher.configuration.items.locales.all) { $0.value($1.text) }
      object.null("next")
    }
    return answer(bytes, of: revision, to: request, context)
  }

  /// Answers with a composition. The public reads what its screen shows to everybody now, without schedules.
  private func read(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let name = try context.feedName
    let (document, revision) = try await editor.store.read { reader in
      let revision = try reader.latestRevision()
      let document = try CompositionDocument(
        of: name, in: reader, for: publisher.audience(of: revision, for: context.identity))
      return (document, revision)
    }
    guard let document else { throw Problem.unknownFeed(name) }
    return answer(document.bytes, of: revision, to: request, context)
  }

  /// Answers with what editors and the public read differently.
  private func answer(
    _ bytes: [UInt8], of revision: Revision?, to request: Request, _ context: FeedRequestContext
  ) -> Response {
    var response = Response(
      PublishedDocument(bytes: bytes), answering: request,
      caching: context.identity != nil ? .none : .revalidated
    ).marked(revision: revision?.number ?? 0)
    response.headers[.vary] = "Authorization, Cookie"
    return response
  }

  private func replace(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    let name = try context.feedName
    guard PlainName.isValid(name) else {
      throw Problem.invalidParameter("feed", expected: PlainName.form, found: name.quotedExcerpt)
    }
    let body = try await request.collectedBody(limits)
    let precondition = Precondition(request.headers)
    return try await editor.store.withKinds { kinds in
      let composition = try Composition(reading: body, of: name, kinds: kinds)
      try publisher.check(composition, in: try await editor.store.read { try $0.catalogue() })
      let document = CompositionDocument(composition)
      let (change, revision) = try await editor.compose(composition, if: precondition, by: author)
      var response = Response(status: change == .inserted ? .created : .ok, json: document.bytes)
      response.headers[.eTag] = document.entityTag
      return response.marked(revision: revision)
    }
  }

  private func remove(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let author = try context.author()
    let revision = try await editor.removeFeed(
      try context.feedName, if: Precondition(request.headers), by: author)
    return Response.noContent.marked(revision: revision)
  }
}

extension FeedPublisher {
  /// Those whom a client with `identity` belongs to, as readers of the compositions of `revision`, the newest one.
  fileprivate func audience(
    of revision: Revision?, for identity: Identity?
  ) -> Composition.Audience {
    guard identity == nil else { return .editors }
    // Before the first revision there are default compositions only, whose sections are always shown.
    return .everybody(at: shownMoment(of: revision, at: clock.now) ?? clock.now)
  }
}

extension FeedRoutes {
  static func compositionSchemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("Feed", feed), ("Composition", composition(kinds, isOpen: true)),
      ("CompositionInput", composition(kinds, isOpen: false)),
    ]
  }

  private static let feed = Schema.object([
    .required("feed", .text(pattern: PlainName.pattern)),
    .required(
      "is_default",
      Schema.boolean.described("Whether it shows the default composition, having none of its own.")),
    .required(
      "sections",
      Schema.integer(0...Composition.maximumSectionCount).orNull
        .described("The number of sections; null if the stored composition is damaged.")),
  ])

  /// The schema of a composition as it is written or, open, as it is read: kinds and layouts come and go.
  private static func composition(_ kinds: ContentKinds, isOpen: Bool) -> Schema {
    .object(
      [
        .optional("feed", Schema.text(pattern: PlainName.pattern).orNull),
        .optional("spacing", Schema.number(Composition.supportedSpacings).orNull),
        .optional("theme", Schema.text(pattern: "^[a-z][a-z0-9_]{0,62}$").orNull),
        .required(
          "sections",
          .array(
            of: composedSection(kinds, isOpen: isOpen), count: 0...Composition.maximumSectionCount)),
      ], isClosed: !isOpen)
  }

  private static func composedSection(_ kinds: ContentKinds, isOpen: Bool) -> Schema {
    .object(
      [
        .required("id", .text(pattern: PlainName.pattern)),
        .required("kind", .text(of: kinds.names, isOpen: isOpen)),
        .required("title", .text()),
        .optional("header", header(isOpen: isOpen).orNull),
        .optional("layout", chosenLayout(isOpen: isOpen).orNull),
        .optional("cell", Schema.text(pattern: "^[a-z][a-z0-9_]{0,62}$").orNull),
        .optional("fallback", fallback(isOpen: isOpen).orNull),
        .optional("limit", Schema.integer(Composition.supportedLimits).orNull),
        .optional("window", window(isOpen: isOpen).orNull),
        .optional("when", Schema.targeting(isOpen: isOpen).orNull),
        .optional("source", source(isOpen: isOpen).orNull),
        .optional("action", action(isOpen: isOpen).orNull),
        .optional("category", Schema.text().orNull),
        .optional("min_schema_version", Schema.integer(1...Int.max).orNull),
      ], localized: [("title", .text())], isClosed: !isOpen)
  }

  private static func header(isOpen: Bool) -> Schema {
    .object(
      [
        .required("height", .number(Composition.Header.supportedHeights)),
        .optional("subtitle", Schema.text().orNull),
        .optional(
          "action",
          Schema.object(
            [
              .required("title", .text()), .optional("deep_link", Schema.text().orNull),
              .optional("web_url", Schema.text().orNull),
            ], localized: [("title", .text()), ("deep_link", .text()), ("web_url", .text())],
            isClosed: !isOpen
          ).orNull),
      ], localized: [("subtitle", .text())], isClosed: !isOpen)
  }

  private static func chosenLayout(isOpen: Bool) -> Schema {
    .object(
      [
        .required("type", .text(of: SectionLayouts.names, isOpen: isOpen)),
        .optional("options", Schema.map(of: .any(of: [.text(), .number(), .boolean])).orNull),
      ], isClosed: !isOpen)
  }

  private static func fallback(isOpen: Bool) -> Schema {
    .any(of: [
      .text(of: [Composition.Fallback.omitted], isOpen: isOpen),
      .object(
        [
          .required("layout", chosenLayout(isOpen: isOpen)),
          .optional(
            "cell", Schema.text(pattern: "^[a-z][a-z0-9_]{0,62}$").orNull),
        ], isClosed: !isOpen),
    ])
  }

  private static func window(isOpen: Bool) -> Schema {
    .object(
      [
        .optional("draft", Schema.boolean.orNull),
        .optional("publish_at", Schema.moment.orNull),
        .optional("unpublish_at", Schema.moment.orNull),
      ], isClosed: !isOpen)
  }

  private static func source(isOpen: Bool) -> Schema {
    .any(of: [
      .object(
        [
          .required(
            "pinned",
            .array(of: .integer(1...Int.max), count: 0...Composition.supportedLimits.upperBound))
        ], isClosed: !isOpen),
      .object([.required("query", query(isOpen: isOpen))], isClosed: !isOpen),
    ])
  }

  private static func query(isOpen: Bool) -> Schema {
    .object(
      [
        .optional("filter", Schema.map(of: .any(of: [.text(), .number()])).orNull),
        .optional("sort", Schema.text().orNull),
        .optional("q", Schema.text().orNull),
      ], isClosed: !isOpen)
  }

  private static func action(isOpen: Bool) -> Schema {
    .object(
      [
        .optional("deep_link", Schema.text().orNull), .optional("web_url", Schema.text().orNull),
      ], localized: [("deep_link", .text()), ("web_url", .text())], isClosed: !isOpen)
  }
}
