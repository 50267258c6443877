import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import Hummingbird
import LayoutCatalog
import StrictJSON

/// The sections of screens, in pages.
struct SectionRoutes: Resource {
  let publisher: FeedPublisher
  /// Signs the positions at which pages begin.
  let cursors: CursorSigner

  var routes: [Route] {
    [Route(.get, "/v1/feeds/{feed}/sections/{id}", section)]
  }

  @Sendable private func section(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireNoPreview()
    try request.requireParameters(among: Request.screenParameters + ["limit", "cursor"])
    let page = try SectionPageRequest(
      request, feed: try context.feedName,
      section: try context.parameters.require("id"), cursors: cursors)
    let (publication, feed) = try publisher.feed(named: page.feed)
    // 1. The page.
    let section: PublishedSection
    let document: PublishedDocument
    if let cursor = page.cursor {
      guard let pinned = try await pinnedSection(of: page, at: cursor),
        let next = try pinned.page(at: cursor, limit: page.limit, next: page.address)
      else { throw Problem.outdatedCursor(start: page.firstAddress) }
      section = pinned
      document = next
    } else {
      guard let current = feed.section(page.section) else {
        throw Problem.notFound("the feed \(feed.name) has no section \(page.section)")
      }
      section = current
      document = try feed.firstPage(
        of: current, for: page.traits, limit: page.limit, next: page.address)
    }
    // 2. The section stays in memory for the next page, and for this one if it is asked for again.
    if page.cursor != nil || document.next != nil {
      publisher.pinned.pin(section, at: publisher.clock())
    }
    var response = Response(
      document, answering: request,
      caching: .content(until: feed.content.expiresAt, at: publisher.clock())
    ).marked(revision: publication.revision, keys: section.surrogateKeys)
    if let next = document.next { response.headers[.link] = "<\(next)>; rel=\"next\"" }
    return response
  }

  /// The section as it was when the cursor was made; `nil` if it cannot be known any more.
  private func pinnedSection(
    of page: SectionPageRequest, at cursor: SectionCursor
  ) async throws -> PublishedSection? {
    do {
      return try await publisher.section(page.section, of: page.feed, at: cursor)
    } catch StoreError.noSuchRevision {
      return nil
    } catch let error as StoreError {
      guard case .revisionPruned = error else { throw error }
      var problem = Problem(error)
      problem.start = page.firstAddress
      throw problem
    }
  }

  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /v1/feeds/{feed}/sections/{id}", path: "/v1/feeds/{feed}/sections/{id}",
        id: "getSection", tag: "feeds",
        summary: "A page of one section; frames are in the coordinates of the whole section.",
        parameters: [
          .feed, .path("id", .text(pattern: PlainName.pattern), "The section."), .width,
          .textSize, .direction, .limit, .cursor, .ifNoneMatch,
        ],
        answers: [.ok(.component("SectionPage"), "The page."), .notModified],
        problems: [404, 410])
    ]
  }
}

/// The page of a section that a request asks for.
private struct SectionPageRequest {
  let feed: String
  let section: String
  let traits: ScreenTraits
  let limit: Int
  /// `nil` for the first page.
  let cursor: SectionCursor?
  let cursors: CursorSigner

  /// - Throws: ``Problem`` for invalid parameters, and for a cursor that was not made for this section
  ///   and width.
  init(_ request: Request, feed: String, section: String, cursors: CursorSigner) throws {
    self.feed = feed
    self.section = section
    self.cursors = cursors
    limit = try request.limit(default: PageLimit.allowed.upperBound)
    cursor = try request.parameter("cursor").map {
      try cursors.open($0, as: SectionCursor.self, for: Self.purpose(feed, section))
    }
    guard let cursor else {
      traits = try request.screenTraits()
      return
    }
    traits = try cursor.traits
    let asked = try request.screenTraits()
    for (name, isSame) in [
      ("width", asked.viewport == traits.viewport),
      ("text_size", asked.textSize == traits.textSize),
      ("direction", asked.direction == traits.direction),
    ] {
      guard let found = try request.parameter(name), !isSame else { continue }
      throw Problem.invalidParameter(
        name, expected: "\(traits.text(of: name)), as on the page before",
        found: found.quotedExcerpt)
    }
  }

  /// The path of the first page.
  var firstAddress: String {
    var address = "/v1/feeds/\(feed)/sections/\(section)?width=\(traits.text(of: "width"))"
    if traits.textSize != .standard { address += "&text_size=\(traits.text(of: "text_size"))" }
    if traits.direction != .leftToRight { address += "&direction=\(traits.text(of: "direction"))" }
    return address + "&limit=\(limit)"
  }

  /// The path of the page at `cursor`.
  func address(at cursor: SectionCursor) throws -> String {
    try firstAddress + "&cursor=" + cursors.cursor(cursor, for: Self.purpose(feed, section))
  }

  private static func purpose(_ feed: String, _ section: String) -> String {
    "feeds/\(feed)/sections/\(section)"
  }
}

extension ScreenTraits {
  /// The value of the parameter `name`.
  fileprivate func text(of name: String) -> String {
    switch name {
    case "width": NumberText.shortest(viewport.width)
    case "text_size": NumberText.shortest(textSize.share)
    default: direction.rawValue
    }
  }
}

extension Problem {
  fileprivate static func outdatedCursor(start: String) -> Problem {
    Problem(
      status: .gone, code: "cursor_expired", title: "Cursor expired",
      detail: "the cursor is of another database or version; start again at \(start)",
      start: start)
  }
}
