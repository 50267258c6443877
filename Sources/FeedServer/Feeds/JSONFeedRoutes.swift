import FeedPublisher
import Hummingbird

/// Feeds for readers that know nothing of tanada: JSON Feed 1.1.
struct JSONFeedRoutes {
  let publisher: FeedPublisher

  var routes: [Route] {
    [Route(.get, "/v1/feeds/{feed}.jsonfeed", jsonFeed)]
  }

  @Sendable private func jsonFeed(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try request.requireNoPreview()
    let (publication, feed) = try publisher.feed(named: context.feedName)
    return Response(
      feed.jsonFeed, answering: request,
      caching: .content(until: publication.nextBoundary, at: publisher.clock()),
      contentType: "application/feed+json"
    ).marked(revision: publication.revision, keys: feed.surrogateKeys)
  }
}
