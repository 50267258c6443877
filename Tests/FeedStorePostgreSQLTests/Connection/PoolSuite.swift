import Dispatch
import FeedModel
import FeedStore
import Synchronization
import TestSupport

/// Tests of connections that tasks share, with a database and a clock of their own.
protocol PoolSuite {
  var database: PostgreSQLDatabase { get }
  var clock: TestClock { get }
}

extension PoolSuite {
  func pool(
    _ maximumCount: Int, minimumCount: Int = 1, address: PostgreSQLAddress? = nil
  ) -> PostgreSQLPool {
    var configuration = PostgreSQLPool.Configuration(address: address ?? database.address())
    configuration.maximumCount = maximumCount
    configuration.minimumCount = minimumCount
    configuration.idleTime = .seconds(100)
    return PostgreSQLPool(configuration, clock: clock)
  }

  /// Takes `count` connections at once, and returns the processes of the server behind them.
  func fill(_ pool: PostgreSQLPool, _ count: Int) async throws -> Set<Int> {
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
  func terminate(_ processes: Set<Int>) throws {
    for process in processes {
      try database.connect().execute(
        "SELECT pg_terminate_backend(?::int4, 60000)", [process])
    }
  }

  /// Takes a connection of `pool`, which is lost when `gate` is passed by another one, too.
  func lose(_ pool: PostgreSQLPool, behind gate: Gate) -> Task<Void, any Error> {
    Task {
      try await pool.withConnection { connection in
        gate.pass()
        _ = try connection.rows("SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(60)")
      }
    }
  }

  /// An address at which no server is.
  func addressOfNoServer() throws -> PostgreSQLAddress {
    var address = database.address(overTCP: true)
    address.hosts[0].port = try PostgreSQLServer.freePort()
    return address
  }
}

/// Lets threads pass once so many have come.
final class Gate: Sendable {
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
final class Record: Sendable {
  private let state = Mutex<[Int]>([])

  func add(_ number: Int) {
    state.withLock { $0.append(number) }
  }

  var values: [Int] { state.withLock { $0 } }
}
