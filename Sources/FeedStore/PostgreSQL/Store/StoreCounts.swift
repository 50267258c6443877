import Synchronization

/// Counts what becomes of the transactions of a store.
final class StoreCounts: Sendable {
  private let statistics = Mutex(StoreStatistics())

  /// Adds one to a count.
  func count(_ property: any WritableKeyPath<StoreStatistics, Int> & Sendable) {
    statistics.withLock { $0[keyPath: property] += 1 }
  }

  /// The counts, with the figures of `pool`.
  func statistics(with pool: PostgreSQLPool.Statistics) -> StoreStatistics {
    var statistics = statistics.withLock { $0 }
    statistics.isAway = pool.outage != nil
    statistics.connectionsInUse = pool.inUse
    statistics.idleConnections = pool.idle
    statistics.waiting = pool.waiting
    statistics.waitCount = pool.waitCount
    statistics.waitTime = pool.waitTime
    statistics.connectCount = pool.connectCount
    statistics.failedConnectCount = pool.failedConnectCount
    statistics.lostCount = pool.lostCount
    return statistics
  }
}
