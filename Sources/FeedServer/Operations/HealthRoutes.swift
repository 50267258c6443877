import FeedPublisher
import Hummingbird
import StrictJSON

/// Whether the process lives, and whether it can serve a screen.
struct HealthRoutes {
  let publisher: FeedPublisher

  var routes: [Route] {
    [
      Route(.get, "/healthz", health),
      Route(.get, "/readyz", readiness),
    ]
  }

  @Sendable private func health(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    Response(json: JSONWriter.encode { $0.object { $0.member("status", "ok") } })
  }

  @Sendable private func readiness(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    guard let publication = publisher.current else { throw Problem.notReady }
    return Response(
      json: JSONWriter.encode { writer in
        writer.object { object in
          object.member("status", publication.failures.isEmpty ? "ready" : "degraded")
          object.member("revision", publication.revision)
          object.array("failing_sections", publication.failures) { $0.value($1.section) }
        }
      })
  }
}
