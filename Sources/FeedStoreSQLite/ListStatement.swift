import FeedModel
import FeedStore
import GRDB

/// The SQL of a list and what is bound to it. Values are always bound, never written into the SQL.
struct ListStatement {
  private(set) var sql = ""
  private(set) var arguments: [DatabaseValue] = []

  private let source: ItemSource
  private let query: ContentQuery
  private let sort: [SortColumn]
  private var conditions: [String] = []

  /// What a list is sorted by, down to the id, which no two items share.
  fileprivate struct SortColumn {
    let column: ListColumn
    let isDescending: Bool
  }

  /// The items of `kind` that `query` finds; only those that `visibility` shows, if there is one.
  ///
  /// - Parameter common: short words that are looked for in the texts, and not in the index.
  /// - Throws: ``StoreError`` for a query of fields the kind does not have.
  init(
    _ source: ItemSource, query: ContentQuery, visibility: Visibility?, common: Set<String> = []
  ) throws {
    let kind = source.table.kind
    self.source = source
    self.query = query
    var sort = try query.sort.map {
      SortColumn(column: try ListColumn($0.field, of: kind), isDescending: $0.isDescending)
    }
    if !query.sort.contains(where: { $0.field == "id" }) {
      sort.append(SortColumn(column: try ListColumn("id", of: kind), isDescending: false))
    }
    self.sort = sort

    if let visibility {
      conditions.append(
        source.windows.isShown(at: "?", includesDrafts: visibility.includesDrafts))
      arguments += Array(
        repeating: visibility.moment.millisecondsSince1970.databaseValue,
        count: WindowColumns.momentCount)
    }
    for filter in query.filters {
      let column = try ListColumn(filter.field, of: kind)
      conditions.append(column.condition(filter.comparison))
      arguments.append(try column.value(filter.value))
    }
    let search = SearchCondition(
      words: query.searchWords, source.table, source.index, common: common)
    conditions += search.conditions
    arguments += search.arguments
  }

  /// Up to `limit` of the items, after `position`.
  func items(after position: ListPosition?, limit: Int) throws -> ListStatement {
    var made = self
    if let position { try made.begin(behind: position) }
    let order = sort.map { $0.column.sortSQL + ($0.isDescending ? " DESC" : "") }
    made.sql = """
      SELECT \(source.table.selection), \(source.windows.selection) \(made.from)
      ORDER BY \(order.joined(separator: ", ")) LIMIT ?
      """
    made.arguments.append(limit.databaseValue)
    return made
  }

  /// How many there are.
  func count() -> ListStatement {
    var made = self
    made.sql = "SELECT count(*) \(from)"
    return made
  }

  private var from: String {
    """
    FROM \(source.sql)
    WHERE \(conditions.isEmpty ? "true" : conditions.joined(separator: " AND "))
    """
  }

  /// Leaves out everything up to `position`: an item follows when it is further in one field and the
  /// same in all fields before that.
  private mutating func begin(behind position: ListPosition) throws {
    guard position.values.count == query.sort.count else {
      throw ListColumn.unusable("a position in a list sorted otherwise")
    }
    let texts = position.values + ["\(position.id)"]
    let values = try zip(sort, texts).map { key, text in try text.map(key.column.value) }
    // Redundant, but lets SQLite start in the middle of an index.
    if let value = values[0], !sort[0].isDescending || !sort[0].column.isNullable {
      conditions.append("\(sort[0].column.sortSQL) \(sort[0].isDescending ? "<=" : ">=") ?")
      arguments.append(value)
    }
    var alternatives: [String] = []
    for index in sort.indices {
      guard let further = sort[index].follows(values[index]) else { continue }
      var parts: [String] = []
      for equal in 0..<index {
        parts.append("\(sort[equal].column.sortSQL) IS ?")
        arguments.append(values[equal] ?? .null)
      }
      parts.append(further)
      if let value = values[index] { arguments.append(value) }
      alternatives.append("(\(parts.joined(separator: " AND ")))")
    }
    conditions.append("(\(alternatives.joined(separator: " OR ")))")
  }
}

