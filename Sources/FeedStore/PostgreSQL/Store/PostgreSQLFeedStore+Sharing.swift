package import FeedModel
import Synchronization

extension PostgreSQLFeedStore: SharedFeedStore {
  package func currentMoment() async throws -> Timestamp {
    try await noting {
      try await pool.read { connection in
        let row = try connection.row(
          "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now")
        return Timestamp(millisecondsSince1970: try row?["now"] ?? 0)
      }
    }
  }

  package func withLock<Value: Sendable>(
    _ name: String, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    // A lock of the session, on a connection of its own: no transaction is open for as long as it takes.
    let worker = PostgreSQLWorker(
      generation: 0, address: address, settings: PostgreSQLSessionSettings())
    defer { worker.close() }
    try await noting {
      try await worker.run { connection in
        _ = try connection.row("SELECT pg_advisory_lock(hashtextextended(?, 0))", [name])
      }.result.get()
    }
    return try await body()
  }

  package var statistics: StoreStatistics {
    var statistics = counts.statistics
    statistics.pool = pool.statistics
    return statistics
  }

  /// The shortest pause before a lost connection is made again; up to a half is added at random.
  package static var reconnectionPause: Duration { .seconds(1) }
  /// How long a connection waits for a notification before it looks whether it is still there.
  private static var patience: Duration { .seconds(30) }

  package func followRevisions(_ notify: @escaping @Sendable () -> Void) async {
    let waker = PostgreSQLWaker()
    await withTaskCancellationHandler {
      while !Task.isCancelled {
        await listen(waker, notify)
        guard !Task.isCancelled else { return }
        try? await timers.sleep(for: Self.reconnectionPause * (1 + random() / 2))
      }
    } onCancel: {
      waker.wake()
    }
  }

  /// Listens on a connection of its own until it is lost, or the task is cancelled.
  private func listen(_ waker: PostgreSQLWaker, _ notify: @escaping @Sendable () -> Void) async {
    let worker = PostgreSQLWorker(
      generation: 0, address: address, settings: PostgreSQLSessionSettings())
    defer { worker.close() }
    _ = await worker.run { connection in
      try connection.listen(to: Self.channel)
      // Those of before are not notified.
      notify()
      while true {
        let notifications = try connection.waitForNotifications(
          timeout: Self.patience, waker: waker)
        guard !waker.isAwake else { return }
        if notifications.isEmpty {
          _ = try connection.row("SELECT 1")
        } else {
          counts.count(\.notificationCount)
          notify()
        }
      }
    }
  }
}

extension PostgreSQLFeedStore {
  /// The most connections that a process makes: those of reads and writes, of two imports, of the listener, and of a
  /// lock.
  ///
  /// - Parameter connectionCount: those of reads and writes.
  package static func budget(connectionCount: Int) -> Int { connectionCount + stageCount + 2 }

  /// How many connections the server, the role and the database allow in all.
  package func allowedConnectionCount() async throws -> Int {
    try await noting {
      try await pool.read { connection in
        let row = try connection.row(
          """
          SELECT least(
            current_setting('max_connections')::bigint
              - current_setting('superuser_reserved_connections')::bigint,
            (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
            (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
          ) AS allowed
          """)
        return try row?["allowed"] ?? 0
      }
    }
  }
}

/// Counts what becomes of the transactions of a store.
final class StoreCounts: Sendable {
  private let state = Mutex(StoreStatistics())

  var statistics: StoreStatistics { state.withLock { $0 } }

  /// Adds one to a count.
  func count(_ property: any WritableKeyPath<StoreStatistics, Int> & Sendable) {
    state.withLock { $0[keyPath: property] += 1 }
  }
}
