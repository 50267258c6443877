import FeedPublisher
import Hummingbird

/// The description of the API.
struct OpenAPIRoutes: Resource {
  private let document: PublishedDocument

  /// Describes `resources` and itself.
  init(describing resources: [any Resource]) {
    let types = resources.map { type(of: $0) as any Resource.Type } + [Self.self]
    document = PublishedDocument { OpenAPIDocument(types).write(to: &$0) }
  }

  var routes: [Route] { [Route(.get, "/openapi.json", description)] }

  @Sendable private func description(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    Response(document, answering: request, caching: .content)
  }

  static let operations = [
    Operation(
      route: "GET /openapi.json", path: "/openapi.json", id: "getOpenAPI", tag: "service",
      summary: "This description.", parameters: [.ifNoneMatch],
      answers: [.ok(.object([.required("openapi", .text())]), "The description."), .notModified])
  ]
}
