import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore
import HTTPTypes
import HummingbirdCore
import StrictJSON

/// Liveness, readiness and metrics of the server.
struct MonitoringRoutes: Resource {
  static let tag = "service"

  /// Paths that are never rate limited, so that a busy server is not taken for a dead one.
  static let healthPaths: Set = ["/healthz", "/readyz"]

  let publisher: FeedPublisher
  let store: any FeedStore
  let metrics: ServerMetrics
  let events: EventBroadcaster
  let work: WorkQueue
  let budget: MemoryBudget
  let answers: FinishedAnswers
  let configuration: ServerConfiguration
  let start: Uptime

  var routes: [Route] {
    [
      Route(
        .get, "/healthz", "getHealth", "Whether the process is running.", query: .open,
        answers: [.ok(.object([.required("status", .constant("ok"))]), "It is.")], health),
      Route(
        .get, "/readyz", "getReadiness", "Whether the server has a screen to serve.", query: .open,
        answers: [
          .ok(
            .object([
              .required("status", .knownText(of: ["ready", "degraded"])),
              .required("revision", .integer(0...Int.max)),
              .required("failing_sections", .array(of: .text())),
              .required("storage", .knownText(of: ["ok", "failing"])),
              .required("clock", .knownText(of: ["ok", "behind"])),
            ]), "It has.")
        ], ready),
      Route(
        .get, "/metrics", "getMetrics",
        "Metrics of the server, for Prometheus: for programs on its machine, and for others with a token of a viewer.",
        query: .open, answers: [.init(200, "The metrics.", [.init("text/plain", .text())])],
        problems: [403], page),
    ]
  }

  private func health(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    Response { $0.member("status", "ok") }
  }

  private func ready(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    let (publication, failure, isDegraded) = try await readiness()
    return Response { object in
      object.member("status", isDegraded ? "degraded" : "ready")
      object.member("revision", publication.revision)
      object.array("failing_sections", publication.failures.filter(\.isPublic)) {
        $0.value($1.section)
      }
      object.member("storage", failure == nil ? "ok" : "failing")
      object.member("clock", publisher.isFromFuture ? "behind" : "ok")
    }
  }

  /// The state of a server that answers requests: what it serves; the failure that prevents writes or some reads, if one is
  /// known; and whether something of the store cannot be read or written, or was written by a clock ahead of the server's.
  ///
  /// - Throws: ``Problem`` if no requests should be sent to it.
  func readiness() async throws -> (
    publication: Publication, failure: StoreError?, isDegraded: Bool
  ) {
    guard !configuration.http.draining.isUnderway else {
      throw Problem(
        status: .serviceUnavailable, code: Problem.drainingCode, title: "Draining",
        detail: "the server is about to stop; send requests to another one")
    }
    guard let publication = publisher.current else { throw Problem.notReady }
    let failure = await publisher.storeFailure
    // The publication in memory is still served, but writes would be lost.
    if case .replaced(_)? = failure {
      throw Problem(
        status: .serviceUnavailable, code: "not_ready",
        detail: "the database was deleted, moved or replaced while the server has it open",
        headers: [.retryAfter: "10"])
    }
    let isDegraded = failure != nil || publisher.isFromFuture || !publication.failures.isEmpty
    return (publication, failure, isDegraded)
  }
}

extension Problem {
  static let notReady = Problem(
    status: .serviceUnavailable, code: "not_ready",
    detail: "nothing has been published yet", headers: [.retryAfter: "1"])
}
