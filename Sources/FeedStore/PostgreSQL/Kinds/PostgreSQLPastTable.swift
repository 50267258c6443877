import FeedModel

extension PostgreSQLDialect {
  func create(_ table: PastTable, in database: any SQLDatabase) throws {
    let text = "text COLLATE \"C\""
    let columns =
      table.content.kind.allFields.flatMap { pastColumns(of: $0) } + [
        "\(TranslationColumn.name) \(text)", "\"_is_draft\" boolean NOT NULL",
        "\"_publish_at\" bigint", "\"_unpublish_at\" bigint", "\"_targeting\" \(text)",
        "\"_from\" bigint NOT NULL", "\"_until\" bigint NOT NULL",
      ]
    for sql in [
      "CREATE TABLE \(table.name) (\n  \(columns.joined(separator: ",\n  "))\n)",
      "CREATE INDEX \(table.name(suffix: ":item")) ON \(table.name) (\"id\", \"_until\")",
      "CREATE INDEX \(table.name(suffix: ":until")) ON \(table.name) (\"_until\")",
      // Conditions may be longer than an entry of an index.
      """
      CREATE INDEX \(table.name(suffix: ":targeting")) ON \(table.name) ("id")
        WHERE "_targeting" IS NOT NULL
      """,
    ] {
      try database.perform(sql, isCached: false)
    }
  }

  func add(_ field: ContentField, to table: PastTable, in database: any SQLDatabase) throws {
    for column in pastColumns(of: field) {
      try database.perform("ALTER TABLE \(table.name) ADD COLUMN \(column)", isCached: false)
    }
  }

  /// The columns of a field. Columns that are generated in the table of the kind are stored here.
  private func pastColumns(of field: ContentField) -> [String] {
    let column = "\(SQL.name(field.name)) \(PostgreSQLItemTable.type(of: field))"
    return field.type.storage == .date
      ? [column, "\(momentName(of: field.name)) bigint"] : [column]
  }
}