extension ListStatement.SortColumn {
  /// What holds of the items after one with `value` in this column; `nil` if there can be none. No value
  /// comes before all others.
  fileprivate func follows(_ value: DatabaseValue?) -> String? {
    let column = column.sortSQL
    guard value != nil else { return isDescending ? nil : "\(column) IS NOT NULL" }
    guard isDescending else { return "\(column) > ?" }
    return self.column.isNullable ? "(\(column) < ? OR \(column) IS NULL)" : "\(column) < ?"
  }
}

extension ContentQuery.Filter.Comparison {
  fileprivate var sql: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}

extension SQLiteReading {
  func items(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?,
    after position: ListPosition?, limit: Int
  ) throws -> [StoredItem] {
    try attempt {
      try requireKnown(kind)
      let source = try source(of: kind, isSearched: query.search != nil)
      let list = try statement(of: query, in: source, visibility, limit: limit).items(
        after: position, limit: limit)
      let rows = try Row.fetchCursor(
        statement(list, isCached: source.isPresent && query == .all),
        arguments: StatementArguments(list.arguments))
      var items: [StoredItem] = []
      while let row = try rows.next() {
        items.append(try Self.item(kind, from: row))
      }
      return items
    }
  }

  func count(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?
  ) throws -> Int {
    try attempt {
      try requireKnown(kind)
      let source = try source(of: kind, isSearched: query.search != nil)
      let list = try statement(of: query, in: source, visibility).count()
      return try Int.fetchOne(
        statement(list, isCached: source.isPresent && query == .all),
        arguments: StatementArguments(list.arguments))
        ?? 0
    }
  }

  private func statement(
    of query: ContentQuery, in source: ItemSource, _ visibility: Visibility?, limit: Int? = nil
  ) throws -> ListStatement {
    let common =
      try source.index == .none ? [] : commonWords(of: query, in: source.table, limit: limit)
    return try ListStatement(source, query: query, visibility: visibility, common: common)
  }

  /// The most places of a short word that are worth looking up. Ids with large gaps say little of the number of items.
  private static var mostLookedUp: Int { 100_000 }

  /// The short words of `query` that are looked for in the texts: all but the rarest, and that one too if
  /// going through the items is faster than looking them up.
  ///
  /// - Parameter limit: the number of items to find; `nil` for all.
  private func commonWords(
    of query: ContentQuery, in table: KindTable, limit: Int?
  ) throws -> Set<String> {
    let words = Set(query.searchWords.filter(SearchCondition.isShort))
    guard !words.isEmpty else { return [] }
    // Ids can have gaps, but there are never more items.
    let most = try Int.fetchOne(database, sql: "SELECT max(id) FROM \(table.name)") ?? 0
    // In the order of an index, items are gone through until enough are found: with n items and m of them
    // found, that is limit · n / m of them instead of m.
    let isInOrder = query.sort.first.map { table.hasIndex(of: $0.field) } ?? true
    let bound = min(
      limit.map { isInOrder ? Int((Double($0) * Double(most)).squareRoot()) : most / 2 } ?? most
        / 2,
      Self.mostLookedUp)
    let counts = try words.map { word in
      let part = SearchCondition.documents(with: word, table)
      let count = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM (\(part.sql) LIMIT \(bound + 1))",
        arguments: StatementArguments(part.arguments))
      return (word: word, count: count ?? 0)
    }
    let rarest = counts.min { ($0.count, $0.word) < ($1.count, $1.word) }
    guard let rarest, rarest.count <= bound else { return words }
    return words.subtracting([rarest.word])
  }

  /// Refuses a kind that is not in the database, or whose fields are others.
  private func requireKnown(_ kind: ContentKind) throws {
    guard try kinds()[kind.name] == kind else { throw StoreError.kindChanged(kind.name) }
  }

  /// Only statements of a limited number are cached; the number of queries is not limited.
  private func statement(_ list: ListStatement, isCached: Bool) throws -> Statement {
    isCached
      ? try database.cachedStatement(sql: list.sql) : try database.makeStatement(sql: list.sql)
  }
}

/// A field of a kind as SQL compares it.
struct ListColumn {
  private let field: ContentField

  /// The field called `name` of `kind`.
  init(_ name: String, of kind: ContentKind) throws {
    guard let field = kind.field(name) else {
      throw Self.unusable("\(kind.name) has no field \(name)")
    }
    self.field = field
  }

