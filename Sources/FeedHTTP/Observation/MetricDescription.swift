/// The name, kind and help text of a metric.
package struct MetricDescription: Sendable {
  enum Kind: String {
    case counter, gauge, histogram
  }

  /// The name in Prometheus: `tanada_http_requests_total`.
  package let name: String
  let kind: Kind
  let help: String

  /// A metric that only increases.
  package static func counter(_ name: String, _ help: String) -> MetricDescription {
    MetricDescription(name: name, kind: .counter, help: help)
  }

  private static func gauge(_ name: String, _ help: String) -> MetricDescription {
    MetricDescription(name: name, kind: .gauge, help: help)
  }

  private static func histogram(_ name: String, _ help: String) -> MetricDescription {
    MetricDescription(name: name, kind: .histogram, help: help)
  }

  /// The metrics of the server and of its store.
  package static let all: [MetricDescription] = [
    .counter("tanada_http_requests_total", "Requests answered, by method, route and status."),
    .histogram(
      "tanada_http_request_duration_seconds",
      "Time from a request's head to the end of its response, by route."),
    .counter(
      "tanada_http_direct_responses_total",
      "Responses with documents that were in memory, without a task or a route."),
    .counter(
      "tanada_http_malformed_requests_total", "Malformed and incomplete requests, by reason."),
    .gauge("tanada_http_connections", "Open connections."),
    .counter(
      "tanada_refused_connections_total",
      "Connections closed at once, because their address had too many."),
    .counter(
      "tanada_refused_requests_total",
      "Requests refused because there was no place for their work or no memory, by reason."),
    .gauge("tanada_work_running", "Calculations, searches and previews that are running."),
    .gauge("tanada_work_waiting", "Calculations, searches and previews that are waiting."),
    .gauge(
      "tanada_client_memory_bytes",
      "Memory of large bodies, of what is made for answers, and of large answers that are not taken yet."
    ),
    .gauge("tanada_sse_clients", "Clients of the event stream."),
    .gauge("tanada_revision", "The revision in service."),
    .counter("tanada_future_revisions_total", "Revisions found that a clock ahead has written."),
    .histogram("tanada_publish_duration_seconds", "Time to render a revision."),
    .histogram(
      "tanada_commit_to_served_seconds", "Time from the commit of a revision until it is served."),
    .counter("tanada_purges_total", "Attempts to purge edges, by result: done, failed or refused."),
    .gauge("tanada_purges_pending", "Revisions that an edge has not heard of, by edge."),
    .histogram(
      "tanada_purge_lag_seconds",
      "Time from a revision's going into service until an edge is purged."),
    .counter("tanada_cache_hits_total", "Cache hits of documents that are rendered on demand."),
    .counter("tanada_cache_misses_total", "Cache misses of documents that are rendered on demand."),
    .gauge("tanada_cache_max_bytes", "The most memory of what was made for requests and is kept."),
    .gauge("tanada_cache_bytes", "Memory of what was made for requests and is kept, by part."),
    .counter(
      "tanada_cache_evictions_total",
      "What was made for requests and left memory to make room, by part."),
    .gauge("tanada_database_size_bytes", "Size of the database and its write-ahead log on disk."),
    .gauge("tanada_build_info", "Always 1; the version of the program and its commit are labels."),
    .gauge("tanada_uptime_seconds", "Time since the server was started."),
    .gauge("tanada_ready", "1 if /readyz answers 200, else 0."),
    .gauge(
      "tanada_degraded",
      "1 if the server is ready, but storage fails, sections cannot be read or the clock is behind."
    ),
    .gauge("process_resident_memory_bytes", "Resident memory of the process."),
    .counter("process_cpu_seconds_total", "Time that processors have worked for the process."),
    .gauge("process_open_fds", "Files and connections that are open."),
    .gauge("process_max_fds", "Files and connections that may be open."),
    // The store.
    .gauge("tanada_store_revision", "The newest revision of the store."),
    .gauge("tanada_revision_lag", "Revisions of the store that are not in service yet."),
    .gauge(
      "tanada_revision_lag_seconds",
      "Age of the oldest revision that is not in service yet; 0 if there is none."),
    .gauge("tanada_store_available", "1 if PostgreSQL can be used, as far as is known, else 0."),
    .gauge(
      "tanada_store_connections",
      "Connections to PostgreSQL in use and idle, and reads and writes that wait for one, by state."
    ),
    .gauge("tanada_store_wait_seconds", "Time waited for connections to PostgreSQL, in all."),
    .counter(
      "tanada_store_waits_total",
      "Reads and writes that had to wait for a connection to PostgreSQL."),
    .counter("tanada_store_connects_total", "Connections to PostgreSQL that were made."),
    .counter(
      "tanada_store_failed_connects_total", "Connections to PostgreSQL that could not be made."),
    .counter(
      "tanada_store_lost_connections_total", "Connections to PostgreSQL that were lost in use."),
    .counter("tanada_store_commits_total", "Transactions that have written."),
    .counter("tanada_store_retries_total", "Transactions that ran once more."),
    .counter(
      "tanada_store_settled_commits_total",
      "Commits whose answer was lost, and of which it was found out whether they had happened."),
    .counter(
      "tanada_store_unknown_commits_total",
      "Commits of which it was not found out in time whether they had happened."),
    .counter("tanada_store_notifications_total", "Notifications of revisions by PostgreSQL."),
    .gauge(
      "tanada_store_clock_offset_seconds",
      "How far the clock of PostgreSQL is ahead of that of the server."),
  ]
}
