import FeedModel
import FeedStoreSQL

/// The full-text index of a kind's items, in SQL: a table of SQLite's extension FTS5.
///
/// Its one column, `text`, has all searchable texts of an item. Words of three characters and more are looked up by
/// their trigrams (SQLite, FTS5, section 4.3.4), shorter ones by the trigrams that begin with them (section 6.1), in
/// upper and lower case.
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
      "CREATE VIRTUAL TABLE \(name) USING fts5(text, tokenize = 'trigram', columnsize = 0)",
      "CREATE VIRTUAL TABLE \(words) USING fts5vocab(\(name), 'instance')",
    ]
  }

  var removal: [String] { ["DROP TABLE \(words)", "DROP TABLE \(name)"] }

  /// A condition: whether the item `items` has all of `words`, of three characters and more.
  func contains(_ words: [String]) -> SQLPart {
    // In quotation marks there are no operators.
    let phrases = words.map { SQL.name($0) }.joined(separator: " AND ")
    return SQLPart(
      "items.id IN (SELECT rowid FROM \(name) WHERE text MATCH ?)", [phrases.sqlValue])
  }

  /// The ids of the indexed items with a short word, once for every place in which it is.
  func items(with word: String) -> SQLPart {
    let cases = Self.cases(of: word)
    let beginning = "SELECT doc FROM \(words) WHERE term >= ? AND term < ?"
    return SQLPart(
      cases.map { _ in beginning }.joined(separator: " UNION ALL "),
      // The last code point of Unicode is an upper bound of all trigrams with this beginning.
      cases.flatMap { [$0.sqlValue, "\($0)\u{10FFFF}".sqlValue] })
  }

  /// `word` in upper and lower case, letter by letter, and as the index folds it, such as µ and ς.
  static func cases(of word: String) -> [String] {
    word.unicodeScalars.reduce(into: [""]) { beginnings, scalar in
      let properties = scalar.properties
      let upper = properties.uppercaseMapping
      let forms = Set(
        [String(scalar), properties.lowercaseMapping, upper, upper.lowercased()]
          .filter { $0.unicodeScalars.count == 1 })
      beginnings = beginnings.flatMap { beginning in forms.sorted().map { beginning + $0 } }
    }
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

  /// The indexed text of a row, in all locales. Two line feeds at its end let every letter begin a trigram, even the
  /// last.
  private func text(of row: String) -> String {
    let translations = "\(row).\(TranslationColumn.name)"
    return """
      \(table.searchedText(of: row)) || CASE WHEN \(translations) IS NULL THEN '' \
      ELSE coalesce((SELECT char(10) || group_concat(atom, char(10)) \
      FROM json_tree(\(translations)) WHERE type = 'text'), '') END || char(10) || char(10)
      """
  }

  /// Creates the triggers that keep the index in step with the table, except for rows of the backlog. Other tools have
  /// none of this program's functions, so that triggers do without them.
  var triggers: [String] {
    guard table.isSearched else { return [] }
    let kindName = SQL.literal(.text(table.kind.name))
    func isIndexed(_ row: String) -> String {
      """
      NOT EXISTS (SELECT 1 FROM search_backlog
          WHERE kind = \(kindName) AND \(row).id BETWEEN first_id AND last_id)
      """
    }
    let add = "INSERT INTO \(name) (rowid, text) VALUES (new.id, \(text(of: "new")));"
    let remove = "DELETE FROM \(name) WHERE rowid = old.id;"
    return [
      """
      CREATE TRIGGER \(trigger("insert")) AFTER INSERT ON \(table.name) WHEN \(isIndexed("new")) BEGIN
        \(add)
      END
      """,
      """
      CREATE TRIGGER \(trigger("delete")) AFTER DELETE ON \(table.name) WHEN \(isIndexed("old")) BEGIN
        \(remove)
      END
      """,
      """
      CREATE TRIGGER \(trigger("update")) AFTER UPDATE ON \(table.name)
      WHEN (old.id <> new.id OR old._translations IS NOT new._translations
          OR \(table.searchedText(of: "old")) <> \(table.searchedText(of: "new")))
        AND \(isIndexed("new")) BEGIN
        \(remove)
        \(add)
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
  func containsFoldedArgument(_ text: String) -> String { "\(FoldedSearch.name)(\(text), ?)" }

  func isIndexed(_ words: [String], of table: KindTable) -> SQLPart {
    SQLiteSearchIndex(of: table).contains(words)
  }

  func indexedItems(with word: String, of table: KindTable) -> SQLPart {
    SQLiteSearchIndex(of: table).items(with: word)
  }

  func scan(_ texts: [String], for word: String) -> SQLPart {
    // Each text by itself: joining them takes as long as searching them.
    let places = SQLiteSearchIndex.cases(of: word).flatMap { form in
      texts.map { (sql: "instr(\($0), ?) > 0", form: form) }
    }
    return SQLPart(
      places.isEmpty ? "false" : "(" + places.map(\.sql).joined(separator: " OR ") + ")",
      places.map(\.form.sqlValue))
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

  // Triggers do it.
  func indexWritten(
    _ table: KindTable, where condition: String, _ arguments: SQLArguments,
    in database: any SQLDatabase
  ) throws {}

  func unindex(_ table: KindTable, id: Int, in database: any SQLDatabase) throws {}
}
