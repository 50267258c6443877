package import FeedModel

/// A store that several machines share. It has a clock of its own, by which its transactions are made, and says when
/// there is a new revision.
package protocol SharedFeedStore: FeedStore {
  /// The time by the store's clock.
  ///
  /// - Throws: ``StoreError``.
  func currentMoment() async throws -> Timestamp

  /// Runs `body` while no other machine runs one under the lock called `name`.
  ///
  /// - Throws: ``StoreError``, or errors of `body`.
  func withLock<Value: Sendable>(
    _ name: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value

  /// Calls `notify` when there may be a new revision, until the task is cancelled. It may be called too often, and, while
  /// the store is not available, too rarely: who has to know looks from time to time.
  func followRevisions(_ notify: @escaping @Sendable () -> Void) async

  /// The figures of now, for metrics.
  var statistics: StoreStatistics { get }
}
