/// What a metric is, for those who read it.
package struct MetricDescription: Sendable {
  package enum Kind: String, Sendable {
    case counter, gauge, histogram
  }

  /// As Prometheus has it: `tanada_http_requests_total`.
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
  /// The metrics of the server, in the order they are written.
  package static let all: [MetricDescription] = [
    MetricDescription(
      "tanada_http_requests_total", .counter, "Requests answered, by method, route and status."),
    MetricDescription(
      "tanada_http_request_duration_seconds", .histogram,
      "Time from a request's head to the end of its response, by route."),
    MetricDescription(
      "tanada_http_malformed_requests_total", .counter,
      "What was sent and never became a request, by reason."),
    MetricDescription("tanada_http_connections", .gauge, "Open connections."),
    MetricDescription("tanada_sse_clients", .gauge, "Clients that follow events."),
    MetricDescription("tanada_revision", .gauge, "The revision in service."),
    MetricDescription(
      "tanada_publish_duration_seconds", .histogram, "Time to render a revision."),
    MetricDescription(
      "tanada_commit_to_served_seconds", .histogram,
      "Time from the commit of a revision until it is served."),
    MetricDescription(
      "tanada_cache_hits_total", .counter, "Documents on demand that were in the cache."),
    MetricDescription(
      "tanada_cache_misses_total", .counter, "Documents on demand that had to be computed."),
    MetricDescription(
      "tanada_pinned_bytes", .gauge, "Sections kept for cursors that are out, in bytes."),
    MetricDescription(
      "tanada_pinned_dropped_total", .counter,
      "Sections that were forgotten before their cursors' time, to make room for others."),
    MetricDescription(
      "tanada_database_size_bytes", .gauge, "The database on disk, with its write-ahead log."),
    MetricDescription(
      "tanada_uptime_seconds", .gauge, "Time since the server was started."),
    MetricDescription(
      "process_resident_memory_bytes", .gauge, "Memory of the process that is not paged out."),
  ]
}
