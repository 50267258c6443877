import Dispatch
import FeedModel
import FeedStorePostgreSQL
import FeedStoreSQL
import Synchronization
import TestSupport
import Testing

/// Connections that tasks share.
@Suite(.needsPostgreSQL, .timeLimit(.minutes(5))) struct PoolTests {
  let database: PostgreSQLDatabase
  let clock = TestClock(Timestamp(millisecondsSince1970: 0))

  init() throws {
    database = try PostgreSQLDatabase.make()
  }

  private func pool(
    _ maximumCount: Int, minimumCount: Int = 1, address: PostgreSQLAddress? = nil
  ) -> PostgreSQLPool {
    var configuration = PostgreSQLPool.Configuration(address: address ?? database.address())
    configuration.maximumCount = maximumCount
    configuration.minimumCount = minimumCount
    configuration.idleTime = .seconds(100)
    return PostgreSQLPool(configuration, clock: clock)
  }

  /// Takes `count` connections at once, and returns the processes of the server behind them.
  private func fill(_ pool: PostgreSQLPool, _ count: Int) async throws -> Set<Int> {
    let gate = Gate(count)
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await pool.withConnection { connection in
            gate.pass()
            return connection.processIdentifier
          }
        }
      }
      return try await group.reduce(into: []) { $0.insert($1) }
    }
  }

  /// Ends the connections to the database that processes of the server have.
  private func terminate(_ processes: Set<Int>) throws {
    for process in processes {
      try database.connect().execute(
        "SELECT pg_terminate_backend(?::int4, 60000)", [.integer(process)])
    }
  }

  /// Several connections are lost at once: that is one event.
  @Test func aLossIsSaidOnceAndSoIsItsEnd() async throws {
    let events = Mutex<[ConnectionEvent]>([])
    var configuration = PostgreSQLPool.Configuration(address: database.address())
    configuration.onEvent = { event in events.withLock { $0.append(event) } }
    let pool = PostgreSQLPool(configuration, clock: clock)
    try terminate(try await fill(pool, 3))
    #expect(pool.statistics.outage == nil)
    for _ in 1...3 {
      await #expect(throws: PostgreSQLError.self) {
        try await pool.withConnection { connection in
          _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
        }
      }
    }
    clock.advance(by: .seconds(7))
    #expect(pool.statistics.outage == .seconds(7))
    for _ in 1...2 {
      try await pool.withConnection { connection in _ = try connection.rows("SELECT 1") }
    }
    #expect(pool.statistics.outage == nil)
    let host = pool.statistics.host
    let all = events.withLock { $0 }
    #expect(all.count == 2)
    guard case .lost(host, let reason) = all.first else {
      Issue.record("the first event is \(all)")
      return
    }
    #expect(!reason.isEmpty)
    #expect(all.last == .restored(host: host, former: host, after: .seconds(7)))
    await pool.close()
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
    #expect(error?.isUniqueViolation == true)
    let count = try await pool.withConnection { try $0.row("SELECT count(*) FROM t")?[0] }
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
          [.integer(process)])?[0] == "active"
      }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      // The next one is not.
      let sum = try await pool.withConnection { try $0.row("SELECT 1 + ?", [1])?[0] }
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

  // MARK: - Losing

  @Test func aReadRunsAgainAfterAFailover() async throws {
    let pool = pool(3)
    let processes = try await fill(pool, 3)
    try terminate(processes)
    let runs = Record()
    let value = try await pool.read { connection in
      runs.add(1)
      try connection.begin(.readOnlySnapshot)
      return try connection.row("SELECT 1")?[0]
    }
    #expect(value == 1)
    #expect(runs.values.count == 2)
    let statistics = pool.statistics
    #expect(statistics.lostCount == 1 && statistics.connectCount == 4 && statistics.idle == 1)
  }

  /// A connection that was in use while another one was lost.
  @Test func whatWasMadeBeforeALossIsNotUsedAgain() async throws {
    let pool = pool(2)
    let processes = try await fill(pool, 2)
    let gate = Gate(2)
    let used = Task {
      try await pool.withConnection { connection in
        gate.pass()
        return connection.processIdentifier
      }
    }
    try await eventually { pool.statistics.inUse == 1 }
    await #expect(throws: PostgreSQLError.self) {
      try await pool.withConnection { connection in
        _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
      }
    }
    gate.pass()
    #expect(processes.contains(try await used.value))
    #expect(pool.statistics.idle == 0)
    #expect(try await fill(pool, 2).isDisjoint(with: processes))
  }

  @Test func aReadThatWasAnsweredDoesNotRunAgain() async throws {
    let pool = pool(1)
    let runs = Record()
    let error = await #expect(throws: PostgreSQLError.self) {
      try await pool.read { connection in
        runs.add(1)
        _ = try connection.rows("SELECT 1")
        _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
      }
    }
    #expect(error?.isConnectionLost == true)
    #expect(runs.values.count == 1)
    #expect(try await pool.withConnection { try $0.row("SELECT 2")?[0] } == 2)
  }

  @Test func aWriteDoesNotRunAgain() async throws {
    let pool = pool(1)
    try terminate(try await fill(pool, 1))
    let error = await #expect(throws: PostgreSQLError.self) {
      try await pool.withConnection { try $0.execute("CREATE TABLE t ()") }
    }
    #expect(error?.isLostUnanswered == true)
    try await pool.withConnection { _ = try $0.execute("CREATE TABLE t ()") }
  }

  @Test func whoWaitsGetsAConnectionInPlaceOfALostOne() async throws {
    let pool = pool(1)
    let gate = Gate(2)
    let losing = Task {
      try await pool.withConnection { connection in
        gate.pass()
        _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
      }
    }
    try await eventually { pool.statistics.inUse == 1 }
    let waiting = Task { try await pool.withConnection { try $0.row("SELECT 1")?[0] } }
    try await eventually { pool.statistics.waiting == 1 }
    gate.pass()
    await #expect(throws: PostgreSQLError.self) { try await losing.value }
    #expect(try await waiting.value == 1)
  }

  @Test func aServerThatTakesNoWritesIsLeft() async throws {
    let pool = pool(3)
    let before = try await fill(pool, 3)
    let error = await #expect(throws: PostgreSQLError.self) {
      try await pool.withConnection { connection in
        try connection.run(script: "SET default_transaction_read_only = on")
        try connection.execute("CREATE TABLE t ()")
      }
    }
    #expect(error?.isReadOnly == true)
    #expect(pool.statistics.idle == 0)
    #expect(try await fill(pool, 3).isDisjoint(with: before))
  }

  @Test func aServerThatIsNotThereIsAnErrorForEach() async throws {
    var address = database.address(overTCP: true)
    address.hosts[0].port = try PostgreSQLServer.freePort()
    let pool = pool(1, address: address)
    for _ in 0..<3 {
      let error = await #expect(throws: PostgreSQLError.self) {
        try await pool.read { try $0.rows("SELECT 1") }
      }
      #expect(error?.isConnectionLost == true)
      clock.advance(by: .seconds(1))
    }
    #expect(pool.statistics.failedConnectCount == 3)
    #expect(pool.statistics.inUse == 0 && pool.statistics.idle == 0)
  }

  /// However many ask: between two attempts passes a pause.
  @Test func aServerThatIsNotThereIsNotAskedByEach() async throws {
    var address = database.address(overTCP: true)
    address.hosts[0].port = try PostgreSQLServer.freePort()
    var configuration = PostgreSQLPool.Configuration(address: address)
    configuration.random = { 0 }
    let pool = PostgreSQLPool(configuration, clock: clock)
    func ask(_ count: Int) async {
      for _ in 0..<count {
        let error = await #expect(throws: PostgreSQLError.self) {
          try await pool.withConnection { _ in }
        }
        #expect(error?.isConnectionLost == true)
      }
    }
    await ask(50)
    #expect(pool.statistics.failedConnectCount == 1)
    for (index, pause) in [50, 100, 200, 400, 800, 1_000, 1_000].enumerated() {
      clock.advance(by: .milliseconds(pause - 1))
      await ask(3)
      #expect(pool.statistics.failedConnectCount == index + 1)
      clock.advance(by: .milliseconds(1))
      await ask(10)
      #expect(pool.statistics.failedConnectCount == index + 2)
    }
    #expect(pool.statistics.inUse == 0 && pool.statistics.waiting == 0)
  }

  @Test func whoComesWhileItIsTriedGoesOnWithIt() async throws {
    let name = "later_\(database.name)"
    let pool = pool(3, address: database.server.address(of: name))
    await #expect(throws: PostgreSQLError.self) { try await pool.withConnection { _ in } }
    try database.connect().execute("CREATE DATABASE \(name)", isCached: false)
    clock.advance(by: .seconds(1))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask { try await pool.withConnection { _ = try $0.rows("SELECT 1") } }
      }
      try await group.waitForAll()
    }
    let statistics = pool.statistics
    #expect(statistics.failedConnectCount == 1)
    #expect((1...3).contains(statistics.connectCount))
    #expect(statistics.inUse == 0 && statistics.waiting == 0 && statistics.outage == nil)
    await pool.close()
  }

  /// One of those who wait tries, and the others have its error.
  @Test func whoWaitsForALostConnectionDoesNotTryForItself() async throws {
    let pool = pool(1)
    let gate = Gate(2)
    let losing = Task {
      try await pool.withConnection { connection in
        gate.pass()
        _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
      }
    }
    try await eventually { pool.statistics.inUse == 1 }
    let waiting = (0..<5).map { _ in Task { try await pool.withConnection { _ in } } }
    try await eventually { pool.statistics.waiting == 5 }
    try PostgreSQLConnection(database.server.address(of: "postgres")).execute(
      "ALTER DATABASE \(database.name) ALLOW_CONNECTIONS false", isCached: false)
    gate.pass()
    for task in [losing] + waiting {
      let error = await #expect(throws: PostgreSQLError.self) { try await task.value }
      #expect(error?.isConnectionLost == true)
    }
    let statistics = pool.statistics
    #expect(statistics.failedConnectCount == 1)
    #expect(statistics.inUse == 0 && statistics.waiting == 0)
    await pool.close()
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
      let open = Set(try rows.map { try $0.get(0, as: Int.self) }).intersection(processes)
      return open.count == 2 && open.contains(used)
    }
  }

  @Test func closingWaitsForWhatRuns() async throws {
    let pool = pool(1)
    let gate = Gate(2)
    let running = Task {
      try await pool.withConnection { connection in
        gate.pass()
        return try connection.row("SELECT 1")?[0]
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

/// Lets threads pass once so many have come.
private final class Gate: Sendable {
  private let count: Int
  private let arrived = Mutex(0)
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ count: Int) {
    self.count = count
  }

  func pass() {
    let isLast = arrived.withLock { arrived in
      arrived += 1
      return arrived == count
    }
    if isLast { for _ in 1..<count { semaphore.signal() } } else { semaphore.wait() }
  }
}

/// Numbers that threads note.
private final class Record: Sendable {
  private let state = Mutex<[Int]>([])

  func add(_ number: Int) {
    state.withLock { $0.append(number) }
  }

  var values: [Int] { state.withLock { $0 } }
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
