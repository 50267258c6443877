import Bounds
import DocumentSchemas
import FeedHTTP
import FeedModel
import FeedPublisher
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// The server's metrics, for Prometheus.
struct MetricsRoutes: Resource {
  let publisher: FeedPublisher
  let metrics: ServerMetrics
  let events: EventBroadcaster
  let work: WorkQueue
  let budget: MemoryBudget
  let store: StoreMetrics
  let access: MetricsAccess
  let draining: Draining
  let build: (version: String, commit: String)
  let databaseSize: @Sendable () -> Int?
  let clock: any TimeSource
  /// When the server was started.
  let start: Uptime

  var routes: [Route] {
    [Route(.get, "/metrics", page)]
  }

  @Sendable private func page(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    try access.require(request, context)
    let registry = metrics.registry
    // Values that are not recorded when they change.
    registry.gauge(
      "tanada_build_info", [("version", build.version), ("commit", build.commit)]
    ).set(1.0)
    metrics.eventClients.set(Double(await events.clientCount))
    registry.gauge("tanada_revision").set(Double(publisher.current?.revision ?? 0))
    registry.counter("tanada_future_revisions_total").advance(to: publisher.futureRevisionCount)
    registry.counter("tanada_cache_hits_total").advance(to: publisher.cache.hitCount)
    registry.counter("tanada_cache_misses_total").advance(to: publisher.cache.missCount)
    let cache = publisher.cache.shared
    registry.gauge("tanada_cache_max_bytes").set(Double(cache.maximumByteCount))
    for (part, use) in cache.uses {
      registry.gauge("tanada_cache_bytes", [("part", part)]).set(Double(use.byteCount))
      registry.counter("tanada_cache_evictions_total", [("part", part)])
        .advance(to: use.evictionCount)
    }
    let (runningWork, waitingWork) = work.counts
    registry.gauge("tanada_work_running").set(Double(runningWork))
    registry.gauge("tanada_work_waiting").set(Double(waitingWork))
    registry.gauge("tanada_client_memory_bytes").set(Double(budget.used))
    let running = clock.uptime - start
    registry.gauge("tanada_uptime_seconds").set(running / .seconds(1))
    await store.record()
    if let size = databaseSize() {
      registry.gauge("tanada_database_size_bytes").set(Double(size))
    }
    let readiness = try? await Readiness(of: publisher, draining: draining)
    registry.gauge("tanada_ready").set(readiness == nil ? 0.0 : 1.0)
    registry.gauge("tanada_degraded").set(readiness?.isDegraded == true ? 1.0 : 0.0)
    ProcessMetrics.record(in: registry)
    return Response(
      status: .ok,
      headers: [
        .contentType: PrometheusText.contentType, .cacheControl: CachePolicy.none.rawValue,
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: registry.text)))
  }

  static func operations(_ kinds: ContentKinds) -> [Operation] {
    [
      Operation(
        route: "GET /metrics", path: "/metrics", id: "getMetrics", tag: "service",
        summary:
          "Metrics of the server, for Prometheus: for programs on its machine, and for others with a token of a viewer.",
        answers: [
          Operation.Answer(
            status: 200, description: "The metrics.",
            content: [Operation.Content(mediaType: "text/plain", schema: .text())])
        ], problems: [403])
    ]
  }
}
