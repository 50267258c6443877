import FeedModel
import FeedPublisher
import Hummingbird
import StrictJSON

/// Liveness and readiness of the server.
struct HealthRoutes: Resource {
  /// Paths that are never rate limited, so that a busy server is not taken for a dead one.
  static let paths: Set = ["/healthz", "/readyz"]

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

  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /healthz", path: "/healthz", id: "getHealth", tag: "service",
        summary: "Whether the process is running.",
        answers: [.ok(.object([.required("status", .constant("ok"))]), "It is.")]),
      Operation(
        route: "GET /readyz", path: "/readyz", id: "getReadiness", tag: "service",
        summary: "Whether the server has a screen to serve.",
        answers: [
          .ok(
            .object([
              .required("status", .oneText(of: ["ready", "degraded"])),
              .required("revision", .integer(0...Int.max)),
              .required("failing_sections", .array(of: .text())),
            ]), "It has.")
        ]),
    ]
  }
}

extension Problem {
  static let notReady = Problem(
    status: .serviceUnavailable, code: "not_ready", title: "Not ready",
    detail: "nothing has been published yet", headers: [.retryAfter: "1"])
}
