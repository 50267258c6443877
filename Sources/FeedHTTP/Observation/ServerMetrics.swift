import FeedModel
import HTTPTypes
import NIOCore

/// The metrics that the server records.
package struct ServerMetrics: Sendable {
  /// The values of all metrics.
  package let registry: MetricsRegistry
  /// The number of clients of the event stream.
  package let eventClients: GaugeSeries
  let connections: GaugeSeries
  let requests: RequestMetrics
  private let publishDuration: HistogramSeries
  private let commitToServed: HistogramSeries
  private let purgeLag: HistogramSeries

  package init(registry: MetricsRegistry = MetricsRegistry()) {
    self.registry = registry
    eventClients = registry.gauge("tanada_sse_clients")
    connections = registry.gauge("tanada_http_connections")
    requests = RequestMetrics(registry: registry)
    publishDuration = registry.histogram("tanada_publish_duration_seconds")
    commitToServed = registry.histogram("tanada_commit_to_served_seconds")
    purgeLag = registry.histogram("tanada_purge_lag_seconds")
  }

  /// Records that a revision was put into service.
  ///
  /// - Parameters:
  ///   - duration: The time taken to read and render it.
  ///   - delay: The time from its commit until it was served; `nil` if the server was not waiting for it.
  package func notePublication(in duration: Duration, commitToServed delay: Duration?) {
    publishDuration.record(duration)
    if let delay { commitToServed.record(delay) }
  }
}

extension ServerMetrics {
  /// Counts a malformed request.
  @Sendable func noteMalformedRequest(_ request: MalformedRequest) {
    registry.counter("tanada_http_malformed_requests_total", [("reason", request.rawValue)])
      .increment(by: 1)
  }

  /// Counts a request that was refused for lack of capacity, by the reason.
  @Sendable package func noteRefusal(for reason: String) {
    registry.counter("tanada_refused_requests_total", [("reason", reason)]).increment(by: 1)
  }

  /// Counts a connection that was closed at once.
  @Sendable func noteRefusedConnection() {
    registry.counter("tanada_refused_connections_total", []).increment(by: 1)
  }
}

extension ServerMetrics {
  /// How an attempt to purge an edge has ended.
  package enum PurgeResult: String, Sendable {
    case done, failed, refused
  }

  /// Counts an attempt to purge an edge.
  ///
  /// - Parameter lag: The time since the revision went into service; `nil` if the edge was not reached.
  package func notePurge(_ result: PurgeResult, lag: Duration?) {
    registry.counter("tanada_purges_total", [("result", result.rawValue)]).increment(by: 1)
    if let lag { purgeLag.record(lag) }
  }

  /// Sets how many revisions an edge has not heard of.
  package func setPendingPurges(_ count: Int, of edge: String) {
    registry.gauge("tanada_purges_pending", [("edge", edge)]).set(Double(count))
  }
}

/// Requests by method, route and status.
struct RequestMetrics: Sendable {
  static let total = "tanada_http_requests_total"
  static let duration = "tanada_http_request_duration_seconds"
  static let direct = "tanada_http_direct_responses_total"

  private static let none = "none"

  /// The methods with a label of their own; all others share one.
  private static let methods: Set<HTTPRequest.Method> = [
    .get, .head, .post, .put, .patch, .delete, .options,
  ]

  let registry: MetricsRegistry

  /// Counts a request.
  ///
  /// - Parameter route: The pattern of the path; `nil` for an unknown path.
  func count(method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status) {
    total(method: method, route: route, status: status).increment(by: 1)
  }

  /// Records the duration of a request.
  func time(route: String?, _ duration: Duration) {
    durations(route: route).record(duration)
  }

  /// The count of requests with a method, the pattern of a path and the status of their responses.
  func total(
    method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status
  ) -> CounterSeries {
    let method = Self.methods.contains(method) ? method.rawValue : "other"
    return registry.counter(
      Self.total,
      [("method", method), ("route", route ?? Self.none), ("status", "\(status.code)")])
  }

  /// The durations of the requests with the pattern of a path.
  func durations(route: String?) -> HistogramSeries {
    registry.histogram(Self.duration, [("route", route ?? Self.none)])
  }

