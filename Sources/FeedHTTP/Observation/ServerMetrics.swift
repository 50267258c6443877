import FeedModel
import HTTPTypes

/// The metrics that the server records.
package struct ServerMetrics: Sendable {
  /// The values of all metrics.
  package let registry: MetricsRegistry
  /// The number of clients of the event stream.
  package let eventClients: GaugeSeries
  let connections: GaugeSeries
  /// The count of responses from memory.
  let direct: CounterSeries
  private let publishDuration: HistogramSeries
  private let commitToServed: HistogramSeries
  private let purgeLag: HistogramSeries

  package init(registry: MetricsRegistry = MetricsRegistry()) {
    self.registry = registry
    eventClients = registry.gauge("tanada_sse_clients")
    connections = registry.gauge("tanada_http_connections")
    direct = registry.counter("tanada_http_direct_responses_total")
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

// MARK: - Requests

extension ServerMetrics {
  /// The methods with a label of their own; all others share one.
  private static let methods: Set<HTTPRequest.Method> = [
    .get, .head, .post, .put, .patch, .delete, .options,
  ]

  /// The count of requests by method, route and status.
  ///
  /// - Parameter route: The pattern of the path; `nil` for an unknown path.
  func total(
    method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status
  ) -> CounterSeries {
    let method = Self.methods.contains(method) ? method.rawValue : "other"
    return registry.counter(
      "tanada_http_requests_total",
      [("method", method), ("route", route ?? "none"), ("status", "\(status.code)")])
  }

  /// The durations of the requests with the pattern of a path.
  func durations(route: String?) -> HistogramSeries {
    registry.histogram("tanada_http_request_duration_seconds", [("route", route ?? "none")])
  }

  func noteMalformedRequest(_ request: MalformedRequest) {
    count("tanada_http_malformed_requests_total", ("reason", request.rawValue))
  }

  /// Counts a request that was refused for lack of capacity, by the reason.
  package func noteRefusal(for reason: String) {
    count("tanada_refused_requests_total", ("reason", reason))
  }

  func noteRefusedConnection() {
    registry.counter("tanada_refused_connections_total").increment(by: 1)
  }

  private func count(_ name: String, _ label: (String, String)) {
    registry.counter(name, [label]).increment(by: 1)
  }
}

// MARK: - Edges

extension ServerMetrics {
  /// How an attempt to purge an edge has ended.
  package enum PurgeResult: String, Sendable {
    case done, failed, refused
  }

  /// Counts an attempt to purge an edge.
  ///
  /// - Parameter lag: The time since the revision went into service; `nil` if the edge was not reached.
  package func notePurge(_ result: PurgeResult, lag: Duration?) {
    count("tanada_purges_total", ("result", result.rawValue))
    if let lag { purgeLag.record(lag) }
  }

  /// Sets how many revisions an edge has not heard of.
  package func setPendingPurges(_ count: Int, of edge: String) {
    registry.gauge("tanada_purges_pending", [("edge", edge)]).set(Double(count))
  }
}
