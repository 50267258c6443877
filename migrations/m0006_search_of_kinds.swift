/// One full-text index per kind with one column for all texts, so that fields can come and go.
///
/// The texts are indexed after the migration, a few at a time; until then searches go through them. Like
/// ``SearchMigration`` this names tables and columns itself.
enum KindSearchMigration {
  /// The tables with a search.
  private static let tables = [
    (name: "featured_topics", texts: ["title", "caption"]),
    (name: "recent_news", texts: ["title", "news_category"]),
    (name: "trend_articles", texts: ["title", "introduction"]),
    (name: "pickup_photos", texts: ["title", "caption"]),
    (name: "favorite_scenes", texts: ["author", "title", "category", "shop_name", "comment"]),
  ]

  static let sql =
    index(of: "campaign_banners")
    + tables.map { removal(of: $0.name) + index(of: $0.name) + triggers(of: $0.name, $0.texts) }
    .joined()

  private static func removal(of table: String) -> String {
    """
    DROP TRIGGER \(table)_search_insert;
    DROP TRIGGER \(table)_search_delete;
    DROP TRIGGER \(table)_search_update;
    DROP TABLE \(table)_search;
    DROP INDEX \(table)_by_moment;
    CREATE INDEX "\(table):published_at" ON "\(table)" ("published_at_moment");
    INSERT INTO search_backlog (kind, first_id, last_id)
      SELECT '\(table)', 1, 9223372036854775807 WHERE EXISTS (SELECT 1 FROM "\(table)");

    """
  }

  private static func index(of table: String) -> String {
    """
    CREATE VIRTUAL TABLE "\(table):search"
      USING fts5(text, tokenize = 'trigram', columnsize = 0);

    """
  }

  private static func triggers(of table: String, _ texts: [String]) -> String {
    func text(of row: String) -> String {
      texts.map { "coalesce(\(row).\"\($0)\", '')" }.joined(separator: " || char(10) || ")
    }
    func isIndexed(_ row: String) -> String {
      """
      NOT EXISTS (SELECT 1 FROM search_backlog
          WHERE kind = '\(table)' AND \(row).id BETWEEN first_id AND last_id)
      """
    }
    let add = "INSERT INTO \"\(table):search\" (rowid, text) VALUES (new.id, \(text(of: "new")));"
    let remove = "DELETE FROM \"\(table):search\" WHERE rowid = old.id;"
    return """
      CREATE TRIGGER "\(table):search_insert" AFTER INSERT ON "\(table)"
      WHEN \(isIndexed("new")) BEGIN
        \(add)
      END;
      CREATE TRIGGER "\(table):search_delete" AFTER DELETE ON "\(table)"
      WHEN \(isIndexed("old")) BEGIN
        \(remove)
      END;
      CREATE TRIGGER "\(table):search_update" AFTER UPDATE ON "\(table)"
      WHEN (old.id <> new.id OR \(text(of: "old")) <> \(text(of: "new")))
        AND \(isIndexed("new")) BEGIN
        \(remove)
        \(add)
      END;


      """
  }
}
