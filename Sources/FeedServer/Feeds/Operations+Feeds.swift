import FeedModel
import FeedStore

extension Operations {
  static let feeds = [
    Operation(
      route: "GET /v1/feeds/{feed}", path: "/v1/feeds/{feed}", id: "getFeed", tag: "feeds",
      summary: "A whole screen: every section, item and box.",
      parameters: [
        feed, width,
        .query("at", .moment, "The screen as it will be then (token of a viewer)."),
        .query("drafts", .boolean, "Whether drafts count as finished (token of a viewer)."),
        ifNoneMatch,
      ],
      answers: [ok(.component("FeedDocument"), "The screen."), notModified],
      problems: [403, 404]),
    Operation(
      route: "GET /v1/feeds/{feed}.jsonfeed", path: "/v1/feeds/home.jsonfeed", id: "getJSONFeed",
      tag: "feeds", summary: "A feed for readers of JSON Feed 1.1.", parameters: [ifNoneMatch],
      answers: [
        Operation.Answer(
          status: 200, description: "The feed.",
          content: [
            Operation.Content(
              mediaType: "application/feed+json", schema: .component("JSONFeed"))
          ]), notModified,
      ],
      problems: [404]),
    Operation(
      route: "GET /v1/feeds/{feed}/composition", path: "/v1/feeds/{feed}/composition",
      id: "getComposition", tag: "feeds", summary: "Which sections a feed shows.",
      parameters: [feed, ifNoneMatch],
      answers: [ok(.component("Composition"), "The composition."), notModified],
      problems: [404]),
    Operation(
      route: "PUT /v1/feeds/{feed}/composition", path: "/v1/feeds/{feed}/composition",
      id: "putComposition", tag: "feeds", summary: "Write which sections a feed shows.",
      parameters: [
        feed, .header("If-Match", .text(), "The ETag of what is replaced."),
        .header("If-None-Match", .text(), "* to write only if nobody has composed the feed."),
      ],
      body: [.json(.component("Composition"))],
      answers: [
        ok(.component("Composition"), "It is written."),
        Operation.Answer(
          status: 201, description: "It is the feed's first.",
          content: [.json(.component("Composition"))]),
      ],
      problems: [403, 412, 413, 422], role: .admin),
    Operation(
      route: "GET /v1/feeds/{feed}/sections/{id}", path: "/v1/feeds/{feed}/sections/{id}",
      id: "getSection", tag: "feeds",
      summary: "A page of one section, its boxes where they are in the whole.",
      parameters: [
        feed, .path("id", .text(pattern: PlainName.pattern), "The section."), width, limit,
        cursor, ifNoneMatch,
      ],
      answers: [ok(.component("SectionPage"), "The page."), notModified],
      problems: [404, 410]),
  ]

  static let feed = Operation.Parameter.path(
    "feed", .text(pattern: PlainName.pattern), "The feed: home, or one that has been composed.")

  static let width = Operation.Parameter.query(
    "width", .width, "The width of the viewport, in points; 390 unless told otherwise.")

  static let limit = Operation.Parameter.query(
    "limit", .integer(PageLimit.allowed), "The most items of a page.")

  static let cursor = Operation.Parameter.query(
    "cursor", .text(), "Where the page begins: from the next address of the page before.")

  static let ifNoneMatch = Operation.Parameter.header(
    "If-None-Match", .text(), "The ETag of what the client has.")
}
