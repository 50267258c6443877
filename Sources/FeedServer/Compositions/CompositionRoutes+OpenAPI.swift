import DocumentSchemas
import FeedLayout
import FeedModel
import FeedStore

extension CompositionRoutes: Resource {
  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/feeds", path: "/v1/feeds", id: "listFeeds", tag: "feeds",
        summary: "The feeds: home first, then the others in alphabetical order.",
        parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .object([
              .required("feeds", .array(of: .component("Feed"))),
              .required("locales", .array(of: .text(pattern: LocaleTag.pattern))),
              .required("next", .null),
            ]), "The feeds, and the locales that they are served in, the default one first."),
          .notModified,
        ]),
      Operation(
        route: "DELETE /v1/feeds/{feed}", path: "/v1/feeds/{feed}", id: "deleteFeed",
        tag: "feeds", summary: "Remove a feed with its composition; home cannot be removed.",
        parameters: [
          .feed, .header("If-Match", .text(), "The ETag the composition must have."),
        ],
        answers: [Operation.Answer(status: 204, description: "The feed is removed.")],
        problems: [403, 404, 409, 412], role: .admin),
      Operation(
        route: "GET /v1/feeds/{feed}/composition", path: "/v1/feeds/{feed}/composition",
        id: "getComposition", tag: "feeds",
        summary:
          "The composition of a feed: which sections it shows; without a token those that are shown now, and no schedules.",
        parameters: [.feed, .ifNoneMatch],
        answers: [.ok(.component("Composition"), "The composition."), .notModified],
        problems: [404]),
      Operation(
        route: "PUT /v1/feeds/{feed}/composition", path: "/v1/feeds/{feed}/composition",
        id: "putComposition", tag: "feeds", summary: "Create or replace the composition of a feed.",
        parameters: [
          .feed, .header("If-Match", .text(), "The ETag the composition must have."),
          .header("If-None-Match", .text(), "* to write only if the feed has no composition."),
        ],
        body: [.json(.component("CompositionInput"))],
        answers: [
          .ok(.component("Composition"), "The composition is replaced."),
          Operation.Answer(
            status: 201, description: "The composition is created.",
            content: [.json(.component("Composition"))]),
        ],
        problems: [403, 412, 413, 422], role: .editor),
    ]
  }

  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] {
    [
      ("Feed", feed), ("Composition", composition(kinds, isOpen: true)),
      ("CompositionInput", composition(kinds, isOpen: false)),
    ]
  }

  private static let feed = Schema.object([
    .required("feed", .text(pattern: PlainName.pattern)),
    .required(
      "is_default",
      Schema.boolean.described("Whether it shows the default composition, having none of its own.")
    ),
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
        .required(
          "sections",
          .array(
            of: composedSection(kinds, isOpen: isOpen), count: 0...Composition.maximumSectionCount)
        ),
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
            ],
            localized: [("title", .text()), ("deep_link", .text()), ("web_url", .text())],
            isClosed: !isOpen
          ).orNull),
      ], localized: [("subtitle", .text())], isClosed: !isOpen)
  }

  private static func chosenLayout(isOpen: Bool) -> Schema {
    .object(
      [
        .required("type", .text(of: LayoutType.allCases.map(\.rawValue), isOpen: isOpen)),
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
            "cell", Schema.text(of: CellName.allCases.map(\.rawValue), isOpen: isOpen).orNull),
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
