import DocumentSchemas
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import Synchronization

/// The description of the API, for the kinds that there are.
final class OpenAPIRoutes: Resource, Sendable {
  private let resources: [any Resource.Type]
  private let store: any FeedStore
  /// The description that was made last.
  private let latest = Mutex<(kinds: ContentKinds, document: PublishedDocument)?>(nil)

  /// Describes `resources` and itself.
  init(describing resources: [any Resource], store: any FeedStore) {
    self.resources = resources.map { type(of: $0) as any Resource.Type } + [Self.self]
    self.store = store
  }

  var routes: [Route] { [Route(.get, "/openapi.json", parameters: .only([]), description)] }

  private func description(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    Response(
      document(for: try await store.kinds()), answering: request, caching: .revalidated)
  }

  private func document(for kinds: ContentKinds) -> PublishedDocument {
    if let known = latest.withLock({ $0 }), known.kinds == kinds {
      return known.document
    }
    let document = PublishedDocument { OpenAPIDocument(resources, kinds: kinds).write(to: &$0) }
    latest.withLock { $0 = (kinds, document) }
    return document
  }

  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /openapi.json", path: "/openapi.json", id: "getOpenAPI", tag: "service",
        summary: "This description.", parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .all(of: [.object([.required("openapi", .text())]), .map(of: .anything)]),
            "The description."), .notModified,
        ])
    ]
  }
}
