/// The full-text indexes have texts as they are compared: in one case, width and form of Unicode.
///
/// The index tells apart what it is given, and this program folds it. Triggers cannot, so that they only note what other
/// tools write: rows without a revision of their own. The texts are indexed again after the migration, a few at a time;
/// until then searches go through them.
enum TextFoldingMigration {
  static func sql(of table: Migrations.Table) -> String {
    let index = "\"\(table.name):search\""
    return """
      DROP TABLE "\(table.name):words";
      DROP TABLE \(index);
      CREATE VIRTUAL TABLE \(index) USING fts5(
        text, tokenize = 'trigram case_sensitive 1', columnsize = 0);
      CREATE VIRTUAL TABLE "\(table.name):words" USING fts5vocab(\(index), 'instance');
      DELETE FROM search_backlog WHERE kind = '\(table.name)';

      """ + triggers(of: table, index)
  }

  /// The triggers of a table whose texts are searched.
  private static func triggers(of table: Migrations.Table, _ index: String) -> String {
    guard let change = table.triggers.lazy.compactMap({ changedText($0) }).first else { return "" }
    let isLater = """
      EXISTS (SELECT 1 FROM search_backlog
            WHERE kind = '\(table.name)' AND new.id BETWEEN first_id AND last_id)
      """
    let note = """
      UPDATE search_backlog SET last_id = new.id WHERE kind = '\(table.name)' AND last_id = new.id - 1;
        INSERT INTO search_backlog (kind, first_id, last_id)
          SELECT '\(table.name)', new.id, new.id WHERE NOT \(isLater);
      """
    return """
      DROP TRIGGER "\(table.name):search_insert";
      DROP TRIGGER "\(table.name):search_update";
      CREATE TRIGGER "\(table.name):search_insert" AFTER INSERT ON "\(table.name)"
      WHEN new._revision = 0 BEGIN
        \(note)
      END;
      CREATE TRIGGER "\(table.name):search_update" AFTER UPDATE ON "\(table.name)"
      WHEN old.id <> new.id OR (old._revision = new._revision AND (\(change))) BEGIN
        DELETE FROM \(index) WHERE rowid = old.id;
        \(note)
      END;
      INSERT INTO search_backlog (kind, first_id, last_id)
        SELECT '\(table.name)', 1, 9223372036854775807
        WHERE EXISTS (SELECT 1 FROM "\(table.name)");
      """
  }

  /// The condition of a trigger of updates that a text has changed; `nil` for other triggers.
  private static func changedText(_ trigger: (name: String, sql: String)) -> Substring? {
    guard let start = trigger.sql.firstRange(of: "(old.id <> new.id OR "),
      let end = trigger.sql.firstRange(of: "AND NOT EXISTS (SELECT 1 FROM search_backlog")
    else { return nil }
    let condition = trigger.sql[start.upperBound..<end.lowerBound]
    return condition.lastIndex(of: ")").map { condition[..<$0] }
  }
}
