import FeedLayout
import FeedPublisher
import Hummingbird

/// The whole screen and its sections, from what is in service.
struct FeedRoutes {
  let publisher: FeedPublisher

  var routes: [Route] {
    [
      Route(.get, "/v1/feeds/home", home),
      Route(.get, "/v1/feeds/home/sections/{id}", section),
    ]
  }

  @Sendable private func home(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let screen = try publication().screen(for: request.viewport())
    return Response(screen, answering: request, caching: .content)
  }

  @Sendable private func section(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let publication = try publication()
    let id = try context.parameters.require("id")
    let viewport = try request.viewport()
    let limit = try request.limit(default: PageLimit.allowed.upperBound)
    let address = { (cursor: String?) in
      let width = NumberText.shortest(viewport.width)
      let page = "/v1/feeds/home/sections/\(id)?width=\(width)&limit=\(limit)"
      return cursor.map { "\(page)&cursor=\($0)" } ?? page
    }

    var position = 0
    if let token = try request.parameter("cursor") {
      guard let cursor = SectionCursor(token: token) else { throw Problem.invalidCursor }
      guard cursor.revision == publication.revision else {
        throw Problem.outdatedCursor(start: address(nil))
      }
      position = cursor.position
    }
    let page = publication.page(
      ofSection: id, for: viewport, position: position, limit: limit
    ) { address($0.token) }
    guard let page else { throw Problem.notFound("the home feed has no section \(id)") }
    return Response(page, answering: request, caching: .content)
  }

  private func publication() throws -> Publication {
    guard let publication = publisher.current else { throw Problem.notReady }
    return publication
  }
}

extension Problem {
  /// A cursor this server has not written.
  static let invalidCursor = invalidParameter(
    "cursor", expected: "the cursor of a next address", found: "something else")
}
