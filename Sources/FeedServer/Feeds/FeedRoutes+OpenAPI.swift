import DocumentSchemas
import FeedEditing
import FeedLayout
import FeedModel
import FeedStore
import LayoutCatalog

extension FeedRoutes: Resource {
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
        problems: [403, 404, 413, 415, 422], role: .viewer),
    ]
  }

  /// The schemas of feed documents, which are also those that `tanada types` makes types of, and of previews.
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    Documents.components(kinds) + [("WorkingPreview", preview)]
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

  static let maximumVersion = query(
    // However long the number is: a client may be newer than this server.
    "max_version", .text(pattern: "^0*[1-9][0-9]*$"),
    "The newest version of documents that the client draws, a whole number of at least 1: a section that needs a "
      + "newer one comes as its fallback, or is left out. By default the newest.")

  static let variant = query(
    "variant", .text(), "The variant that `GET /v1/feeds/{feed}/variant` has named.")

  /// The facts about a client that asks for its variant.
  static let client =
    facts + [
      query(
        "key", .text(length: 0...256), "Any text that stays the same, for shares of all clients.")
    ]

  /// The facts about a client of a preview.
  static let previewedClient =
    facts + [
      query("share", .number(0...1), "The place of the client among all, for previews of shares.")
    ]

  private static let facts = [
    query(
      "platform", .text(pattern: PlainName.pattern), "The platform: ios, android, web or another."),
    query("app_version", .text(), "The version of the app, such as 3.10.1."),
    query("audience", .text(), "The audiences that the reader belongs to, separated by commas."),
  ]
}
