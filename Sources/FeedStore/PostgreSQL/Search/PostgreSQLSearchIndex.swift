import FeedModel

/// The full-text index of a kind's items, in SQL: a table of their folded texts, with an index of the trigrams.
///
/// A text is a `tsvector` of its trigrams, of which every letter begins one: words of three characters and more have all of
/// theirs, shorter ones begin one. The extension pg_trgm would be the other way: it has none for words of one or two
/// characters, leaves out what is no letter or digit, and a second index takes as long again to be written.
struct PostgreSQLSearchIndex {
  private let table: KindTable
  /// The name of the table, quoted.
  private let name: String

  init(of table: KindTable) {
    self.table = table
    name = table.name(suffix: ":search")
  }

  private var trigramsName: String { table.name(suffix: ":trigrams") }

  var creation: [String] {
    [
      "CREATE TABLE \(name) (id bigint PRIMARY KEY, text text COLLATE \"C\" NOT NULL)",
      "CREATE INDEX \(trigramsName) ON \(name) USING gin (tanada_trigrams(text))",
      // A sample of 6,000 texts: plans need no more, and one of a hundred thousand takes a second.
      "ALTER INDEX \(trigramsName) ALTER COLUMN 1 SET STATISTICS 20",
      "ALTER TABLE \(name) ALTER id SET STATISTICS 20, ALTER text SET STATISTICS 0",
    ]
  }

  var removal: [String] { ["DROP TABLE \(name)"] }

  /// A condition: whether the item `items` has all of `words`, of three characters and more.
  func contains(_ words: [String]) -> SQLPart {
    let conditions = words.map { _ in "\(Self.hasTrigrams) AND strpos(text, ?) > 0" }
    return SQLPart(
      "items.id IN (SELECT id FROM \(name) WHERE \(conditions.joined(separator: " AND ")))",
      words.flatMap { [$0.sqlValue, $0.sqlValue] })
  }

  private static let hasTrigrams = "tanada_trigrams(text) @@ tanada_trigram_query(?)"

  /// The ids of the indexed items with a short word.
  func items(with word: String) -> SQLPart {
    SQLPart("SELECT id FROM \(name) WHERE \(Self.hasTrigrams)", [word.sqlValue])
  }

  /// About how many texts are looked at to tell whether a short word is frequent.
  private static let sampleSize = 1_500

  /// The number of texts in a sample of some of `total`, always the same one, and of those with a word.
  func sample(of total: Int, with word: String) -> SQLPart {
    let percentage = min(100, 100 * Double(Self.sampleSize) / Double(max(total, 1)))
    return SQLPart(
      """
      SELECT count(*) AS sampled, count(*) FILTER (WHERE strpos(text, ?) > 0) AS found
      FROM \(name) TABLESAMPLE SYSTEM (?) REPEATABLE (1)
      """, [word.sqlValue, percentage.sqlValue])
  }

  /// Indexes the items that `condition` holds for anew, but for those of the backlog.
  func indexing(where condition: String) -> String {
    """
    INSERT INTO \(name) AS indexed (id, text)
    SELECT items.id, \(text(of: "items")) FROM \(table.name) AS items
    WHERE \(condition) AND NOT EXISTS (
      SELECT 1 FROM search_backlog AS later
      WHERE later.kind = \(SQL.literal(.text(table.kind.name)))
        AND items.id BETWEEN later.first_id AND later.last_id)
    ON CONFLICT (id) DO UPDATE SET text = excluded.text WHERE indexed.text <> excluded.text
    """
  }

  /// Removes an item from the index.
  var removing: String { "DELETE FROM \(name) WHERE id = ?" }

