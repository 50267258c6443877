import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import Synchronization

/// The description of the API, for the kinds that there are.
final class OpenAPIRoutes: Resource, Sendable {
  static let tag = "service"

  private let others: [any Resource]
  private let store: any FeedStore
  /// The description that was made last.
  private let latest = Mutex<(kinds: ContentKinds, document: PublishedDocument)?>(nil)

  /// Describes `resources` and itself.
  init(describing resources: [any Resource], store: any FeedStore) {
    others = resources
    self.store = store
  }

  var routes: [Route] {
    [
      Route(
        .get, "/openapi.json", "getOpenAPI", "This description.", query: .shared,
        parameters: [.ifNoneMatch],
        answers: [
          .ok(
            .all(of: [.object([.required("openapi", .text())]), .map(of: .anything)]),
            "The description."), .notModified,
        ], description)
    ]
  }

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
    let document = PublishedDocument {
      OpenAPIDocument(others + [self], kinds: kinds).write(to: &$0)
    }
    latest.withLock { $0 = (kinds, document) }
    return document
  }
}
