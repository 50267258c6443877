extension Operations {
  static let feeds = [
    Operation(
      route: "GET /v1/feeds/home", path: "/v1/feeds/home", id: "getHome", tag: "feeds",
      summary: "The whole screen: every section, item and box.",
      parameters: [width, ifNoneMatch],
      answers: [ok(.component("FeedDocument"), "The screen."), notModified]),
    Operation(
      route: "GET /v1/feeds/home/sections/{id}", path: "/v1/feeds/home/sections/{id}",
      id: "getHomeSection", tag: "feeds",
      summary: "A page of one section, its boxes where they are in the whole.",
      parameters: [
        .path("id", .text(length: 1...200), "The section."), width, limit, cursor, ifNoneMatch,
      ],
      answers: [ok(.component("SectionPage"), "The page."), notModified],
      problems: [404, 410]),
  ]

  static let width = Operation.Parameter.query(
    "width", .width, "The width of the viewport, in points; 390 unless told otherwise.")

  static let limit = Operation.Parameter.query(
    "limit", .integer(PageLimit.allowed), "The most items of a page.")

  static let cursor = Operation.Parameter.query(
    "cursor", .text(), "Where the page begins: from the next address of the page before.")

  static let ifNoneMatch = Operation.Parameter.header(
    "If-None-Match", .text(), "The ETag of what the client has.")
}
