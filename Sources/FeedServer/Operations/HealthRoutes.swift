import DocumentSchemas
import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Liveness and readiness of the server.
struct HealthRoutes: Resource {
  /// Paths that are never rate limited, so that a busy server is not taken for a dead one.
  static let paths: Set = ["/healthz", "/readyz"]

  let publisher: FeedPublisher
  let draining: Draining

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
    let readiness = try await Readiness(of: publisher, draining: draining)
    return Response(
      json: JSONWriter.encode { writer in
        writer.object { object in
          object.member("status", readiness.isDegraded ? "degraded" : "ready")
          object.member("revision", readiness.publication.revision)
          object.array(
            "failing_sections", readiness.publication.failures.filter(\.isPublic)
          ) { $0.value($1.section) }
          object.member("storage", readiness.failure == nil ? "ok" : "failing")
          object.member("clock", readiness.isBehind ? "behind" : "ok")
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
              .required("status", .knownText(of: ["ready", "degraded"])),
              .required("revision", .integer(0...Int.max)),
              .required("failing_sections", .array(of: .text())),
              .required("storage", .knownText(of: ["ok", "failing"])),
              .required("clock", .knownText(of: ["ok", "behind"])),
            ]), "It has.")
        ]),
    ]
  }
}

extension Problem {
  static let replacedDatabase = Problem(
    status: .serviceUnavailable, code: "not_ready", title: "Not ready",
    detail: "the database was deleted, moved or replaced while the server has it open",
    headers: [.retryAfter: "10"])
  static let draining = Problem(
    status: .serviceUnavailable, code: drainingCode, title: "Draining",
    detail: "the server is about to stop; send requests to another one")
  static let notReady = Problem(
    status: .serviceUnavailable, code: "not_ready", title: "Not ready",
    detail: "nothing has been published yet", headers: [.retryAfter: "1"])
}
