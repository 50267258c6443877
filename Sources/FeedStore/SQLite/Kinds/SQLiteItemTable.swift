import FeedModel

/// The table of a kind's items as SQLite has it: its columns and indexes in SQL.
///
/// Names are quoted wherever they stand. Those of indexes and triggers have a colon, which no kind has,
/// so that they are never the name of another kind's table.
struct SQLiteItemTable {
  private let table: KindTable

  init(_ table: KindTable) {
    self.table = table
  }

  /// Creates the table with everything that belongs to it.
  var creation: [String] {
    let search = SQLiteSearchIndex(of: table)
    return [creation(as: table.name)] + table.kind.fields.flatMap { indexes(of: $0) }
      + search.creation + search.triggers
  }

  /// Creates the table alone, called `name`, which is quoted.
  func creation(as name: String) -> String {
    let columns =
      [Self.identifier]
      + table.kind.fields.flatMap { field in
        [column(field)] + (momentColumn(of: field).map { [$0] } ?? [])
      } + [Self.revision, Self.translations]
    return "CREATE TABLE \(name) (\n  \(columns.joined(separator: ",\n  "))\n) STRICT"
  }

  static let identifier = "\"id\" INTEGER PRIMARY KEY CHECK (\"id\" > 0)"
  /// The column of the revision from which an item is valid as it is.
  static let revision = "\"_revision\" INTEGER NOT NULL DEFAULT 0"
  static let translations = "\(TranslationColumn.name) TEXT"

  /// The definition of the column of `field`, with the checks of its values.
  ///
  /// - Parameter fallback: the value of rows that were written before the column was added.
  func column(_ field: ContentField, fallback: String? = nil) -> String {
    var parts = [SQL.name(field.name), table.dialect.type(of: field.type.storage)]
    if !field.isNullable { parts.append("NOT NULL") }
    if let fallback { parts.append("DEFAULT \(fallback)") }
    let checks = field.type.constraints.flatMap { table.checks($0, of: field) }
    if !checks.isEmpty { parts.append("CHECK (\(checks.joined(separator: " AND ")))") }
    if let referent = field.type.referent {
      parts.append("REFERENCES \(table.table(of: referent)) (\"id\") DEFERRABLE INITIALLY DEFERRED")
    }
    return parts.joined(separator: " ")
  }

  /// The column by which a date is compared, as milliseconds since 1970, whatever zone the date is
  /// written in: yyyy-MM-ddTHH:mm:ss.SSS+hhmm. `nil` for other fields.
  func momentColumn(of field: ContentField) -> String? {
    guard field.type.storage == .date else { return nil }
    let date = SQL.name(field.name)
    return """
      \(table.dialect.momentName(of: field.name)) INTEGER GENERATED ALWAYS AS (
          CAST(strftime('%s', substr(\(date), 1, 19)) AS INTEGER) * 1000
          + CAST(substr(\(date), 21, 3) AS INTEGER)
          - CAST(substr(\(date), 24, 1) || '1' AS INTEGER) * 60000
            * (CAST(substr(\(date), 25, 2) AS INTEGER) * 60
              + CAST(substr(\(date), 27, 2) AS INTEGER))
        ) VIRTUAL
      """
  }

  /// Creates the index of a date, by which lists are sorted, or of a reference, by which referring items
  /// are looked up; none for other fields.
  ///
  /// - Parameters:
  ///   - name: the table, quoted, if it is not the one of the kind.
  ///   - suffix: distinguishes the name of the index from another one of the field.
  func indexes(of field: ContentField, in name: String? = nil, suffix: String = "") -> [String] {
    guard let column = table.indexedColumn(of: field) else { return [] }
    let index = table.name(suffix: ":\(field.name)\(suffix)")
    return ["CREATE INDEX \(index) ON \(name ?? table.name) (\(column))"]
  }
}
