import FeedModel
import StrictJSON

/// The table of a kind's items as PostgreSQL has it: its columns, constraints and indexes in SQL.
struct PostgreSQLItemTable {
  private let table: KindTable

  init(_ table: KindTable) {
    self.table = table
  }

  /// Creates the table with everything that belongs to it.
  var creation: [String] {
    let fields = table.kind.fields
    var columns = ["\"id\" bigint PRIMARY KEY CHECK (\"id\" > 0)"]
    for field in fields {
      columns.append(column(field))
      if let moment = momentColumn(of: field) { columns.append(moment) }
    }
    columns += [
      "\"_revision\" bigint NOT NULL DEFAULT 0",
      "\(TranslationColumn.name) \(table.dialect.type(of: .text))",
    ]
    for constraint in fields.flatMap({ constraints(of: $0) }) where !constraint.isReference {
      columns.append("CONSTRAINT \(constraint.name) \(constraint.sql)")
    }
    return [
      "CREATE TABLE \(table.name) (\n  \(columns.joined(separator: ",\n  "))\n)"
    ] + fields.compactMap(index) + PostgreSQLSearchIndex(of: table).creation
  }

  /// The definition of the column of `field`, without its constraints.
  func column(_ field: ContentField) -> String {
    "\(SQL.name(field.name)) \(table.dialect.type(of: field.type.storage))"
  }

  /// A constraint of the values of a field.
  struct Constraint: Hashable {
    /// The name, quoted.
    let name: String
    let sql: String
    /// Whether the values refer to rows of another table.
    let isReference: Bool

    /// Its SQL may have choices, which have to be there as they are written.
    static func == (left: Constraint, right: Constraint) -> Bool {
      left.name == right.name && left.sql.exact == right.sql.exact
    }
  }

  /// The constraints of the values of `field`.
  func constraints(of field: ContentField) -> [Constraint] {
    let checks =
      (field.isNullable ? [] : ["\(SQL.name(field.name)) IS NOT NULL"])
      + field.type.constraints.flatMap { table.checks($0, of: field) }
    var constraints: [Constraint] = []
    if !checks.isEmpty {
      constraints.append(
        Constraint(
          name: SQL.name(PostgreSQLName.of(field.name, ":check")),
          sql: "CHECK (\(checks.joined(separator: " AND ")))", isReference: false))
    }
    if let referent = field.type.referent {
      constraints.append(
        Constraint(
          name: SQL.name(PostgreSQLName.of(field.name, ":reference")),
          sql: """
            FOREIGN KEY (\(SQL.name(field.name))) REFERENCES \(table.table(of: referent)) ("id") \
            DEFERRABLE INITIALLY DEFERRED
            """, isReference: true))
    }
    return constraints
  }

  /// Adds `constraint` to the table, for rows that are written from now on: those that are there were checked before, or
  /// are written anew in the same transaction.
  func addition(of constraint: Constraint) -> String {
    "ALTER TABLE \(table.name) ADD CONSTRAINT \(constraint.name) \(constraint.sql) NOT VALID"
  }

  /// The column by which a date is compared, as milliseconds since 1970; `nil` for other fields.
  func momentColumn(of field: ContentField) -> String? {
    guard field.type.storage == .date else { return nil }
    return """
      \(table.dialect.momentName(of: field.name)) bigint \
      GENERATED ALWAYS AS (tanada_moment(\(SQL.name(field.name)))) STORED
      """
  }

  /// The name of the index of `field`, quoted.
  func indexName(of field: String) -> String {
    SQL.name(
      PostgreSQLName.of(PostgreSQLName.table(of: table.kind.name, suffix: ":\(field)"), ":by"))
  }

  /// Creates the index of a date or a reference; `nil` for other fields.
  func index(of field: ContentField) -> String? {
    table.indexedColumn(of: field).map { column in
      // The order of lists: items without a date come first.
      let order = field.type.storage == .date ? " NULLS FIRST" : ""
      return "CREATE INDEX \(indexName(of: field.name)) ON \(table.name) (\(column)\(order))"
    }
  }
}