  /// The count of responses from memory.
  var direct: CounterSeries { registry.counter(Self.direct) }
}

/// The name, kind and help text of a metric.
package struct MetricDescription: Sendable {
  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  /// The name in Prometheus: `tanada_http_requests_total`.
  package let name: String
  package let help: String
  package let kind: Kind

  package init(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    self.kind = kind
    self.help = help
  }
}

extension MetricDescription {
  /// The metrics of the server.
  package static let all = server + store

  private static let server: [MetricDescription] = [
    MetricDescription(
      "tanada_http_requests_total", .counter, "Requests answered, by method, route and status."),
    MetricDescription(
      "tanada_http_request_duration_seconds", .histogram,
      "Time from a request's head to the end of its response, by route."),
    MetricDescription(
      "tanada_http_direct_responses_total", .counter,
      "Responses with documents that were in memory, without a task or a route."),
    MetricDescription(
      "tanada_http_malformed_requests_total", .counter,
      "Malformed and incomplete requests, by reason."),
    MetricDescription("tanada_http_connections", .gauge, "Open connections."),
    MetricDescription(
      "tanada_refused_connections_total", .counter,
      "Connections closed at once, because their address had too many."),
    MetricDescription(
      "tanada_refused_requests_total", .counter,
      "Requests refused because there was no place for their work or no memory, by reason."),
    MetricDescription(
      "tanada_work_running", .gauge, "Calculations, searches and previews that are running."),
    MetricDescription(
      "tanada_work_waiting", .gauge, "Calculations, searches and previews that are waiting."),
    MetricDescription(
      "tanada_client_memory_bytes", .gauge,
      "Memory of large bodies, of what is made for answers, and of large answers that are not taken yet."
    ),
    MetricDescription("tanada_sse_clients", .gauge, "Clients of the event stream."),
    MetricDescription("tanada_revision", .gauge, "The revision in service."),
    MetricDescription(
      "tanada_future_revisions_total", .counter,
      "Revisions found that a clock ahead has written."),
    MetricDescription(
      "tanada_publish_duration_seconds", .histogram, "Time to render a revision."),
    MetricDescription(
      "tanada_commit_to_served_seconds", .histogram,
      "Time from the commit of a revision until it is served."),
    MetricDescription(
      "tanada_purges_total", .counter,
      "Attempts to purge edges, by result: done, failed or refused."),
    MetricDescription(
      "tanada_purges_pending", .gauge, "Revisions that an edge has not heard of, by edge."),
    MetricDescription(
      "tanada_purge_lag_seconds", .histogram,
      "Time from a revision's going into service until an edge is purged."),
    MetricDescription(
      "tanada_cache_hits_total", .counter, "Cache hits of documents that are rendered on demand."),
    MetricDescription(
      "tanada_cache_misses_total", .counter,
      "Cache misses of documents that are rendered on demand."),
    MetricDescription(
      "tanada_cache_max_bytes", .gauge,
      "The most memory of what was made for requests and is kept."),
    MetricDescription(
      "tanada_cache_bytes", .gauge,
      "Memory of what was made for requests and is kept, by part."),
    MetricDescription(
      "tanada_cache_evictions_total", .counter,
      "What was made for requests and left memory to make room, by part."),
    MetricDescription(
      "tanada_database_size_bytes", .gauge,
      "Size of the database and its write-ahead log on disk."),
    MetricDescription(
      "tanada_build_info", .gauge, "Always 1; the version of the program and its commit are labels."
    ),
    MetricDescription(
      "tanada_uptime_seconds", .gauge, "Time since the server was started."),
    MetricDescription("tanada_ready", .gauge, "1 if /readyz answers 200, else 0."),
    MetricDescription(
      "tanada_degraded", .gauge,
      "1 if the server is ready, but storage fails, sections cannot be read or the clock is behind."
    ),
    MetricDescription(
      "process_resident_memory_bytes", .gauge, "Resident memory of the process."),
    MetricDescription(
      "process_cpu_seconds_total", .counter, "Time that processors have worked for the process."),
    MetricDescription("process_open_fds", .gauge, "Files and connections that are open."),
    MetricDescription("process_max_fds", .gauge, "Files and connections that may be open."),
  ]
}
