import FeedStore
import TestSupport
import Testing

/// Values on their way to PostgreSQL and back.
@Suite(.needsPostgreSQL) struct ValueTests {
  static let values: [PostgreSQLValue] = [
    .null, 0, 1, -1, .integer(.min), .integer(.max), .integer(1 << 53 + 1), 0.0, -0.0, 0.1,
    .number(.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude), .number(.infinity),
    .number(-.infinity), "", "a", "it's \\ \"quoted\" $1 ? :a", "\u{1}\t\r\n\u{7f}",
    "Grüße, 世界, 👩‍👩‍👧‍👦, e\u{301}, \u{10FFFF}, \u{FFFF}",
    .bytes([]), .bytes([0]), .bytes(Array(0...255)), true, false,
  ]

  @Test(arguments: values, [true, false])
  func aValueComesBack(_ value: PostgreSQLValue, isCached: Bool) throws {
    let connection = try PostgreSQLConnection(Self.address())
    let rows = try connection.rows("SELECT ? AS it", [value], isCached: isCached)
    #expect(rows.count == 1)
    #expect(rows.first?["it"] == value)
    #expect(rows.first?.columns.names == ["it"])
  }

  @Test func largeValuesComeBack() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let text = PostgreSQLValue.text(String(repeating: "langer Text ", count: 100_000))
    let bytes = PostgreSQLValue.bytes([UInt8](repeating: 7, count: 3_000_000))
    let row = try connection.row("SELECT ?, ?, ?", [text, bytes, 1])
    #expect(row.map { Array($0.values) } == [text, bytes, 1])
  }

  @Test func notANumberComesBack() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let number = try connection.row("SELECT ?", [.number(.nan)])?[0].number
    #expect(number?.isNaN == true)
  }

  @Test func manyParametersAndColumns() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let values = (0..<1_000).map { PostgreSQLValue.integer($0) }
    let list = values.map { _ in "?" }.joined(separator: ", ")
    let row = try #require(try connection.row("SELECT \(list)", values))
    #expect(Array(row.values) == values)
  }

  static let literals: [(sql: String, value: PostgreSQLValue)] = [
    ("(-32768)::int2", -32768), ("2147483647::int4", 2_147_483_647), ("1.5::float4", 1.5),
    ("'x'::varchar(3)", "x"), ("'x'::name", "x"), (#"'{"a": [1]}'::json"#, #"{"a": [1]}"#),
    (#"'{"a":1}'::jsonb"#, #"{"a": 1}"#), ("'unknown'", "unknown"), ("pg_sleep(0)", .null),
    ("'r'::\"char\"", "r"), ("4294967295::oid", 4_294_967_295), ("NULL::numeric", .null),
  ]

  @Test(arguments: literals)
  func typesOfPostgreSQLAreRead(_ sql: String, _ value: PostgreSQLValue) throws {
    let connection = try PostgreSQLConnection(Self.address())
    #expect(try connection.row("SELECT \(sql)")?[0] == value)
  }

  @Test func aTypeThatIsNotReadIsRefused() throws {
    let connection = try PostgreSQLConnection(Self.address())
    #expect(
      throws: PostgreSQLError.unsupportedType(column: "total", type: .init(identifier: 1700))
    ) {
      try connection.rows("SELECT 1.5::numeric AS total")
    }
    #expect(try connection.row("SELECT 1")?[0] == 1)
  }

  @Test func aTextWithNullIsRefusedHere() throws {
    let connection = try PostgreSQLConnection(Self.address())
    #expect(throws: PostgreSQLError.textWithNull(parameter: 2)) {
      try connection.rows("SELECT ?, ?", ["a", "b\0c"])
    }
    #expect(throws: PostgreSQLError.textWithNull(parameter: 0)) {
      try connection.rows("SELECT 1\0")
    }
    #expect(try connection.row("SELECT 1")?[0] == 1)
  }

  @Test func namedParametersAreSentByName() throws {
    let connection = try PostgreSQLConnection(Self.address())
    let sql = "SELECT :b || :a || :b AS text, ':c' AS literal"
    let row = try connection.rows(sql, named: ["a": "1", "b": "2", "c": "unused"]).first
    #expect(row?["text"] == "212")
    #expect(row?["literal"] == ":c")
    #expect(throws: PostgreSQLError.missingParameter(name: "a", statement: sql)) {
      try connection.rows(sql, named: ["b": "2"])
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
        [.bytes([1])]))
    #expect(try row.get("i") == 7)
    #expect(try row.get(6) == 8)
    #expect(try row.get("i") == 7.0)
    #expect(try row.get("n") == 1.5)
    #expect(try row.get("t") == "x")
    #expect(try row.get("b") == true)
    #expect(try row.get("y") == [1] as [UInt8])
    #expect(try row.get("z", as: String?.self) == nil)
    #expect(try row.get("t", as: String?.self) == "x")
    #expect(throws: PostgreSQLError.unexpectedValue(column: "z", expected: "String")) {
      try row.get("z", as: String.self)
    }
    #expect(throws: PostgreSQLError.unexpectedValue(column: "t", expected: "Optional<Int>")) {
      try row.get("t", as: Int?.self)
    }
    #expect(throws: PostgreSQLError.missingColumn("other")) { try row.get("other", as: Int.self) }
    #expect(row["other"] == nil)
  }

  static func address() throws -> PostgreSQLAddress {
    try PostgreSQLServer.shared().address(of: "postgres")
  }
}
