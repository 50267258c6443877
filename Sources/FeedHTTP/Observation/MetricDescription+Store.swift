extension MetricDescription {
  /// The metrics of the store.
  static let store: [MetricDescription] = [
    MetricDescription("tanada_store_revision", .gauge, "The newest revision of the store."),
    MetricDescription(
      "tanada_revision_lag", .gauge, "Revisions of the store that are not in service yet."),
    MetricDescription(
      "tanada_revision_lag_seconds", .gauge,
      "Age of the oldest revision that is not in service yet; 0 if there is none."),
    MetricDescription(
      "tanada_store_available", .gauge, "1 if PostgreSQL can be used, as far as is known, else 0."),
    MetricDescription(
      "tanada_store_connections", .gauge,
      "Connections to PostgreSQL in use and idle, and reads and writes that wait for one, by state."
    ),
    MetricDescription(
      "tanada_store_wait_seconds", .gauge,
      "Time waited for connections to PostgreSQL, in all."),
    MetricDescription(
      "tanada_store_waits_total", .counter,
      "Reads and writes that had to wait for a connection to PostgreSQL."),
    MetricDescription(
      "tanada_store_connects_total", .counter, "Connections to PostgreSQL that were made."),
    MetricDescription(
      "tanada_store_failed_connects_total", .counter,
      "Connections to PostgreSQL that could not be made."),
    MetricDescription(
      "tanada_store_lost_connections_total", .counter,
      "Connections to PostgreSQL that were lost in use."),
    MetricDescription("tanada_store_commits_total", .counter, "Transactions that have written."),
    MetricDescription(
      "tanada_store_retries_total", .counter, "Transactions that ran once more."),
    MetricDescription(
      "tanada_store_settled_commits_total", .counter,
      "Commits whose answer was lost, and of which it was found out whether they had happened."),
    MetricDescription(
      "tanada_store_unknown_commits_total", .counter,
      "Commits of which it was not found out in time whether they had happened."),
    MetricDescription(
      "tanada_store_notifications_total", .counter, "Notifications of revisions by PostgreSQL."),
    MetricDescription(
      "tanada_store_clock_offset_seconds", .gauge,
      "How far the clock of PostgreSQL is ahead of that of the server."),
  ]
}
