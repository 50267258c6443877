import FeedHTTP
import FeedModel
import FeedPublisher
import FeedStore

/// The metrics of the store, read when they are asked for.
struct StoreMetrics: Sendable {
  let store: any FeedStore
  let publisher: FeedPublisher
  let registry: MetricsRegistry
  /// How far the store's clock is ahead of that of this machine; `nil` if it is the same clock.
  let clockOffset: @Sendable () -> Duration?
  let clock: any TimeSource

  func record() async {
    let statistics = (store as? any SharedFeedStore)?.statistics
    if let statistics { record(statistics) }
    if let offset = clockOffset() {
      registry.gauge("tanada_store_clock_offset_seconds").set(offset / .seconds(1))
    }
    // Nobody waits here for a store that is lost.
    guard statistics?.isAway != true else { return }
    await recordLag()
  }

  /// Records how far the revision in service is behind the newest one.
  private func recordLag() async {
    let served = publisher.current?.revision ?? 0
    let revisions = try? await store.read { reader in
      let newest = try reader.latestRevision()
      let isBehind = newest.map { $0.number > served } ?? false
      return (newest: newest, next: isBehind ? try reader.revision(served + 1) : nil)
    }
    guard let revisions else { return }
    let newest = revisions.newest?.number ?? 0
    registry.gauge("tanada_store_revision").set(Double(newest))
    registry.gauge("tanada_revision_lag").set(Double(max(0, newest - served)))
    let now =
      Double(clock.now.millisecondsSince1970) / 1_000 + (clockOffset() ?? .zero) / .seconds(1)
    let committed = revisions.next.map { Double($0.committedAt.millisecondsSince1970) / 1_000 }
    registry.gauge("tanada_revision_lag_seconds").set(committed.map { max(0, now - $0) } ?? 0)
  }

  private func record(_ statistics: StoreStatistics) {
    registry.gauge("tanada_store_available").set(statistics.isAway ? 0.0 : 1.0)
    for (state, count) in [
      ("in_use", statistics.connectionsInUse), ("idle", statistics.idleConnections),
      ("waiting", statistics.waiting),
    ] {
      registry.gauge("tanada_store_connections", [("state", state)]).set(Double(count))
    }
    registry.gauge("tanada_store_wait_seconds").set(statistics.waitTime / .seconds(1))
    for (name, count) in [
      ("waits", statistics.waitCount), ("connects", statistics.connectCount),
      ("failed_connects", statistics.failedConnectCount),
      ("lost_connections", statistics.lostCount), ("commits", statistics.commitCount),
      ("retries", statistics.retryCount), ("settled_commits", statistics.settledCount),
      ("unknown_commits", statistics.unknownCount),
      ("notifications", statistics.notificationCount),
    ] {
      registry.counter("tanada_store_\(name)_total").advance(to: count)
    }
  }
}
