import FeedModel
import FeedStore
import Synchronization
import TestSupport
import Testing

/// Connections that tasks share.
@Suite(.needsPostgreSQL, .hangLimit) struct PoolTests: PoolSuite {
  let database: PostgreSQLDatabase
  let clock = TestClock(Timestamp(millisecondsSince1970: 0))

  init() throws {
    database = try PostgreSQLDatabase.make()
  }

  // MARK: - Sharing

  @Test func aConnectionIsUsedAgain() async throws {
    let pool = pool(3)
    let processes = try await [1, 2, 3].asyncMap { _ in
      try await pool.withConnection { $0.processIdentifier }
    }
    #expect(Set(processes).count == 1)
    #expect(pool.statistics.connectCount == 1)
    #expect(pool.statistics.idle == 1)
    #expect(pool.statistics.host.hasPrefix("/tmp/"))
  }

  /// More of them than there are threads for tasks.
  @Test func connectionsBlockNobodyElse() async throws {
    let pool = pool(40)
    #expect(try await fill(pool, 40).count == 40)
    #expect(pool.statistics.idle == 40)
  }

  @Test func theFirstThatWaitsIsTheFirstServed() async throws {
    let pool = pool(1)
    let gate = Gate(2)
    let order = Record()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.withConnection { _ in gate.pass() } }
      try await eventually { pool.statistics.inUse == 1 }
      for number in 0..<20 {
        group.addTask {
          try await pool.withConnection { _ in order.add(number) }
        }
        try await eventually { pool.statistics.waiting == number + 1 }
      }
      clock.advance(by: .seconds(3))
      gate.pass()
      try await group.waitForAll()
    }
    #expect(order.values == Array(0..<20))
    #expect(pool.statistics.connectCount == 1)
    #expect(pool.statistics.waitCount == 20)
    #expect(pool.statistics.waitTime == .seconds(60))
  }

  @Test func whatABodyLeavesIsFinished() async throws {
    let pool = pool(1)
    try await pool.withConnection { connection in
      try connection.perform("CREATE TABLE t (k int8 PRIMARY KEY)")
    }
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await pool.withConnection { connection in
        try connection.begin(.readWrite)
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    let error = await #expect(throws: PostgreSQLError.self) {
      try await pool.withConnection { connection in
        for _ in 0..<2 { try connection.perform("INSERT INTO t VALUES (2)") }
      }
    }
    #expect(error?.sqlState == "23505")
    let count = try await pool.withConnection { try $0.row("SELECT count(*) FROM t")?.values[0] }
    #expect(count == 0)
    #expect(pool.statistics.connectCount == 1)
  }

  // MARK: - Cancelling

  @Test func whoWaitsCanBeCancelled() async throws {
    let pool = pool(1)
    let gate = Gate(2)
    let first = Task { try await pool.withConnection { _ in gate.pass() } }
    try await eventually { pool.statistics.inUse == 1 }
    let second = Task { try await pool.withConnection { _ in Issue.record("it ran") } }
    let third = Task { try await pool.withConnection { _ in } }
    try await eventually { pool.statistics.waiting == 2 }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(pool.statistics.waiting == 1)
    gate.pass()
    try await first.value
    try await third.value
  }

  @Test func whatRunsCanBeCancelled() async throws {
    let pool = pool(1)
    for _ in 0..<5 {
      let process = try await pool.withConnection { $0.processIdentifier }
      let task = Task {
        _ = try await pool.withConnection { try $0.rows("SELECT pg_sleep(60), 'cancelled'") }
      }
      let watcher = try database.connect()
      try await eventually {
        try watcher.row(
          "SELECT state FROM pg_stat_activity WHERE pid = ? AND query LIKE '%cancelled%'",
          [process])?.values[0] == "active"
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      // The next one is not.
      let sum = try await pool.withConnection { try $0.row("SELECT 1 + ?", [1])?.values[0] }
      #expect(sum == 2)
    }
    #expect(pool.statistics.connectCount == 1)
  }

  @Test func aTaskThatIsCancelledGetsNone() async throws {
    let pool = pool(1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await pool.withConnection { _ in Issue.record("it ran") }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(pool.statistics.connectCount == 0 && pool.statistics.inUse == 0)
  }

  // MARK: - Closing

  @Test func whatIsIdleIsClosed() async throws {
    let pool = pool(5, minimumCount: 2)
    let processes = try await fill(pool, 5)
    clock.advance(by: .seconds(60))
    let used = try await pool.withConnection { $0.processIdentifier }
    clock.advance(by: .seconds(39))
    #expect(pool.statistics.idle == 5)
    clock.advance(by: .seconds(1))
    try await eventually { pool.statistics.idle == 2 }
    clock.advance(by: .seconds(1_000))
    #expect(pool.statistics.idle == 2)
    // The server ends them when they are closed.
    let watcher = try database.connect()
    try await eventually {
      let rows = try watcher.rows(
        "SELECT pid::int8 FROM pg_stat_activity WHERE datname = current_database()")
      let open = Set(try rows.map { try $0[0] as Int }).intersection(processes)
      return open.count == 2 && open.contains(used)
    }
  }

  @Test func closingWaitsForWhatRuns() async throws {
    let pool = pool(1)
    let gate = Gate(2)
    let running = Task {
      try await pool.withConnection { connection in
        gate.pass()
        return try connection.row("SELECT 1")?.values[0]
      }
    }
    try await eventually { pool.statistics.inUse == 1 }
    let waiting = Task { try await pool.withConnection { _ in } }
    try await eventually { pool.statistics.waiting == 1 }
    let closed = Record()
    let closing = Task {
      await pool.close()
      closed.add(1)
    }
    await #expect(throws: PostgreSQLError.poolClosed) { try await waiting.value }
    #expect(closed.values.isEmpty)
    gate.pass()
    #expect(try await running.value == 1)
    await closing.value
    await #expect(throws: PostgreSQLError.poolClosed) { try await pool.withConnection { _ in } }
    await pool.close()
    #expect(pool.statistics.inUse == 0 && pool.statistics.idle == 0)
  }
}

extension Array {
  /// Calls `transform` with one element after the other.
  fileprivate func asyncMap<Value>(
    _ transform: (Element) async throws -> Value
  ) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
