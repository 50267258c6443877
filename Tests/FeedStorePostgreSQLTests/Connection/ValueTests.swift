import FeedStore
import TestSupport
import Testing

/// Values on their way to PostgreSQL and back.
@Suite(.needsPostgreSQL) struct ValueTests {
  static let values: [SQLValue] = [
    .null, 0, 1, -1, .integer(.min), .integer(.max), .integer(1 << 53 + 1), 0.0, -0.0, 0.1,
    .number(.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude), .number(.infinity),
    .number(-.infinity), "", "a", "it's \\ \"quoted\" $1 ? :a", "\u{1}\t\r\n\u{7f}",
    "Grüße, 世界, 👩‍👩‍👧‍👦, e\u{301}, \u{10FFFF}, \u{FFFF}",
    .bytes([]), .bytes([0]), .bytes(Array(0...255)), true, false,
  ]

  @Test(arguments: values, [true, false])
  func aValueComesBack(_ value: SQLValue, isCached: Bool) throws {
    let connection = try PostgreSQLConnection(Self.address())
    let rows = try connection.rows("SELECT ? AS it", [value], isCached: isCached)
    #expect(rows.map(\.values) == [[value]])
  }

  @Test func largeValuesComeBack() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let text = SQLValue.text(String(repeating: "langer Text ", count: 100_000))
    let bytes = SQLValue.bytes([UInt8](repeating: 7, count: 3_000_000))
    let row = try connection.row("SELECT ?, ?, ?", [text, bytes, 1])
    #expect(row?.values == [text, bytes, 1])
  }

  @Test func notANumberComesBack() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let row = try #require(try connection.row("SELECT ?", [Double.nan]))
    let number: Double = try row[0]
    #expect(number.isNaN)
  }

  @Test func manyParametersAndColumns() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let values = (0..<1_000).map { SQLValue.integer($0) }
    let list = values.map { _ in "?" }.joined(separator: ", ")
    let row = try #require(try connection.row("SELECT \(list)", SQLArguments(values)))
    #expect(row.values == values)
  }

  static let literals: [(sql: String, value: SQLValue)] = [
    ("(-32768)::int2", -32768), ("2147483647::int4", 2_147_483_647), ("1.5::float4", 1.5),
    ("'x'::varchar(3)", "x"), ("'x'::name", "x"), (#"'{"a": [1]}'::json"#, #"{"a": [1]}"#),
    (#"'{"a":1}'::jsonb"#, #"{"a": 1}"#), ("'unknown'", "unknown"), ("pg_sleep(0)", .null),
    ("'r'::\"char\"", "r"), ("4294967295::oid", 4_294_967_295), ("NULL::numeric", .null),
  ]

  @Test(arguments: literals)
  func typesOfPostgreSQLAreRead(_ sql: String, _ value: SQLValue) throws {
    let connection = try PostgreSQLConnection(Self.address())
    #expect(try connection.row("SELECT \(sql)")?.values[0] == value)
  }

  @Test func aTypeThatIsNotReadIsRefused() throws {
    let connection = try PostgreSQLConnection(Self.address())
    #expect(
      throws: PostgreSQLError.unsupportedType(column: "total", type: .init(identifier: 1700))
    ) {
      try connection.rows("SELECT 1.5::numeric AS total")
    }
    #expect(try connection.row("SELECT 1")?.values[0] == 1)
  }

  @Test func aTextWithNullIsRefusedHere() throws {
    let connection = try PostgreSQLConnection(Self.address())
    #expect(throws: PostgreSQLError.textWithNull(parameter: 2)) {
      try connection.rows("SELECT ?, ?", ["a", "b\0c"])
    }
    #expect(throws: PostgreSQLError.textWithNull(parameter: 0)) {
      try connection.rows("SELECT 1\0")
    }
    #expect(try connection.row("SELECT 1")?.values[0] == 1)
  }

  @Test func namedParametersAreSentByName() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let sql = "SELECT :b || :a || :b AS text, ':c' AS literal"
    let row = try connection.rows(sql, ["a": "1", "b": "2", "c": "unused"]).first
    #expect(row?.values == ["212", ":c"])
    #expect(throws: PostgreSQLError.missingParameter(name: "a", statement: sql)) {
      try connection.rows(sql, ["b": "2"])
    }
    #expect(
      throws: PostgreSQLError.wrongParameterCount(expected: 2, found: 1, statement: "SELECT ?, ?")
    ) {
      try connection.rows("SELECT ?, ?", [1])
    }
  }

  @Test func rowsAreReadAsSwiftTypes() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let row = try #require(
      try connection.row(
        "SELECT 7 AS i, 1.5::float8 AS n, 'x' AS t, true AS b, ?::bytea AS y, NULL AS z, 8 AS i",
        [[1] as [UInt8]]))
    #expect(try row["i"] as Int == 7)
    #expect(try row[6] as Int == 8)
    #expect(try row["i"] as Double == 7)
    #expect(try row["n"] as Double == 1.5)
    #expect(try row["t"] as String == "x")
    #expect(try row["b"] as Bool)
    #expect(try row["y"] as [UInt8] == [1])
    #expect(try row["z"] as String? == nil)
    #expect(try row["t"] as String? == "x")
    #expect(throws: SQLError.self) { try row["z"] as String }
    #expect(throws: SQLError.self) { try row["t"] as Int? }
    #expect(throws: SQLError.self) { try row["other"] as Int }
  }

  static func address() throws -> PostgreSQLAddress {
    try PostgreSQLServer.shared().address(of: "postgres")
  }
}
