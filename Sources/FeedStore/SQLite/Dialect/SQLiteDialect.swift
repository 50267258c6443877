import FeedModel

/// SQL as SQLite speaks it.
struct SQLiteDialect: SQLDialect {
  // A transaction is rolled back if one of its statements fails.
  var insertion: String { "INSERT OR FAIL" }
  var lineFeed: String { "char(10)" }
  var rowIdentifier: String { "rowid" }
  var booleanType: String { "INTEGER" }
  var tableEnding: String { " STRICT" }
  var targetingIndex: String { "\"_targeting\"" }

  func type(of storage: FieldStorage) -> String {
    switch storage {
    case .integer: "INTEGER"
    case .number: "REAL"
    case .text, .date, .list: "TEXT"
    }
  }

  // Text that is no JSON is no array of any length.
  func hasCount(_ column: String, upTo maximum: Int) -> String {
    """
    CASE WHEN json_valid(\(column)) THEN json_type(\(column)) = 'array' \
    AND json_array_length(\(column)) <= \(maximum) ELSE \(column) IS NULL END
    """
  }

  func greatest(_ values: String...) -> String { "max(\(values.joined(separator: ", ")))" }

  func place(of part: String, in text: String) -> String { "instr(\(text), \(part))" }

  func joined(_ text: String) -> String { "group_concat(\(text), char(10))" }

  func typed(_ value: String, as storage: FieldStorage) -> String {
    "CAST(\(value) AS \(type(of: storage)))"
  }

  // MARK: JSON

  func members(of column: String) -> String { "json_each(\(column))" }

  func members(ofMember value: String) -> String {
    // Anything may write to a SQLite file.
    "json_each(CASE \(value).type WHEN 'object' THEN \(value).value ELSE '{}' END)"
  }

  func text(ofMember value: String) -> String { "\(value).atom" }

  func member(_ path: [String], of column: String) -> String {
    let names = path.map { ".\(SQL.name($0))" }.joined()
    return "json_extract(\(column), \(SQL.literal(.text("$\(names)"))))"
  }

  func texts(ofArray column: String) -> String { "SELECT value FROM json_each(\(column))" }

  func array(_ column: String, hasArgumentOf element: any FieldType) -> String {
    let value = element.isSearchable ? SQL.folded("json_each.value") : "json_each.value"
    return "EXISTS (SELECT 1 FROM json_each(\(column)) WHERE \(value) = ?)"
  }

  // MARK: Releases

  func lastRelease(in database: any SQLDatabase) throws -> Int {
    try database.first(
      Int.self, "SELECT seq FROM sqlite_sequence WHERE name = 'tanada_releases'") ?? 0
  }

  func setLastRelease(_ id: Int, in database: any SQLDatabase) throws {
    try database.perform("DELETE FROM sqlite_sequence WHERE name = 'tanada_releases'")
    try database.perform(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('tanada_releases', ?)", [id])
  }

  // MARK: Names

  func tableName(of kind: String, suffix: String) -> String { SQL.name(kind + suffix) }

  func temporaryName(_ name: String) -> String { "temp.\(name)" }

  func momentName(of field: String) -> String { SQL.name("\(field)_moment") }

  func pastTables(in database: any SQLDatabase) throws -> [String] {
    try database.all(
      String.self,
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND instr(name, ?) > 0 ORDER BY name
      """, [PastTable.suffix]
    ).map(SQL.name)
  }
}
