/// The tables of items, present and former ones, get a column for translations, whose texts are searched as well.
enum TranslationMigration {
  static func sql(of table: Migrations.Table) -> String {
    let index = "\"\(table.name):search\""
    return """
      ALTER TABLE "\(table.name)" ADD COLUMN "_translations" TEXT;

      """
        + table.triggers.filter { $0.sql.contains(index) && !$0.name.hasSuffix("delete") }.map {
          """
          DROP TRIGGER "\($0.name)";
          \(searchingTranslations($0.sql));

          """
        }.joined()
  }

  static func sql(ofPast table: String) -> String {
    "ALTER TABLE \(table) ADD COLUMN \"_translations\" TEXT"
  }

  /// The trigger with the texts of the translations in what it inserts.
  private static func searchingTranslations(_ sql: String) -> String {
    let padding = " || char(10) || char(10));"
    return sql.split(separator: "\n", omittingEmptySubsequences: false).map { text in
      let line = String(text)
      if line.contains("(rowid, text) VALUES (new.id, "), line.hasSuffix(padding) {
        return "\(line.dropLast(padding.utf8.count)) || \(texts)\(padding)"
      }
      let change = "(old.id <> new.id OR "
      guard let place = line.firstRange(of: change) else { return line }
      return line[..<place.upperBound] + "old._translations IS NOT new._translations OR "
        + line[place.upperBound...]
    }.joined(separator: "\n")
  }

  private static let texts = """
    CASE WHEN new."_translations" IS NULL THEN '' ELSE coalesce((SELECT char(10) || \
    group_concat(atom, char(10)) FROM json_tree(new."_translations") WHERE type = 'text'), '') END
    """
}
