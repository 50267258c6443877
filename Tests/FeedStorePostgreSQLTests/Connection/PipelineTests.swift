import FeedStore
import TestSupport
import Testing

/// Statements that are queued and sent together.
@Suite(.needsPostgreSQL) struct PipelineTests {
  let connection: PostgreSQLConnection

  init() throws {
    connection = try PostgreSQLConnection(ValueTests.address())
    try connection.execute("CREATE TEMPORARY TABLE t (k int8 PRIMARY KEY, v text)")
  }

  private func keys() throws -> [Int] {
    try connection.rows("SELECT k FROM t ORDER BY k").map { try $0[0] }
  }

  @Test func whatIsQueuedHappensBeforeWhatWaits() throws {
    for key in 1...3 {
      try connection.perform("INSERT INTO t VALUES (?, ?)", [key, "v"])
    }
    #expect(connection.hasPending)
    #expect(try keys() == [1, 2, 3])
    #expect(!connection.hasPending)
    try connection.synchronize()
  }

  @Test func changesAreCounted() throws {
    #expect(try connection.execute("INSERT INTO t SELECT generate_series(1, 7)") == 7)
    #expect(try connection.execute("UPDATE t SET v = 'x' WHERE k > ?", [5]) == 2)
    #expect(try connection.execute("DELETE FROM t WHERE k = :k", ["k": 99]) == 0)
    #expect(try connection.execute("SELECT 1") == 1)
    #expect(try connection.execute("SET application_name = 'x'", isCached: false) == 0)
  }

  @Test(arguments: [true, false])
  func anErrorInTheMiddleIsThrownByWhatWaits(isCached: Bool) throws {
    let insert = "INSERT INTO t VALUES (?, 'v')"
    for key in [1, 2, 1, 3] { try connection.perform(insert, [key], isCached: isCached) }
    let error = #expect(throws: PostgreSQLError.self) { try keys() }
    #expect(error?.sqlState == "23505")
    #expect(error?.failure?.constraint == "t_pkey")
    #expect(error?.failure?.statement == insert)
    // They were one transaction.
    #expect(try keys() == [])
    try connection.perform(insert, [1], isCached: isCached)
    #expect(try keys() == [1])
  }

  @Test func synchronizingThrowsTheError() throws {
    try connection.perform("SELECT 1 / ?", [0])
    let error = #expect(throws: PostgreSQLError.self) { try connection.synchronize() }
    #expect(error?.sqlState == "22012")
    try connection.synchronize()
    #expect(try keys() == [])
  }

  /// More than are queued before answers are read.
  @Test(arguments: [nil, 700, 1_999] as [Int?])
  func manyStatementsGoInOneTransaction(failing: Int?) throws {
    try connection.begin(.readWrite)
    for key in 0..<2_000 {
      let number = key == failing ? 0 : key
      try connection.perform("INSERT INTO t VALUES (?, ?)", [number, "\(key)"])
    }
    if failing == nil {
      try connection.commit()
      #expect(try keys() == Array(0..<2_000))
    } else {
      let error = #expect(throws: PostgreSQLError.self) { try connection.commit() }
      #expect(error?.sqlState == "23505")
      try connection.rollback()
      #expect(try keys() == [])
    }
    #expect(!connection.isInTransaction)
  }

  @Test func whatIsQueuedAndWhatIsAnsweredMayBeLarge() throws {
    let text = String(repeating: "x", count: 1 << 20)
    for key in 0..<40 {
      // Each sends and answers a megabyte: neither side waits for the other.
      try connection.perform(
        "INSERT INTO t VALUES (?, ?) RETURNING v", [key, text])
    }
    #expect(try keys() == Array(0..<40))
  }

  @Test func aScriptIsRun() throws {
    try connection.perform("INSERT INTO t VALUES (1)")
    try connection.run(script: "INSERT INTO t VALUES (2); -- two\nINSERT INTO t VALUES (3);")
    #expect(try keys() == [1, 2, 3])
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.run(script: "INSERT INTO t VALUES (4); INSERT INTO t VALUES (3)")
    }
    #expect(error?.sqlState == "23505")
    #expect(try keys() == [1, 2, 3])
    try connection.begin(.readWrite)
    try connection.run(script: "INSERT INTO t VALUES (5); INSERT INTO t VALUES (6)")
    try connection.rollback()
    #expect(try keys() == [1, 2, 3])
  }

  @Test func nothingIsARow() throws {
    #expect(try connection.row("SELECT 1 WHERE false") == nil)
    #expect(try connection.rows("").isEmpty)
    #expect(try connection.rows("SELECT FROM t").isEmpty)
    #expect(try connection.rows("CREATE TEMPORARY TABLE u ()").isEmpty)
  }
}
