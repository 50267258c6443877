import FeedModel

/// The table of a kind's items as SQLite has it: its columns and indexes in SQL.
///
/// Names are quoted wherever they stand. Those of indexes and triggers have a colon, which no kind has,
/// so that they are never the name of another kind's table.
struct SQLiteItemTable {
  let table: KindTable

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

extension SQLiteDialect {
  func create(_ table: KindTable, in database: any SQLDatabase) throws {
    try database.run(SQLiteItemTable(table: table).creation)
  }

  func remove(_ table: KindTable, from database: any SQLDatabase) throws {
    let removal = SQLiteSearchIndex(of: table).removal + ["DROP TABLE \(table.name)"]
    try database.run(removal)
  }

  func beginChange(
    of table: KindTable, by change: KindChange, in database: any SQLDatabase
  ) throws {
    try database.run(SQLiteSearchIndex(of: table).triggerRemoval)
    for step in change.steps { try alter(table, by: step, in: database) }
    try rewriteSchema(of: KindTable(change.new, self), in: database)
  }

  func finishChange(of table: KindTable, in database: any SQLDatabase) throws {
    try database.run(SQLiteSearchIndex(of: table).triggers)
  }

  private func alter(
    _ table: KindTable, by step: KindChange.Step, in database: any SQLDatabase
  ) throws {
    let items = SQLiteItemTable(table: table)
    switch step {
    case .add(let field):
      // Existing rows take the field's default without being rewritten. A nullable field without a default
      // is NULL in them.
      let fallback = field.missingValue.flatMap { $0.isNull ? nil : SQL.literal($0) }
      try database.perform(
        "ALTER TABLE \(table.name) ADD COLUMN \(items.column(field, fallback: fallback))",
        isCached: false)
      try addMoment(of: field, to: table, in: database)
    case .remove(let field):
      try removeMoment(of: field, from: table, in: database)
      try database.perform(
        "ALTER TABLE \(table.name) DROP COLUMN \(SQL.name(field.name))", isCached: false)
    case .rename(let from, let to):
      guard let field = table.kind.field(from) else { return }
      try removeMoment(of: field, from: table, in: database)
      try database.perform(
        "ALTER TABLE \(table.name) RENAME COLUMN \(SQL.name(from)) TO \(SQL.name(to))",
        isCached: false)
      try addMoment(of: ContentField(to, field.type), to: table, in: database)
    case .widen, .narrow: break
    }
  }

  private func addMoment(
    of field: ContentField, to table: KindTable, in database: any SQLDatabase
  ) throws {
    let items = SQLiteItemTable(table: table)
    if let column = items.momentColumn(of: field) {
      try database.perform("ALTER TABLE \(table.name) ADD COLUMN \(column)", isCached: false)
    }
    try database.run(items.indexes(of: field))
  }

  private func removeMoment(
    of field: ContentField, from table: KindTable, in database: any SQLDatabase
  ) throws {
    try removeIndex(of: field, from: table, in: database)
    guard field.type.storage == .date else { return }
    try database.perform(
      "ALTER TABLE \(table.name) DROP COLUMN \(momentName(of: field.name))", isCached: false)
  }

  /// Removes the indexes of a field, by their columns: those of a table that an import has replaced have
  /// other names.
  private func removeIndex(
    of field: ContentField, from table: KindTable, in database: any SQLDatabase
  ) throws {
    guard let column = table.indexedColumn(of: field) else { return }
    let names = try database.all(
      String.self,
      """
      SELECT indexes.name FROM pragma_index_list(?) AS indexes
      JOIN pragma_index_xinfo(indexes.name) AS columns
      WHERE '"' || columns.name || '"' = ? AND columns.key
      """, [table.kind.name, column])
    for name in names { try database.perform("DROP INDEX \(SQL.name(name))", isCached: false) }
  }

  /// Replaces the text of the table's definition, so that the checks are those of the fields as they
  /// are now. SQLite documents this for changes that leave the stored rows alone
  /// (https://www.sqlite.org/lang_altertable.html#otheralter).
  ///
  /// The columns keep their places, and added columns the value that older rows have.
  private func rewriteSchema(of table: KindTable, in database: any SQLDatabase) throws {
    let (kind, items) = (table.kind, SQLiteItemTable(table: table))
    let rows = try database.rows(
      "SELECT name, dflt_value, hidden FROM pragma_table_xinfo(?)", [kind.name])
    var columns: [String] = []
    for row in rows where try row["hidden"] as Int == 0 {
      let name: String = try row["name"]
      if name == ContentField.identifier.name {
        columns.append(SQLiteItemTable.identifier)
      } else if let field = kind.field(name) {
        columns.append(items.column(field, fallback: try row["dflt_value"]))
      } else if name == "_revision" {
        columns.append(SQLiteItemTable.revision)
      } else if SQL.name(name) == TranslationColumn.name {
        columns.append(SQLiteItemTable.translations)
      } else {
        throw SQLError.corrupt("\(kind.name) has a column \(name) without a field")
      }
    }
    columns += kind.fields.compactMap(items.momentColumn)
    let sql = "CREATE TABLE \(table.name) (\n  \(columns.joined(separator: ",\n  "))\n) STRICT"
    let version = try database.first(Int.self, "PRAGMA schema_version") ?? 0
    try database.perform("PRAGMA writable_schema = ON", isCached: false)
    try database.perform(
      "UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?", [sql, kind.name])
    try database.perform("PRAGMA schema_version = \(version + 1)", isCached: false)
    try database.perform("PRAGMA writable_schema = RESET", isCached: false)
    database.reloadSchema()
  }
}