  var isNullable: Bool { field.isNullable }

  private var column: String { "items.\(SQL.name(field.name))" }
  private var comparedColumn: String {
    field.type.storage == .date ? "items.\(KindTable.moment(of: field))" : column
  }

  /// What holds of the items that a filter with one value finds. An item without a value differs from
  /// all values.
  func condition(_ comparison: ContentQuery.Filter.Comparison) -> String {
    let isDifferent = comparison == .notEqual
    if field.type.filtering == .containment {
      let found = "EXISTS (SELECT 1 FROM json_each(\(column)) WHERE json_each.value = ?)"
      return isDifferent ? "NOT \(found)" : found
    }
    if isDifferent, field.isNullable { return "\(comparedColumn) IS NOT ?" }
    return "\(comparedColumn) \(comparison.sql) ?"
  }

  /// What a list is sorted by.
  var sortSQL: String {
    field.type.storage == .text
      ? "substr(\(column), 1, \(ListPosition.sortedTextLength))" : comparedColumn
  }

  /// `text` as a value that the field is compared with.
  func value(_ text: String) throws -> DatabaseValue {
    guard let value = field.comparable(text) else {
      throw Self.unusable("\(field.name) is never \(text)")
    }
    if field.type.storage == .date, case .date(let moment) = value {
      return moment.millisecondsSince1970.databaseValue
    }
    return value.databaseValue
  }

  /// Queries are checked before they come here, so this is a mistake in the program.
  static func unusable(_ detail: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_MISUSE, message: detail)
  }
}

/// What has to hold of an item in which all words of a search are found.
///
/// Words of three characters and more are looked up in the trigram index (SQLite, FTS5, section
/// 4.3.4). Shorter ones are found by the trigrams that begin with them (section 6.1), in each case a
/// letter has. In items that are still to be indexed, the texts themselves are gone through.
struct SearchCondition {
  private(set) var conditions: [String] = []
  private(set) var arguments: [DatabaseValue] = []
  private let table: KindTable
  private let text: String

  /// Which items the full-text index has.
  enum Index {
    case none
    /// All but those that are still to be indexed.
    case partial
    case complete
  }

  /// Whether the index has no such word, but trigrams that begin with it.
  static func isShort(_ word: String) -> Bool { word.unicodeScalars.count < 3 }

  /// The condition of `words` in the items of `table`; none if there are no words.
  ///
  /// - Parameter common: short words that are not looked up in the index.
  init(words: [String], _ table: KindTable, _ index: Index, common: Set<String>) {
    self.table = table
    text = table.searchedText(of: "items")
    let long = words.filter { !Self.isShort($0) }
    if !long.isEmpty { add(indexed(long), orScanned: scanned(long), by: index) }
    for word in words.filter(Self.isShort) {
      add(
        indexed(short: word), orScanned: scanned(short: word),
        by: common.contains(word) ? .none : index)
    }
  }

  /// A part of a statement.
  typealias Part = (sql: String, arguments: [DatabaseValue])

  private mutating func add(_ indexed: Part, orScanned scanned: Part, by index: Index) {
    switch index {
    case .none:
      conditions.append(scanned.sql)
      arguments += scanned.arguments
    case .complete:
      conditions.append(indexed.sql)
      arguments += indexed.arguments
    case .partial:
      let isLater = """
        EXISTS (SELECT 1 FROM search_backlog AS later
          WHERE later.kind = \(SQL.literal(.text(table.kind.name)))
            AND items.id BETWEEN later.first_id AND later.last_id)
        """
      conditions.append("CASE WHEN NOT \(isLater) THEN \(indexed.sql) ELSE \(scanned.sql) END")
      arguments += indexed.arguments + scanned.arguments
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
    (
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
      // No text has a letter behind the last one of Unicode.
      cases.flatMap { [$0.databaseValue, "\($0)\u{10FFFF}".databaseValue] }
    )
  }

  private func scanned(short word: String) -> Part {
    let cases = Self.cases(of: word)
    return (
      "(" + cases.map { _ in "instr(\(text), ?)" }.joined(separator: " OR ") + ")",
      cases.map(\.databaseValue)
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

/// Finds a word in a text as the index does: upper and lower case are the same.
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
