import FeedModel

/// SQL as PostgreSQL speaks it.
struct PostgreSQLDialect: SQLDialect {
  var insertion: String { "INSERT" }
  var lineFeed: String { "chr(10)" }
  var rowIdentifier: String { "ctid" }
  var booleanType: String { "boolean" }
  var tableEnding: String { "" }
  // Conditions may be longer than an entry of an index.
  var targetingIndex: String { "\"id\"" }

  func type(of storage: FieldStorage) -> String {
    switch storage {
    case .integer: "bigint"
    case .number: "double precision"
    case .text, .date, .list: "text COLLATE \"C\""
    }
  }

  func hasCount(_ column: String, upTo maximum: Int) -> String {
    "json_array_length(\(column)::json) <= \(maximum)"
  }

  func greatest(_ values: String...) -> String { "greatest(\(values.joined(separator: ", ")))" }

  func place(of part: String, in text: String) -> String { "strpos(\(text), \(part))" }

  func joined(_ text: String) -> String { "string_agg(\(text), chr(10))" }

  func typed(_ value: String, as storage: FieldStorage) -> String {
    switch storage {
    case .integer: "CAST(\(value) AS bigint)"
    case .number: "CAST(\(value) AS double precision)"
    // As columns of tables say themselves.
    case .text, .date, .list: "CAST(\(value) AS text) COLLATE \"C\""
    }
  }

  // MARK: JSON

  func members(of column: String) -> String { "json_each(\(column)::json)" }

  func members(ofMember value: String) -> String { "json_each(\(value).value)" }

  // Texts are compared by code points, which columns of tables say themselves.
  func text(ofMember value: String) -> String { "(\(value).value #>> '{}') COLLATE \"C\"" }

  func member(_ path: [String], of column: String) -> String {
    let names = path.map { "\"\($0)\"" }.joined(separator: ",")
    return "(\(column)::json #>> \(SQL.literal(.text("{\(names)}")))) COLLATE \"C\""
  }

  func texts(ofArray column: String) -> String {
    "SELECT value FROM json_array_elements_text(\(column)::json)"
  }

  func array(_ column: String, hasArgumentOf element: any FieldType) -> String {
    let elements = "json_array_elements_text(\(column)::json) AS elements (value)"
    let value =
      switch element.storage {
      case .integer where element is BooleanField: "elements.value::boolean::integer"
      case .integer, .number: "elements.value::double precision"
      case .text where element.isSearchable: SQL.folded("elements.value")
      case .text, .date, .list: "elements.value"
      }
    return "EXISTS (SELECT 1 FROM \(elements) WHERE \(value) = ?)"
  }

  // MARK: Releases

  func lastRelease(in database: any SQLDatabase) throws -> Int {
    try database.first(Int.self, "SELECT id FROM tanada_last_release") ?? 0
  }

  func setLastRelease(_ id: Int, in database: any SQLDatabase) throws {
    try database.perform("UPDATE tanada_last_release SET id = ?", [id])
  }

  // MARK: Names

  func tableName(of kind: String, suffix: String) -> String {
    SQL.name(PostgreSQLName.table(of: kind, suffix: suffix))
  }

  func temporaryName(_ name: String) -> String { "pg_temp.\(name)" }

  func momentName(of field: String) -> String { SQL.name(PostgreSQLName.of(field, "_moment")) }

  func pastTables(in database: any SQLDatabase) throws -> [String] {
    try database.all(
      String.self,
      """
      SELECT relname::text COLLATE "C" FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
        AND strpos(relname::text, ?) > 0
      ORDER BY 1
      """, [PastTable.suffix]
    ).map(SQL.name)
  }
}

/// The names of tables, columns and what belongs to them. PostgreSQL cuts names after 63 bytes, which is also how long the
/// names of kinds and fields can be.
enum PostgreSQLName {
  private static let maximumLength = 63
  /// The most bytes of a kind's name in those of its tables, which leaves room for suffixes.
  private static let kindLength = 40

  /// The name of a table of the kind called `kind`.
  static func table(of kind: String, suffix: String) -> String {
    shortened("\(shortened(kind, to: kindLength))\(suffix)", to: maximumLength)
  }

  /// The name of something that belongs to `name`.
  static func of(_ name: String, _ suffix: String) -> String {
    "\(shortened(name, to: maximumLength - suffix.utf8.count))\(suffix)"
  }

  /// `name`, or its beginning and a hash of it where it is longer than `length` bytes.
  private static func shortened(_ name: String, to length: Int) -> String {
    guard name.utf8.count > length else { return name }
    let hash = name.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3  // FNV-1a
    }
    let digits = String(hash, radix: 16).suffix(12)
    return "\(name.prefix(length - 1 - digits.count))~\(digits)"
  }
}
