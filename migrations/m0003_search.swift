/// Makes lists fast: dates as numbers with an index, and full-text search.
///
/// The tables and columns are written down here rather than taken from the content kinds, so that the
/// migration does not change when a kind does.
enum SearchMigration {
  /// The tables with a date, and their texts for people.
  private static let tables = [
    (name: "featured_topics", texts: ["title", "caption"]),
    (name: "recent_news", texts: ["title", "news_category"]),
    (name: "trend_articles", texts: ["title", "introduction"]),
    (name: "pickup_photos", texts: ["title", "caption"]),
    (name: "favorite_scenes", texts: ["author", "title", "category", "shop_name", "comment"]),
  ]

  static let sql =
    tables.map { moment(of: $0.name) }.joined() + tables.map { search($0.name, $0.texts) }.joined()

  /// When an item was published, as milliseconds since 1970, whatever zone it is written in. The text
  /// is yyyy-MM-ddTHH:mm:ss.SSS+hhmm.
  private static func moment(of table: String) -> String {
    """
    ALTER TABLE \(table) ADD COLUMN published_at_moment INTEGER GENERATED ALWAYS AS (
      CAST(strftime('%s', substr(published_at, 1, 19)) AS INTEGER) * 1000
      + CAST(substr(published_at, 21, 3) AS INTEGER)
      - CAST(substr(published_at, 24, 1) || '1' AS INTEGER) * 60000
        * (CAST(substr(published_at, 25, 2) AS INTEGER) * 60 \
    + CAST(substr(published_at, 27, 2) AS INTEGER))
    ) VIRTUAL;
    CREATE INDEX \(table)_by_moment ON \(table) (published_at_moment);


    """
  }

  /// The trigram tokenizer finds any part of a text of at least three characters, in Japanese as in
  /// Latin. The texts stay in the content table; triggers keep the index in step with it.
  private static func search(_ table: String, _ texts: [String]) -> String {
    let index = "\(table)_search"
    let columns = texts.joined(separator: ", ")
    let old = texts.map { "old.\($0)" }.joined(separator: ", ")
    let new = texts.map { "new.\($0)" }.joined(separator: ", ")
    let add = "INSERT INTO \(index) (rowid, \(columns)) VALUES (new.id, \(new));"
    let remove = """
      INSERT INTO \(index) (\(index), rowid, \(columns))
        VALUES ('delete', old.id, \(old));
      """
    return """
      CREATE VIRTUAL TABLE \(index) USING fts5(
        \(columns), content = '\(table)', content_rowid = 'id', tokenize = 'trigram'
      );
      INSERT INTO \(index) (\(index)) VALUES ('rebuild');

      CREATE TRIGGER \(index)_insert AFTER INSERT ON \(table) BEGIN
        \(add)
      END;
      CREATE TRIGGER \(index)_delete AFTER DELETE ON \(table) BEGIN
        \(remove)
      END;
      CREATE TRIGGER \(index)_update AFTER UPDATE ON \(table)
      WHEN (old.id, \(old)) IS NOT (new.id, \(new)) BEGIN
        \(remove)
        \(add)
      END;


      """
  }
}
