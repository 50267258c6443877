import FeedStore
import FeedHTTP
import FeedModel
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import NIOCore

// MARK: - Metrics, for Prometheus

extension MonitoringRoutes {
  func page(_ request: Request, _ context: FeedRequestContext) async throws -> Response {
    try configuration.metricsAccess.require(request, context)
    let registry = metrics.registry
    // Values that are not recorded when they change.
    registry.gauge(
      "tanada_build_info",
      [("version", configuration.build.version), ("commit", configuration.build.commit)]
    ).set(1.0)
    metrics.eventClients.set(Double(await events.clientCount))
    registry.gauge("tanada_revision").set(Double(publisher.current?.revision ?? 0))
    registry.counter("tanada_future_revisions_total").advance(to: publisher.futureRevisionCount)
    registry.counter("tanada_cache_hits_total")
      .advance(to: publisher.cache.hitCount + answers.reuseCount)
    registry.counter("tanada_cache_misses_total").advance(to: publisher.cache.missCount)
    let cache = publisher.cache.shared
    registry.gauge("tanada_cache_max_bytes").set(Double(cache.maximumByteCount))
    for (part, use) in cache.uses {
      registry.gauge("tanada_cache_bytes", [("part", part)]).set(Double(use.byteCount))
      registry.counter("tanada_cache_evictions_total", [("part", part)])
        .advance(to: use.evictionCount)
    }
    let (runningWork, waitingWork) = work.counts
    registry.gauge("tanada_work_running").set(Double(runningWork))
    registry.gauge("tanada_work_waiting").set(Double(waitingWork))
    registry.gauge("tanada_client_memory_bytes").set(Double(budget.used))
    let running = configuration.http.clock.uptime - start
    registry.gauge("tanada_uptime_seconds").set(running / .seconds(1))
    await recordStore(in: registry)
    if let size = configuration.databaseSize() {
      registry.gauge("tanada_database_size_bytes").set(Double(size))
    }
    let readiness = try? await readiness()
    registry.gauge("tanada_ready").set(readiness == nil ? 0.0 : 1.0)
    registry.gauge("tanada_degraded").set(readiness?.isDegraded == true ? 1.0 : 0.0)
    registry.recordProcess()
    return Response(
      status: .ok,
      headers: [
        .contentType: MetricsRegistry.contentType, .cacheControl: CachePolicy.none.rawValue,
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: registry.text)))
  }

  /// Records the metrics of the store, which are read when they are asked for.
  private func recordStore(in registry: MetricsRegistry) async {
    let statistics = (store as? any SharedFeedStore)?.statistics
    if let statistics { registry.record(statistics) }
    let offset = configuration.storeClockOffset()
    if let offset {
      registry.gauge("tanada_store_clock_offset_seconds").set(offset / .seconds(1))
    }
    // Nobody waits here for a store that is lost.
    guard statistics?.isAway != true else { return }
    await recordLag(in: registry, clockOffset: offset ?? .zero)
  }

  /// Records how far the revision in service is behind the newest one.
  private func recordLag(in registry: MetricsRegistry, clockOffset: Duration) async {
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
      Double(configuration.http.clock.now.millisecondsSince1970) / 1_000 + clockOffset / .seconds(1)
    let committed = revisions.next.map { Double($0.committedAt.millisecondsSince1970) / 1_000 }
    registry.gauge("tanada_revision_lag_seconds").set(committed.map { max(0, now - $0) } ?? 0)
  }
}

extension MetricsRegistry {
  fileprivate func record(_ statistics: StoreStatistics) {
    gauge("tanada_store_available").set(statistics.isAway ? 0.0 : 1.0)
    for (state, count) in [
      ("in_use", statistics.pool.inUse), ("idle", statistics.pool.idle),
      ("waiting", statistics.pool.waiting),
    ] {
      gauge("tanada_store_connections", [("state", state)]).set(Double(count))
    }
    gauge("tanada_store_wait_seconds").set(statistics.pool.waitTime / .seconds(1))
    for (name, count) in [
      ("waits", statistics.pool.waitCount), ("connects", statistics.pool.connectCount),
      ("failed_connects", statistics.pool.failedConnectCount),
      ("lost_connections", statistics.pool.lostCount), ("commits", statistics.commitCount),
      ("retries", statistics.retryCount), ("settled_commits", statistics.settledCount),
      ("unknown_commits", statistics.unknownCount),
      ("notifications", statistics.notificationCount),
    ] {
      counter("tanada_store_\(name)_total").advance(to: count)
    }
  }
}

/// Who may read `/metrics`. They tell how much is read and written, and what the server's limits are.
package enum MetricsAccess: String, CaseIterable, Sendable {
  /// Programs on this machine, and those with a token of a viewer.
  case local
  /// Those with a token of a viewer.
  case viewers
  /// Everybody.
  case everyone

  /// Refuses a request that may not read the metrics.
  ///
  /// - Throws: ``Problem`` without a token (401).
  func require(_ request: Request, _ context: FeedRequestContext) throws {
    switch self {
    case .everyone: return
    case .local where context.isLocal && !request.isForwarded: return
    case .local, .viewers: try context.require(.viewer)
    }
  }
}

extension FeedRequestContext {
  /// Whether the other end of the connection is on this machine; true without a connection.
  fileprivate var isLocal: Bool { peerAddress?.isLoopback ?? true }
}

extension Request {
  /// Whether a proxy has passed the request on, which any proxy on this machine may do for others.
  fileprivate var isForwarded: Bool {
    [.forwardedFor, .forwarded, .via].contains { headers.contains($0) }
  }
}

extension HTTPField.Name {
  fileprivate static let forwarded = field("Forwarded")
}
