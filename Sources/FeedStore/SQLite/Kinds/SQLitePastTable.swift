import FeedModel

extension SQLiteDialect {
  func create(_ table: PastTable, in database: any SQLDatabase) throws {
    let definitions =
      table.content.kind.allFields.flatMap { columns(of: $0) } + [
        SQLiteItemTable.translations, "\"_is_draft\" INTEGER NOT NULL", "\"_publish_at\" INTEGER",
        "\"_unpublish_at\" INTEGER", "\"_targeting\" TEXT",
        "\"_from\" INTEGER NOT NULL", "\"_until\" INTEGER NOT NULL",
      ]
    for sql in [
      "CREATE TABLE \(table.name) (\n  \(definitions.joined(separator: ",\n  "))\n) STRICT",
      "CREATE INDEX \(table.name(suffix: ":item")) ON \(table.name) (\"id\", \"_until\")",
      "CREATE INDEX \(table.name(suffix: ":until")) ON \(table.name) (\"_until\")",
      """
      CREATE INDEX \(table.name(suffix: ":targeting")) ON \(table.name) ("_targeting")
        WHERE "_targeting" IS NOT NULL
      """,
    ] {
      try database.perform(sql, isCached: false)
    }
  }

  func add(_ field: ContentField, to table: PastTable, in database: any SQLDatabase) throws {
    for column in columns(of: field) {
      try database.perform("ALTER TABLE \(table.name) ADD COLUMN \(column)", isCached: false)
    }
  }

  /// The columns of a field. Columns that are generated in the table of the kind are stored here.
  private func columns(of field: ContentField) -> [String] {
    let column = "\(SQL.name(field.name)) \(SQLiteItemTable.type(of: field))"
    return field.type.storage == .date
      ? [column, "\(momentName(of: field.name)) INTEGER"] : [column]
  }
}
