package import FeedModel

/// A store that several machines share. It has a clock of its own, by which its transactions are made, and says when
/// there is a new revision.
package protocol SharedFeedStore: FeedStore {
  /// The time by the store's clock.
  func currentMoment() async throws -> Timestamp

  /// Runs `body` while no other machine runs one under the lock called `name`.
  func withLock<Value: Sendable>(
    _ name: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value

  /// Calls `notify` when there may be a new revision, until the task is cancelled. It may be called too often, and, while
  /// the store is not available, too rarely: who has to know looks from time to time.
  func followRevisions(_ notify: @escaping @Sendable () -> Void) async

  /// The figures of now, for metrics.
  var statistics: StoreStatistics { get }
}

/// Figures of a store that several machines share, for metrics. Counts are those since the process was started.
package struct StoreStatistics: Hashable, Sendable {
  /// The connections of reads and writes.
  package var pool = PostgreSQLPool.Statistics()
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

  /// Whether the store is lost, as far as is known.
  package var isAway: Bool { pool.outage != nil }
}
