import FeedModel

/// The full-text index of a kind's items, in SQL: a table of SQLite's extension FTS5.
///
/// Its one column, `text`, has all searchable texts of an item as they are compared (`TextFolding`), so that it knows no
/// forms of letters itself. Words of three characters and more are looked up by their trigrams (SQLite, FTS5, section
/// 4.3.4), shorter ones by the trigrams that begin with them (section 6.1).
struct SQLiteSearchIndex {
  private let table: KindTable
  /// The name of the index, quoted.
  let name: String
  /// Where each trigram of the index is, quoted: a view of the index.
  private let words: String

  init(of table: KindTable) {
    self.table = table
    name = table.name(suffix: ":search")
    words = table.name(suffix: ":words")
  }

  /// The trigram tokenizer finds any part of a text of at least three characters, in Japanese as in
  /// Latin.
  var creation: [String] {
    [
      "CREATE VIRTUAL TABLE \(name) USING fts5("
        + "text, tokenize = 'trigram case_sensitive 1', columnsize = 0)",
      "CREATE VIRTUAL TABLE \(words) USING fts5vocab(\(name), 'instance')",
    ]
  }

  var removal: [String] { ["DROP TABLE \(words)", "DROP TABLE \(name)"] }

  /// A condition: whether the item `items` has all of `words`, of three characters and more.
  func contains(_ words: [String]) -> SQLPart {
    // In quotation marks there are no operators.
    let phrases = words.map(SQL.name).joined(separator: " AND ")
    return SQLPart(
      "items.id IN (SELECT rowid FROM \(name) WHERE text MATCH ?)", [phrases.sqlValue])
  }

  /// The ids of the indexed items with a short word, once for every place in which it is.
  func items(with word: String) -> SQLPart {
    // The last code point of Unicode is an upper bound of all trigrams with this beginning.
    SQLPart(
      "SELECT doc FROM \(words) WHERE term >= ? AND term < ?",
      [word.sqlValue, "\(word)\u{10FFFF}".sqlValue])
  }

  /// Indexes the items with these ids anew.
  func index(_ ids: ClosedRange<Int>, in database: any SQLDatabase) throws {
    try database.perform(
      "DELETE FROM \(name) WHERE rowid BETWEEN ? AND ?", [ids.lowerBound, ids.upperBound])
    try database.perform(
      """
      INSERT OR FAIL INTO \(name) (rowid, text)
      SELECT id, \(text(of: "items")) FROM \(table.name) AS items
      WHERE id BETWEEN ? AND ?
      """, [ids.lowerBound, ids.upperBound])
  }

  /// Indexes the items that `condition` holds for anew, but for those of the backlog, in two statements that each take the
  /// arguments of the condition. What is there already is left.
  func indexing(where condition: String) -> [String] {
    let (written, isLater) = (text(of: "items"), isLater("items"))
    return [
      """
      DELETE FROM \(name) WHERE rowid IN (
        SELECT items.id FROM \(table.name) AS items CROSS JOIN \(name) AS indexed
        WHERE (\(condition)) AND indexed.rowid = items.id AND NOT \(isLater)
          AND indexed.text <> \(written))
      """,
      """
      INSERT OR FAIL INTO \(name) (rowid, text)
      SELECT items.id, \(written) FROM \(table.name) AS items
      WHERE (\(condition)) AND NOT \(isLater)
        AND NOT EXISTS (SELECT 1 FROM \(name) AS indexed WHERE indexed.rowid = items.id)
      """,
    ]
  }

  /// The indexed text of a row, in all locales. Two line feeds at its end let every letter begin a trigram, even the
  /// last.
  private func text(of row: String) -> String {
    let translations = "\(row).\(TranslationColumn.name)"
    let text = """
      \(table.searchedText(of: row)) || CASE WHEN \(translations) IS NULL THEN '' \
      ELSE coalesce((SELECT char(10) || group_concat(atom, char(10)) \
      FROM json_tree(\(translations)) WHERE type = 'text'), '') END
      """
    return "\(SQL.folded(text)) || char(10) || char(10)"
  }

  /// A condition: whether `row` is of the backlog.
  private func isLater(_ row: String) -> String {
    """
    EXISTS (SELECT 1 FROM search_backlog
        WHERE kind = \(kindName) AND \(row).id BETWEEN first_id AND last_id)
    """
  }

  private var kindName: String { SQL.literal(.text(table.kind.name)) }

  /// Creates the triggers that keep the index in step with what others do to the table. Other tools have none of this
  /// program's functions, so that what they write is noted to be indexed later: what has no revision of its own.
  var triggers: [String] {
    guard table.isSearched else { return [] }
    let note = """
      UPDATE search_backlog SET last_id = new.id WHERE kind = \(kindName) AND last_id = new.id - 1;
        INSERT INTO search_backlog (kind, first_id, last_id)
          SELECT \(kindName), new.id, new.id WHERE NOT \(isLater("new"));
      """
    let removal = "DELETE FROM \(name) WHERE rowid = old.id;"
    return [
      """
      CREATE TRIGGER \(trigger("insert")) AFTER INSERT ON \(table.name) WHEN new._revision = 0 BEGIN
        \(note)
      END
      """,
      """
      CREATE TRIGGER \(trigger("delete")) AFTER DELETE ON \(table.name) WHEN NOT \(isLater("old")) BEGIN
        \(removal)
      END
      """,
      """
      CREATE TRIGGER \(trigger("update")) AFTER UPDATE ON \(table.name)
      WHEN old.id <> new.id OR (old._revision = new._revision
        AND (old._translations IS NOT new._translations
          OR \(table.searchedText(of: "old")) <> \(table.searchedText(of: "new")))) BEGIN
        \(removal)
        \(note)
      END
      """,
    ]
  }

  var triggerRemoval: [String] {
    ["insert", "delete", "update"].map { "DROP TRIGGER IF EXISTS \(trigger($0))" }
  }

  private func trigger(_ event: String) -> String { table.name(suffix: ":search_\(event)") }
}

extension SQLiteDialect {
  func isIndexed(_ words: [String], of table: KindTable) -> SQLPart {
    SQLiteSearchIndex(of: table).contains(words)
  }

  func indexedItems(with word: String, of table: KindTable) -> SQLPart {
    SQLiteSearchIndex(of: table).items(with: word)
  }

  func isFrequent(
    _ word: String, over count: Int, of total: Int, in table: KindTable,
    _ database: any SQLDatabase
  ) throws -> Bool { false }

  func beginIndexing(_ table: KindTable, in database: any SQLDatabase) throws {}

  func index(
    _ table: KindTable, ids parts: [ClosedRange<Int>], in database: any SQLDatabase
  ) throws {
    for ids in parts { try SQLiteSearchIndex(of: table).index(ids, in: database) }
  }

  func endIndexing(_ table: KindTable, in database: any SQLDatabase) throws {}

  func indexWritten(
    _ table: KindTable, where condition: String, _ arguments: SQLArguments,
    in database: any SQLDatabase
  ) throws {
    guard table.isSearched else { return }
    for sql in SQLiteSearchIndex(of: table).indexing(where: condition) {
      try database.perform(sql, arguments, isCached: true)
    }
  }

  // A trigger does it.
  func unindex(_ table: KindTable, id: Int, in database: any SQLDatabase) throws {}
}
