import CoreMetrics
import HTTPTypes
import NIOCore

/// What the server tells of itself. Whoever has something to tell records it here.
package struct ServerMetrics: Sendable {
  /// Everything recorded, under any name.
  package let registry: MetricsRegistry
  /// How many clients follow events.
  let eventClients: Meter
  let connections: Meter
  let requests: RequestMetrics
  private let publishDuration: Timer
  private let commitToServed: Timer

  package init(registry: MetricsRegistry = MetricsRegistry()) {
    self.registry = registry
    eventClients = Meter(label: "tanada_sse_clients", dimensions: [], factory: registry)
    connections = Meter(label: "tanada_http_connections", dimensions: [], factory: registry)
    requests = RequestMetrics(registry: registry)
    publishDuration = Timer(
      label: "tanada_publish_duration_seconds", dimensions: [], factory: registry)
    commitToServed = Timer(
      label: "tanada_commit_to_served_seconds", dimensions: [], factory: registry)
  }

  /// Notes that a revision was put into service.
  ///
  /// - Parameters:
  ///   - duration: how long reading and rendering it took.
  ///   - delay: the time from its commit until it was served; `nil` if that was not waited for.
  package func notePublication(in duration: Duration, commitToServed delay: Duration?) {
    publishDuration.recordNanoseconds(TimeAmount(duration).nanoseconds)
    if let delay { commitToServed.recordNanoseconds(TimeAmount(delay).nanoseconds) }
  }
}

extension ServerMetrics {
  /// Counts something that never became a request.
  @Sendable func noteMalformedRequest(_ request: MalformedRequest) {
    registry.counter("tanada_http_malformed_requests_total", [("reason", request.rawValue)])
      .increment(by: 1)
  }
}

/// Requests by what was asked for and what came of it.
struct RequestMetrics: Sendable {
  static let total = "tanada_http_requests_total"
  static let duration = "tanada_http_request_duration_seconds"

  private static let none = "none"

  /// Methods that are told apart. Clients can make up any other.
  private static let methods: Set<HTTPRequest.Method> = [
    .get, .head, .post, .put, .patch, .delete, .options,
  ]

  let registry: MetricsRegistry

  /// Counts a request.
  ///
  /// - Parameter route: the pattern of the path, not the path, of which there are any number; `nil` where
  ///   there is nothing.
  func count(method: HTTPRequest.Method, route: String?, status: HTTPResponse.Status) {
    let method = Self.methods.contains(method) ? method.rawValue : "other"
    registry.counter(
      Self.total,
      [("method", method), ("route", route ?? Self.none), ("status", "\(status.code)")]
    ).increment(by: 1)
  }

  /// Notes how long a request took.
  func time(route: String?, _ duration: TimeAmount) {
    registry.histogram(Self.duration, [("route", route ?? Self.none)])
      .recordNanoseconds(duration.nanoseconds)
  }
}
