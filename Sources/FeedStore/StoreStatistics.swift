/// Figures of a store that several machines share, for metrics. Counts are those since the process was started.
package struct StoreStatistics: Hashable, Sendable {
  /// Whether the store is lost, as far as is known.
  package var isAway = false
  /// Connections in use, or being made.
  package var connectionsInUse = 0
  /// Connections that nobody uses.
  package var idleConnections = 0
  /// Reads and writes that wait for a connection.
  package var waiting = 0
  /// How often a read or write had to wait for a connection.
  package var waitCount = 0
  /// How long they waited in all.
  package var waitTime = Duration.zero
  /// Connections that were made.
  package var connectCount = 0
  /// Connections that could not be made.
  package var failedConnectCount = 0
  /// Connections that were lost while they were used.
  package var lostCount = 0
  /// Transactions that have written.
  package var commitCount = 0
  /// Transactions that ran once more, because the database was lost, or others were in the way.
  package var retryCount = 0
  /// Commits whose answer was lost, and that turned out to have happened, or not.
  package var settledCount = 0
  /// Commits of which their writers were not told whether they have happened.
  package var unknownCount = 0
  /// Notifications of revisions.
  package var notificationCount = 0

  package init() {}
}
