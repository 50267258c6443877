import FeedModel

/// The SQL condition of the items that contain all words of a search.
///
/// Words are folded, as texts are in the index and where they are scanned: see `TextFolding`. They are looked up in the
/// index: see `SQLDialect`. The texts of items in the backlog are scanned.
struct SearchCondition {
  private(set) var conditions: [String] = []
  private(set) var arguments: [SQLValue] = []
  private let table: KindTable
  /// The locales in which the reader looks texts up.
  private let lookup: [LocaleTag]

  /// The items that the full-text index covers.
  enum Index {
    case none
    /// All but those of the backlog.
    case partial
    case complete
  }

  /// Whether a word is shorter than a trigram, and is looked up by the trigrams that begin with it.
  static func isShort(_ word: String) -> Bool { word.unicodeScalars.count < 3 }

  /// The condition of `words` in the items of `table`; none if there are no words. The index has the texts of all
  /// locales, so items with translations that it finds are scanned as well.
  ///
  /// - Parameters:
  ///   - tags: the locales in which the reader looks texts up.
  ///   - common: short words that are not looked up in the index.
  init(
    words: [String], in tags: [LocaleTag] = [], _ table: KindTable, _ index: Index,
    common: Set<String>
  ) {
    self.table = table
    lookup = tags
    let long = words.filter { !Self.isShort($0) }
    if !long.isEmpty { add(indexed(long), orScanned: scanned(long), by: index) }
    for word in words.filter(Self.isShort) {
      add(
        indexed(short: word), orScanned: scanned(short: word),
        by: common.contains(word) ? .none : index)
    }
  }

  /// The items with translations that the index finds by `words`, in whatever locale.
  ///
  /// - Parameter common: short words that are not looked up in the index.
  init(words: [String], foundIn table: KindTable, besides common: Set<String>) {
    self.table = table
    lookup = []
    let long = words.filter { !Self.isShort($0) }
    let parts =
      (long.isEmpty ? [] : [indexed(long)])
      + words.filter { Self.isShort($0) && !common.contains($0) }.map { indexed(short: $0) }
    conditions = parts.map(\.sql) + ["items.\(TranslationColumn.name) IS NOT NULL"]
    arguments = parts.flatMap(\.arguments)
  }

  private mutating func add(_ indexed: SQLPart, orScanned scanned: SQLPart, by index: Index) {
    switch index {
    case .none:
      conditions.append(scanned.sql)
      arguments += scanned.arguments
    case .complete:
      let isScanned = "(items.\(TranslationColumn.name) IS NULL OR \(scanned.sql))"
      conditions.append("\(indexed.sql) AND \(isScanned)")
      arguments += indexed.arguments + scanned.arguments
    case .partial:
      let isLater = """
        EXISTS (SELECT 1 FROM search_backlog AS later
          WHERE later.kind = \(SQL.literal(.text(table.kind.name)))
            AND items.id BETWEEN later.first_id AND later.last_id)
        """
      conditions.append(
        """
        CASE WHEN \(isLater) THEN \(scanned.sql) \
        ELSE (\(indexed.sql) AND (items.\(TranslationColumn.name) IS NULL OR \(scanned.sql))) END
        """)
      arguments += scanned.arguments + indexed.arguments + scanned.arguments
    }
  }

  private func indexed(_ words: [String]) -> SQLPart { table.dialect.isIndexed(words, of: table) }

  private func scanned(_ words: [String]) -> SQLPart {
    let text = table.searchedText(of: "items", lookup: lookup)
    return SQLPart(
      words.map { _ in table.dialect.containsArgument(text) }.joined(separator: " AND "),
      words.map(\.sqlValue))
  }

  /// A word of one or two characters.
  private func indexed(short word: String) -> SQLPart {
    let part = table.dialect.indexedItems(with: word, of: table)
    return SQLPart("items.id IN (\(part.sql))", part.arguments)
  }

  private func scanned(short word: String) -> SQLPart {
    // Each text by itself: joining them takes as long as searching them.
    let texts = table.searchedTexts(of: "items", lookup: lookup)
    let conditions = texts.map { table.dialect.containsArgument($0) }
    return SQLPart(
      texts.isEmpty ? "false" : "(\(conditions.joined(separator: " OR ")))",
      texts.map { _ in word.sqlValue })
  }
}

extension SQLDialect {
  /// A condition: whether `text`, as it is compared, contains the argument, which is folded.
  func containsArgument(_ text: String) -> String {
    "\(place(of: "?", in: SQL.folded(text))) > 0"
  }
}

