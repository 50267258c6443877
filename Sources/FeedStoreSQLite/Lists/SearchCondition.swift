import FeedModel
import GRDB

/// The SQL condition of the items that contain all words of a search.
///
/// Words of three characters and more are looked up in the trigram index (SQLite, FTS5, section
/// 4.3.4). Shorter ones are found by the trigrams that begin with them (section 6.1), in upper and lower
/// case. The texts of items in the backlog are scanned.
struct SearchCondition {
  private(set) var conditions: [String] = []
  private(set) var arguments: [DatabaseValue] = []
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

  /// A part of a statement.
  typealias Part = (sql: String, arguments: [DatabaseValue])

  private mutating func add(_ indexed: Part, orScanned scanned: Part, by index: Index) {
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

  /// Words of three characters and more.
  private func indexed(_ words: [String]) -> Part {
    // In quotation marks there are no operators.
    let phrases = words.map { SQL.name($0) }.joined(separator: " AND ")
    return (
      "items.id IN (SELECT rowid FROM \(table.searchIndex) WHERE text MATCH ?)",
      [phrases.databaseValue]
    )
  }

  private func scanned(_ words: [String]) -> Part {
    let text = table.searchedText(of: "items", lookup: lookup)
    return (
      words.map { _ in "\(FoldedSearch.name)(\(text), ?)" }.joined(separator: " AND "),
      words.map(\.databaseValue)
    )
  }

  /// A word of one or two characters.
  private func indexed(short word: String) -> Part {
    let (sql, arguments) = Self.documents(with: word, table)
    return ("items.id IN (\(sql))", arguments)
  }

  /// The ids of the indexed items with a short word, once for every place in which it is.
  static func documents(with word: String, _ table: KindTable) -> Part {
    let cases = cases(of: word)
    let beginning = "SELECT doc FROM \(table.searchWords) WHERE term >= ? AND term < ?"
    return (
      cases.map { _ in beginning }.joined(separator: " UNION ALL "),
      // The last code point of Unicode is an upper bound of all trigrams with this beginning.
      cases.flatMap { [$0.databaseValue, "\($0)\u{10FFFF}".databaseValue] }
    )
  }

  private func scanned(short word: String) -> Part {
    // Each text by itself: joining them takes as long as searching them.
    let places = Self.cases(of: word).flatMap { form in
      table.searchedTexts(of: "items", lookup: lookup).map {
        (sql: "instr(\($0), ?) > 0", form: form)
      }
    }
    return (
      places.isEmpty ? "false" : "(" + places.map(\.sql).joined(separator: " OR ") + ")",
      places.map(\.form.databaseValue)
    )
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
}

/// Finds a word in a text regardless of case, as the index does.
enum FoldedSearch {
  static let name = "contains_folded"

  /// The function in SQL, of a text and a word.
  static let function = DatabaseFunction(name, argumentCount: 2, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let word = String.fromDatabaseValue(values[1])
    else { return false }
    return fold(text).contains(fold(word))
  }

  private static func fold(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map { scalar in
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      return lower.count == 1 ? lower.first ?? scalar : scalar
    }
  }
}

extension SQLiteReading {
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
    let most = try Int.fetchOne(database, sql: "SELECT max(id) FROM \(table.name)") ?? 0
    // In the order of an index, the scan stops once enough items are found: with n items of which m match,
    // it reads limit · n / m items instead of m.
    let enoughInOrder = limit.flatMap {
      table.isInOrder(query) ? Int((Double($0) * Double(most)).squareRoot()) : nil
    }
    let bound = min(enoughInOrder ?? most / 2, Self.mostLookedUp)
    let counts = try words.map { word in
      (word: word, count: try placeCount(of: word, in: table, upTo: bound + 1))
    }
    let rarest = counts.min { ($0.count, $0.word) < ($1.count, $1.word) }
    guard let rarest, rarest.count <= bound else { return words }
    return words.subtracting([rarest.word])
  }

  /// The number of occurrences of a short word in the index, counted up to `limit`.
  private func placeCount(of word: String, in table: KindTable, upTo limit: Int) throws -> Int {
    let key = WordCounts.Key(table: table.name, word: word, limit: limit)
    if let known = wordCounts?.places[key] { return known }
    let part = SearchCondition.documents(with: word, table)
    let count = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM (\(part.sql) LIMIT \(limit))",
      arguments: StatementArguments(part.arguments))
    wordCounts?.places[key] = count
    return count ?? 0
  }
}

/// The numbers of occurrences of words that one transaction has counted: the count of a list and the
/// estimate of its cost both need them.
final class WordCounts {
  struct Key: Hashable {
    let table: String
    let word: String
    let limit: Int
  }

  var places: [Key: Int] = [:]
}
