import FeedStore
import TestSupport
import Testing

/// Prepared statements, as the server sees them.
@Suite(.needsPostgreSQL) struct StatementCacheTests {
  private func connect(count: Int = 256) throws -> PostgreSQLConnection {
    var settings = PostgreSQLSessionSettings()
    settings.preparedStatementCount = count
    return try PostgreSQLConnection(ValueTests.address(), settings: settings)
  }

  /// What is prepared, in the order of the texts.
  private func prepared(_ connection: PostgreSQLConnection) throws -> [String] {
    try connection.rows(
      "SELECT statement FROM pg_prepared_statements ORDER BY statement", isCached: false
    ).map { try $0[0] }
  }

  @Test func whatIsCachedIsPreparedOnce() throws {
    let connection = try connect()
    for number in 0..<3 {
      #expect(try connection.row("SELECT ? + 1", [number])?.values[0] == .integer(number + 1))
    }
    _ = try connection.rows("SELECT ? + 2", [1], isCached: false)
    #expect(try prepared(connection) == ["SELECT $1 + 1"])
  }

  @Test func eachTypeHasItsOwn() throws {
    let connection = try connect()
    for value in [1, 2.5, "x", true, 3, "y"] as [SQLValue] {
      #expect(try connection.row("SELECT ?", [value])?.values[0] == value)
    }
    #expect(try prepared(connection) == Array(repeating: "SELECT $1", count: 4))
  }

  @Test func nullHasNone() throws {
    let connection = try connect()
    try connection.execute("CREATE TEMPORARY TABLE t (a int8, b float8, c text)", isCached: false)
    let rows: [[SQLValue]] = [
      [.null, .null, .null], [1, .null, .null], [.null, 2.5, .null], [1, 2.5, .null],
      [.null, .null, "x"], [.null, .null, .null], [1, 2.5, "x"],
    ]
    for row in rows { try connection.perform("INSERT INTO t VALUES (?, ?, ?)", SQLArguments(row)) }
    let found = try connection.rows("SELECT * FROM t", isCached: false).map(\.values)
    #expect(found == rows)
    #expect(try prepared(connection) == ["INSERT INTO t VALUES ($1, $2, $3)"])
    // Prepared without types, and whenever one becomes known.
    let name = try connection.row("SELECT name FROM pg_prepared_statements", isCached: false)?
      .values[0]
    #expect(name == "tanada_4")
  }

  @Test func aTransactionBeginsAlthoughStatementsAreToLeave() throws {
    let connection = try connect(count: 3)
    // In a failed transaction, nothing can leave: it is left for later.
    #expect(throws: PostgreSQLError.self) {
      try connection.transaction(.readWrite) {
        _ = try connection.rows("SELECT 1")
        _ = try connection.rows("SELECT 1 / (? - 1)", [1])
      }
    }
    for number in 2...4 {
      try connection.transaction(.readOnlySnapshot) {
        try connection.perform("LOCK TABLE pg_catalog.pg_class IN ACCESS SHARE MODE")
        #expect(try connection.row("SELECT ?::bigint", [number])?.values[0] == .integer(number))
      }
    }
    #expect(try prepared(connection).count <= 3)
  }

  @Test func whatIsNotUsedLeaves() throws {
    let connection = try connect(count: 3)
    for number in [1, 2, 3, 1, 4, 5] { _ = try connection.rows("SELECT \(number)") }
    #expect(try prepared(connection) == ["SELECT 1", "SELECT 4", "SELECT 5"])
    _ = try connection.rows("SELECT 2")
    #expect(try prepared(connection) == ["SELECT 2", "SELECT 4", "SELECT 5"])
  }

  @Test func whatCannotBePreparedIsTriedAgain() throws {
    let connection = try connect()
    for _ in 0..<2 {
      let error = #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT * FROM t") }
      #expect(error?.sqlState == "42P01")
    }
    try connection.execute("CREATE TEMPORARY TABLE t ()", isCached: false)
    #expect(try connection.rows("SELECT count(*) FROM t").first?.values[0] == 0)
    #expect(try connection.rows("SELECT * FROM t").isEmpty)
  }

  @Test func whatAFailureKeptFromBeingPreparedIsTriedAgain() throws {
    let connection = try connect()
    try connection.perform("SELECT 1 / 0")
    try connection.perform("SELECT 2")
    #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT 3") }
    #expect(try connection.row("SELECT 2")?.values[0] == 2)
    #expect(try connection.row("SELECT 3")?.values[0] == 3)
  }

  @Test func whatAFailureKeptFromLeavingLeavesLater() throws {
    let connection = try connect(count: 1)
    _ = try connection.rows("SELECT 1")
    try connection.begin(.readWrite)
    #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT 1 / 0", isCached: false) }
    #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT 2") }
    try connection.rollback()
    _ = try connection.rows("SELECT 3")
    #expect(try prepared(connection) == ["SELECT 3"])
  }

  @Test func whatAnEarlierFailureKeptFromLeavingLeavesLater() throws {
    let connection = try connect(count: 1)
    _ = try connection.rows("SELECT 1")
    try connection.perform("SELECT 1 / 0", isCached: false)
    try connection.perform("SELECT 2")
    #expect(throws: PostgreSQLError.self) { try connection.synchronize() }
    #expect(try prepared(connection) == [])
    _ = try connection.rows("SELECT 3")
    #expect(try prepared(connection) == ["SELECT 3"])
  }

  @Test func aStatementThatIsOutOfDateIsForgotten() throws {
    let connection = try connect()
    try connection.execute("CREATE TEMPORARY TABLE t (a int8)", isCached: false)
    _ = try connection.rows("SELECT * FROM t")
    try connection.execute("ALTER TABLE t ADD COLUMN b text", isCached: false)
    let error = #expect(throws: PostgreSQLError.self) { try connection.rows("SELECT * FROM t") }
    #expect(error?.isStaleStatement == true)
    try connection.execute("INSERT INTO t VALUES (1, 'x')", isCached: false)
    #expect(try connection.rows("SELECT * FROM t").first?.values == [1, "x"])
  }
}