extension SQLReading {
  /// The most occurrences of a short word that are looked up in the index. An upper bound is needed because
  /// the highest id overestimates the number of items if ids have large gaps.
  private static var mostLookedUp: Int { 100_000 }

  /// The short words of `query` for which texts are scanned: all but the rarest, and that one too if a
  /// scan of the items is faster than the index.
  ///
  /// - Parameter limit: the number of items to find; `nil` for all.
  func commonWords(
    of query: ContentQuery, in table: KindTable, limit: Int? = nil
  ) throws -> Set<String> {
    let words = Set(query.searchWords.filter(SearchCondition.isShort))
    guard !words.isEmpty else { return [] }
    // Ids can have gaps, but there are never more items.
    let most =
      try database.first(Int.self, "SELECT max(id) FROM \(table.name)", isCached: false) ?? 0
    // In the order of an index, the scan stops once enough items are found: with n items of which m match,
    // it reads limit · n / m items instead of m.
    let enoughInOrder = limit.flatMap {
      table.isInOrder(query) ? Int((Double($0) * Double(most)).squareRoot()) : nil
    }
    let bound = min(enoughInOrder ?? most / 2, Self.mostLookedUp)
    // Twice as many, since a sample may be off.
    if enoughInOrder != nil,
      try words.allSatisfy({
        try dialect.isFrequent($0, over: 2 * bound, of: most, in: table, database)
      })
    {
      return words
    }
    let counts = try words.map { word in
      (word: word, count: try placeCount(of: word, in: table, upTo: bound + 1))
    }
    let rarest = counts.min { ($0.count, $0.word) < ($1.count, $1.word) }
    guard let rarest, rarest.count <= bound else { return words }
    return words.subtracting([rarest.word])
  }

  /// The number of occurrences of a short word in the index, counted up to `limit`.
  private func placeCount(of word: String, in table: KindTable, upTo limit: Int) throws -> Int {
    let part = dialect.indexedItems(with: word, of: table)
    let sql = "SELECT count(*) FROM (\(part.sql) LIMIT \(limit)) AS places"
    if let known = memory?.wordCounts[sql]?[word] { return known }
    let count = try database.first(
      Int.self, sql, SQLArguments(part.arguments), isCached: false)
    memory?.wordCounts[sql, default: [:]][word] = count
    return count ?? 0
  }
}

/// The backlog of the full-text index: items whose texts are to be indexed later, as ranges of ids of a
/// kind.
///
/// Large writes do not update the full-text index, which keeps their transactions short. Until an item
/// is indexed, searches scan its texts, so they find the same items at any time.
extension SQLTransaction {
  /// Adds the items of `kind` with these ids to the backlog.
  func indexLater(_ kind: ContentKind, ids: ClosedRange<Int> = 1...Int.max) throws {
    try database.perform(
      "INSERT INTO search_backlog (kind, first_id, last_id) VALUES (?, ?, ?)",
      [kind.name, ids.lowerBound, ids.upperBound])
  }

  /// Indexes up to `limit` items of the backlog.
  func indexBacklog(limit: Int) throws {
    guard
      let row = try database.row(
        "SELECT rowid, kind, first_id, last_id FROM search_backlog ORDER BY rowid LIMIT 1")
    else { return }
    let (number, first, last): (Int, Int, Int) =
      try (row["rowid"], row["first_id"], row["last_id"])
    guard let kind = try kinds()[row["kind"]] else {
      return try removeFromBacklog(number, through: last, of: last)
    }
    let table = KindTable(kind, dialect)
    let ids = try database.all(
      Int.self, "SELECT id FROM \(table.name) WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
      [first, last, limit])
    let end = ids.count < limit ? last : ids.last ?? last
    if first <= end {
      let middle = ids.isEmpty ? first : ids[ids.count / 2]
      let parts = middle > first ? [first...(middle - 1), middle...end] : [first...end]
      try dialect.index(table, ids: parts, in: database)
    }
    try removeFromBacklog(number, through: end, of: last)
    if try !hasBacklog(kind) { try dialect.endIndexing(table, in: database) }
  }

  private func removeFromBacklog(_ number: Int, through end: Int, of last: Int) throws {
    if end < last {
      try database.perform(
        "UPDATE search_backlog SET first_id = ? WHERE rowid = ?", [end + 1, number])
    } else {
      try database.perform("DELETE FROM search_backlog WHERE rowid = ?", [number])
    }
  }
}

extension SQLReading {
  /// Whether items of `kind` are still to be indexed.
  func hasBacklog(_ kind: ContentKind) throws -> Bool {
    try database.exists("SELECT 1 FROM search_backlog WHERE kind = ?", [kind.name])
  }
}
