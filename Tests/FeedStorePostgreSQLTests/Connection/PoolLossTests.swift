import FeedModel
import FeedStore
import Synchronization
import TestSupport
import Testing

/// What becomes of shared connections when one is lost, or none can be made.
@Suite(.needsPostgreSQL, .hangLimit) struct PoolLossTests: PoolSuite {
  let database: PostgreSQLDatabase
  let clock = TestClock(Timestamp(millisecondsSince1970: 0))

  init() throws {
    database = try PostgreSQLDatabase.make()
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

  @Test func aReadRunsAgainAfterAFailover() async throws {
    let pool = pool(3)
    let processes = try await fill(pool, 3)
    try terminate(processes)
    let runs = Record()
    let value = try await pool.read { connection in
      runs.add(1)
      try connection.begin(.readOnlySnapshot)
      return try connection.row("SELECT 1")?.values[0]
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
    #expect(try await pool.withConnection { try $0.row("SELECT 2")?.values[0] } == 2)
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
    let losing = lose(pool, behind: gate)
    try await eventually { pool.statistics.inUse == 1 }
    let waiting = Task { try await pool.withConnection { try $0.row("SELECT 1")?.values[0] } }
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
    let pool = pool(1, address: try addressOfNoServer())
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
    var configuration = PostgreSQLPool.Configuration(address: try addressOfNoServer())
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
    let losing = lose(pool, behind: gate)
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
}
