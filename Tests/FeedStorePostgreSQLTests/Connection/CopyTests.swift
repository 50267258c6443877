import FeedStore
import TestSupport
import Testing

/// Rows that are copied in.
@Suite(.needsPostgreSQL) struct CopyTests {
  let connection: PostgreSQLConnection
  static let columns = ["i", "s", "h", "n", "f", "t", "v", "j", "b", "d", "o'd \"name\""]

  init() throws {
    connection = try PostgreSQLConnection(ValueTests.address())
    try connection.run(
      script: #"""
        CREATE TEMPORARY TABLE "a table" (
          i int8, s int4, h int2, n float8, f float4, t text, v varchar, j json, b jsonb, d bytea,
          "o'd ""name""" bool)
        """#)
  }

  private func rows() throws -> [[SQLValue]] {
    try connection.rows("SELECT * FROM \"a table\" ORDER BY i").map(\.values)
  }

  static func row(_ number: Int) -> [SQLValue] {
    [
      .integer(number), .integer(Int(Int32.max) - number % 7), .integer(-number % 30_000), 0.1, 0.5,
      .text("tab\t new\n line \\N \\. ü 👩‍👧 \(number)"), "", #"{"a":1}"#, #"{"a": 1}"#,
      .bytes([0, 9, 10, 92]), .boolean(number.isMultiple(of: 2)),
    ]
  }

  @Test func rowsAreCopied() throws {
    let nulls = [SQLValue](repeating: .null, count: Self.columns.count)
    try connection.perform("DELETE FROM \"a table\"")
    let count = try connection.copy(into: "a table", columns: Self.columns) { writer in
      for number in 0..<5_000 { try writer.write(Self.row(number)) }
      for value in nulls { try writer.write(value) }
    }
    #expect(count == 5_001)
    #expect(try rows() == (0..<5_000).map(Self.row) + [nulls])
  }

  @Test func noRowsAndLargeOnes() throws {
    #expect(try connection.copy(into: "a table", columns: ["t"]) { _ in } == 0)
    let large = SQLValue.text(String(repeating: "größer ", count: 1_000_000))
    #expect(
      try connection.copy(into: "a table", columns: ["t"]) { try $0.write([large, "x"]) } == 2)
    #expect(try connection.rows("SELECT t FROM \"a table\"").map { $0.values[0] } == [large, "x"])
  }

  @Test func aCopyIsPartOfATransaction() throws {
    try connection.begin(.readWrite)
    try connection.perform("INSERT INTO \"a table\" (i) VALUES (1)")
    try connection.copy(into: "a table", columns: ["i"]) { try $0.write([2, 3]) }
    #expect(try connection.row("SELECT count(*) FROM \"a table\"")?.values[0] == 3)
    try connection.rollback()
    #expect(try rows().isEmpty)
  }

  @Test func aBodyThatThrowsCopiesNothing() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.copy(into: "a table", columns: ["i"]) { writer in
        for number in 0..<100_000 { try writer.write(.integer(number)) }
        throw Stop()
      }
    }
    #expect(try rows().isEmpty)
    try connection.begin(.readWrite)
    #expect(throws: Stop.self) {
      try connection.copy(into: "a table", columns: ["i"]) { _ in throw Stop() }
    }
    #expect(connection.hasFailedTransaction)
    try connection.rollback()
    #expect(try connection.copy(into: "a table", columns: ["i"]) { try $0.write(1) } == 1)
  }

  @Test func aRowThatDoesNotFitIsRefused() throws {
    func expect(_ column: String, _ value: SQLValue) throws {
      let error = #expect(throws: PostgreSQLError.self) {
        try connection.copy(into: "a table", columns: [column]) { try $0.write(value) }
      }
      guard case .unexpectedValue(column, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    try expect("i", "x")
    try expect("s", .integer(1 << 31))
    try expect("h", .integer(-32_769))
    try expect("t", 1)
    try expect("d", "x")
    #expect(throws: PostgreSQLError.textWithNull(parameter: 2)) {
      try connection.copy(into: "a table", columns: ["i", "t"]) { try $0.write([1, "a\0"]) }
    }
    #expect(throws: PostgreSQLError.self) {
      try connection.copy(into: "a table", columns: ["i", "t"]) { try $0.write([1, "a", 2]) }
    }
    #expect(try rows().isEmpty)
  }

  @Test func aServerThatEndsDuringACopy() throws {
    let process = SQLValue.integer(connection.processIdentifier)
    let other = try PostgreSQLConnection(ValueTests.address())
    let text = SQLValue.text(String(repeating: "x", count: 1 << 16))
    let error = #expect(throws: PostgreSQLError.self) {
      try connection.copy(into: "a table", columns: ["t"]) { writer in
        try other.execute("SELECT pg_terminate_backend(?::int4, 60000)", [process])
        for _ in 0..<2_000 { try writer.write(text) }
      }
    }
    #expect(error?.isConnectionLost == true)
    #expect(connection.isLost)
  }

  @Test func errorsOfTheServerAreThrown() throws {
    let missing = #expect(throws: PostgreSQLError.self) {
      try connection.copy(into: "nothing", columns: ["i"]) { try $0.write(1) }
    }
    #expect(missing?.sqlState == "42P01")
    try connection.run(script: "ALTER TABLE \"a table\" ADD CHECK (i < 50000), ADD UNIQUE (i)")
    let refused = #expect(throws: PostgreSQLError.self) {
      try connection.copy(into: "a table", columns: ["i"]) { writer in
        for number in 0..<1_000_000 { try writer.write(.integer(number)) }
      }
    }
    #expect(refused?.sqlState == "23514")
    #expect(try rows().isEmpty)
    // It refuses the first of so many that it is noticed before the last.
    let text = SQLValue.text(String(repeating: "x", count: 1 << 16))
    let early = #expect(throws: PostgreSQLError.self) {
      try connection.copy(into: "a table", columns: ["i", "t"]) { writer in
        for _ in 0..<2_000 { try writer.write([50_000, text]) }
      }
    }
    #expect(early?.sqlState == "23514")
    #expect(!connection.isLost)
    #expect(try rows().isEmpty)
  }
}
