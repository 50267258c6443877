import FeedModel

extension SQLiteDialect {
  func create(_ table: KindTable, in database: any SQLDatabase) throws {
    try database.run(SQLiteItemTable(table).creation)
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
    let items = SQLiteItemTable(table)
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
    let items = SQLiteItemTable(table)
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
    let (kind, items) = (table.kind, SQLiteItemTable(table))
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