  /// Indexes the items with these ids anew. The pending list of the index grows beyond that of a session, to be merged
  /// less often.
  func index(_ ids: ClosedRange<Int>, in database: any SQLDatabase) throws {
    try database.perform(
      "SET LOCAL gin_pending_list_limit = '4MB'", isCached: true)
    try database.perform(
      "DELETE FROM \(name) WHERE id BETWEEN ? AND ?", [ids.lowerBound, ids.upperBound])
    try database.perform(
      """
      INSERT INTO \(name) (id, text)
      SELECT items.id, \(text(of: "items")) FROM \(table.name) AS items
      WHERE items.id BETWEEN ? AND ?
      """, [ids.lowerBound, ids.upperBound])
  }

  /// Merges the pending list of the index, which every search would scan, and counts the trigrams for plans.
  var ending: [String] {
    [
      "SELECT gin_clean_pending_list(\(SQL.literal(.text(trigramsName))))",
      "ANALYZE (SKIP_LOCKED) \(name)",
    ]
  }

  /// The indexed text of a row, in all locales.
  private func text(of row: String) -> String {
    let translations = "translation_texts(\(row).\(TranslationColumn.name))"
    return SQL.folded(
      "\(table.searchedText(of: row)) || coalesce(chr(10) || \(translations), '')")
  }
}

extension PostgreSQLDialect {
  func isIndexed(_ words: [String], of table: KindTable) -> SQLPart {
    PostgreSQLSearchIndex(of: table).contains(words)
  }

  func indexedItems(with word: String, of table: KindTable) -> SQLPart {
    PostgreSQLSearchIndex(of: table).items(with: word)
  }

  // All places of a word are read before the first one is known, so that counting up to a limit takes as long as counting
  // all.
  func isFrequent(
    _ word: String, over count: Int, of total: Int, in table: KindTable,
    _ database: any SQLDatabase
  ) throws -> Bool {
    let sample = PostgreSQLSearchIndex(of: table).sample(of: total, with: word)
    guard
      let row = try database.row(sample.sql, SQLArguments(sample.arguments), isCached: false)
    else { return false }
    let (sampled, found): (Int, Int) = try (row["sampled"], row["found"])
    // Few of them tell nothing.
    return sampled >= 200 && Double(found) / Double(sampled) > Double(count) / Double(total)
  }

  // Until the number of items is known, each step would sort all of them. Who analyzes the table already is not waited for.
  func beginIndexing(_ table: KindTable, in database: any SQLDatabase) throws {
    try database.perform("ANALYZE (SKIP_LOCKED) \(table.name) (id)", isCached: false)
  }

  func index(
    _ table: KindTable, ids parts: [ClosedRange<Int>], in database: any SQLDatabase
  ) throws {
    let index = PostgreSQLSearchIndex(of: table)
    guard parts.count == 2, let session = database as? PostgreSQLSession,
      let helper = session.helper
    else {
      for ids in parts { try index.index(ids, in: database) }
      return
    }
    // Nobody else writes meanwhile, since this transaction has locked the head. It leaves the backlog after the other
    // one is committed: until then, searches do not use what that has written, and it is written again if this one fails.
    let isHelped = try helper.run { connection in
      try connection.transaction(.readWrite) {
        let other = PostgreSQLSession(connection)
        try other.perform("SET LOCAL synchronous_commit = off")
        try index.index(parts[1], in: other)
      }
    } beside: {
      try index.index(parts[0], in: session)
      try session.connection.synchronize()
    }
    if !isHelped { try index.index(parts[1], in: session) }
  }

  func endIndexing(_ table: KindTable, in database: any SQLDatabase) throws {
    try database.run(PostgreSQLSearchIndex(of: table).ending)
  }

  func indexWritten(
    _ table: KindTable, where condition: String, _ arguments: SQLArguments,
    in database: any SQLDatabase
  ) throws {
    guard table.isSearched else { return }
    try database.perform(
      PostgreSQLSearchIndex(of: table).indexing(where: condition), arguments, isCached: true)
  }

  func unindex(_ table: KindTable, id: Int, in database: any SQLDatabase) throws {
    try database.perform(PostgreSQLSearchIndex(of: table).removing, [id])
  }
}
