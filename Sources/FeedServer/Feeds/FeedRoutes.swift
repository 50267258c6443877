import FeedLayout
import FeedModel
import FeedPublisher
import FeedStore
import Hummingbird
import LayoutCatalog
import StrictJSON

/// Whole screens, from what is in service.
struct FeedRoutes {
  let publisher: FeedPublisher
  let store: any FeedStore

  var routes: [Route] {
    [Route(.get, "/v1/feeds/{feed}", screen)]
  }

  @Sendable private func screen(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let viewport = try request.viewport()
    let includesDrafts = try request.flag("drafts")
    if try includesDrafts || request.parameter("at") != nil {
      try context.require(.viewer)
      let moment = try request.moment()
      return try await preview(
        context.feedName, for: viewport, at: moment ?? publisher.clock(), includesDrafts,
        answering: request)
    }
    let (publication, feed) = try publisher.feed(named: context.feedName)
    return Response(
      feed.screen(for: viewport), answering: request,
      caching: .content(until: publication.nextBoundary, at: publisher.clock())
    ).marked(revision: publication.revision, keys: feed.surrogateKeys)
  }

  /// The screen as of another moment, which is made for this request and not kept.
  private func preview(
    _ name: String, for viewport: Viewport, at moment: Timestamp, _ includesDrafts: Bool,
    answering request: Request
  ) async throws -> Response {
    let feed = try await store.preparedFeed(
      name, at: moment, includesDrafts: includesDrafts,
      timeZone: publisher.configuration.timeZone, now: moment)
    guard let feed else { throw Problem.unknownFeed(name) }
    let document = feed.document(for: viewport).document
    return Response(json: JSONWriter.encode { document.write(to: &$0) })
      .marked(revision: feed.revision)
  }
}

extension FeedRequestContext {
  /// The feed that the path names.
  var feedName: String {
    get throws { try parameters.require("feed") }
  }
}

extension FeedPublisher {
  /// What is in service, and the feed called `name` of it.
  func feed(named name: String) throws -> (Publication, PublishedFeed) {
    guard let publication = current else { throw Problem.notReady }
    guard let feed = publication.feeds[name] else { throw Problem.unknownFeed(name) }
    return (publication, feed)
  }
}

extension Request {
  /// The moment that the query's `at` asks for.
  fileprivate func moment() throws -> Timestamp? {
    guard let text = try parameter("at") else { return nil }
    guard let moment = Timestamp(text) else {
      throw Problem.invalidParameter(
        "at", expected: "a moment such as 2026-12-24T09:00:00Z", found: text.quotedExcerpt)
    }
    return moment
  }
}

extension Problem {
  /// A feed that nobody has composed.
  static func unknownFeed(_ name: String) -> Problem {
    .notFound("there is no feed \(name.quotedExcerpt)")
  }
}
