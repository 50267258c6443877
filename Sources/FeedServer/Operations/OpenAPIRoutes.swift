import FeedPublisher
import Hummingbird

/// The description of the API.
struct OpenAPIRoutes {
  /// The same for the whole life of the process.
  private let document = PublishedDocument { writer in
    OpenAPIDocument(operations: Operations.all, components: Components.all).write(to: &writer)
  }

  var routes: [Route] { [Route(.get, "/openapi.json", description)] }

  @Sendable private func description(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    Response(document, answering: request, caching: .content)
  }
}
