/// The full-text indexes find words of one and two letters too: by the trigrams that begin with them.
///
/// Every letter of a text begins one, now that two line feeds are behind the last one. The texts are indexed
/// again after the migration, a few at a time; until then searches go through them.
enum ShortWordMigration {
  static func sql(of table: Migrations.Table) -> String {
    let index = "\"\(table.name):search\""
    let words = """
      CREATE VIRTUAL TABLE "\(table.name):words" USING fts5vocab(\(index), 'instance');

      """
    let triggers = table.triggers.filter { $0.sql.contains("INSERT INTO \(index)") }
    guard !triggers.isEmpty else { return words }
    return words
      + triggers.map { trigger in
        """
        DROP TRIGGER "\(trigger.name)";
        \(padded(trigger.sql));

        """
      }.joined() + """
        DELETE FROM search_backlog WHERE kind = '\(table.name)';
        INSERT INTO search_backlog (kind, first_id, last_id)
          SELECT '\(table.name)', 1, 9223372036854775807
          WHERE EXISTS (SELECT 1 FROM "\(table.name)") OR EXISTS (SELECT 1 FROM \(index));
        """
  }

  /// The trigger with two line feeds behind the text that it inserts.
  private static func padded(_ sql: String) -> String {
    sql.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.contains("(rowid, text) VALUES (new.id, ") && line.hasSuffix(");")
        ? "\(line.dropLast(2)) || char(10) || char(10));" : String(line)
    }.joined(separator: "\n")
  }
}
