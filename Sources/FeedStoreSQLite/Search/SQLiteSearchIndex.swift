import FeedModel
import FeedStoreSQL

/// The full-text index of a kind's items, in SQL: a table of SQLite's extension FTS5.
///
/// Its one column, `text`, has all searchable texts of an item. Words of three characters and more are looked up by
/// their trigrams (SQLite, FTS5, section 4.3.4), shorter ones by the trigrams that begin with them (section 6.1), in
/// all forms of their letters that the index keeps apart.
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
  ///
  /// The index finds a word as it is, but for letters of which it keeps forms apart. If it has such a form anywhere, the
  /// items with all trigrams of the word, in any of their forms, are found, and their texts are compared.
  func contains(_ words: [String]) -> SQLPart {
    let letters = words.map { $0.unicodeScalars.map(IndexedForms.of) }
    let simple = letters.map { Self.phrase($0.compactMap(\.first)) }.joined(separator: " AND ")
    let others = Set(letters.joined().flatMap { $0.dropFirst() }).sorted().map { String($0) }
    guard !others.isEmpty else {
      return SQLPart(
        "items.id IN (SELECT rowid FROM \(name) WHERE text MATCH ?)", [simple.sqlValue])
    }
    let areThere = others.map { _ in "EXISTS (\(beginning))" }.joined(separator: " OR ")
    let areContained = words.map { _ in "\(FoldedSearch.name)(found.text, ?)" }
    return SQLPart(
      """
      items.id IN (SELECT found.rowid FROM (SELECT \(areThere) AS are_there) AS others
        CROSS JOIN \(name) AS found
        WHERE found.text MATCH CASE WHEN others.are_there THEN ? ELSE ? END
          AND (NOT others.are_there OR (\(areContained.joined(separator: " AND ")))))
      """,
      others.flatMap(Self.bounds)
        + [letters.map(Self.trigrams).joined(separator: " AND ").sqlValue, simple.sqlValue]
        + words.map(\.sqlValue))
  }

  /// The ids of the indexed items with a short word, once for every place in which it is.
  func items(with word: String) -> SQLPart {
    let forms = Self.texts(of: word.unicodeScalars.map(IndexedForms.of))
    return SQLPart(
      forms.map { _ in beginning }.joined(separator: " UNION ALL "), forms.flatMap(Self.bounds))
  }

  /// The items of the trigrams that begin with a text, of which the arguments are the bounds.
  private var beginning: String { "SELECT doc FROM \(words) WHERE term >= ? AND term < ?" }

  /// The last code point of Unicode is an upper bound of all trigrams with this beginning.
  private static func bounds(of beginning: String) -> [SQLValue] {
    [beginning.sqlValue, "\(beginning)\u{10FFFF}".sqlValue]
  }

  /// A text that is looked up as it is: in quotation marks there are no operators.
  private static func phrase(_ scalars: [Unicode.Scalar]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return SQL.name(String(text))
  }

  /// The trigrams of a word, each in any of the forms of its letters: as few as have all letters.
  private static func trigrams(of letters: [[Unicode.Scalar]]) -> String {
    let last = letters.count - 3
    return Set(stride(from: 0, to: last, by: 3)).union([last]).sorted().map { place in
      let forms = texts(of: Array(letters[place..<place + 3]))
      return "(\(forms.map(SQL.name).joined(separator: " OR ")))"
    }.joined(separator: " AND ")
  }

  /// All texts of one form of each letter.
  static func texts(of letters: [[Unicode.Scalar]]) -> [String] {
    letters.reduce([""]) { beginnings, forms in
      beginnings.flatMap { beginning in forms.map { "\(beginning)\($0)" } }
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
    let places = SQLiteSearchIndex.texts(
      of: word.unicodeScalars.map(CaseFolding.forms)
    ).flatMap { form in
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
