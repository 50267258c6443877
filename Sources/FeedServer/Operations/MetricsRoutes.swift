import CoreMetrics
import FeedPublisher
import HTTPTypes
import Hummingbird
import NIOCore

/// What the server tells of itself, for Prometheus.
struct MetricsRoutes {
  let publisher: FeedPublisher
  let metrics: ServerMetrics
  let events: EventBroadcaster
  let databaseSize: @Sendable () -> Int?
  let now: @Sendable () -> NIODeadline
  /// When the server was started.
  let start: NIODeadline

  var routes: [Route] {
    [Route(.get, "/metrics", page)]
  }

  @Sendable private func page(
    _ request: Request, _ context: FeedRequestContext
  ) async throws -> Response {
    let registry = metrics.registry
    // What nobody records is looked at when it is asked for.
    metrics.eventClients.set(Double(await events.clientCount))
    registry.gauge("tanada_revision").set(Double(publisher.current?.revision ?? 0))
    registry.counter("tanada_cache_hits_total").advance(to: publisher.cache.hitCount)
    registry.counter("tanada_cache_misses_total").advance(to: publisher.cache.missCount)
    registry.gauge("tanada_pinned_bytes").set(Double(publisher.pinned.byteCount))
    registry.counter("tanada_pinned_dropped_total").advance(to: publisher.pinned.dropCount)
    let uptime = Double((now() - start).nanoseconds) / 1_000_000_000
    registry.gauge("tanada_uptime_seconds").set(uptime)
    if let size = databaseSize() {
      registry.gauge("tanada_database_size_bytes").set(Double(size))
    }
    if let size = ProcessMemory.residentSize {
      registry.gauge("process_resident_memory_bytes").set(Double(size))
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: PrometheusText.contentType, .cacheControl: CachePolicy.none.rawValue,
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: registry.text)))
  }
}
