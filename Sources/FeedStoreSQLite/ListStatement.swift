import FeedModel
import FeedStore
import GRDB

/// The SQL of a list and what is bound to it. Values are always bound, never written into the SQL.
struct ListStatement {
  private(set) var sql = ""
  private(set) var arguments: [DatabaseValue] = []

  private let kind: ContentKind
  private let query: ContentQuery
  private let sort: [SortColumn]
  private var conditions: [String] = []

  /// What a list is sorted by, down to the id, which no two items share.
  private struct SortColumn {
    let column: ListColumn
    let isDescending: Bool
  }

  /// The items of `kind` that `query` finds; only those that `visibility` shows, if there is one.
  ///
  /// - Throws: ``StoreError`` for a query of fields the kind does not have.
  init(kind: ContentKind, query: ContentQuery, visibility: Visibility?) throws {
    self.kind = kind
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
        WindowColumns.isShown(at: "?", includesDrafts: visibility.includesDrafts))
      arguments += Array(
        repeating: visibility.moment.millisecondsSince1970.databaseValue,
        count: WindowColumns.momentCount)
    }
    for filter in query.filters {
      let column = try ListColumn(filter.field, of: kind)
      conditions.append("\(column.sql) \(filter.comparison.sql) ?")
      arguments.append(try column.value(filter.value))
    }
    let search = SearchCondition(words: query.searchWords, kind: kind)
    conditions += search.conditions
    arguments += search.arguments
  }

  /// Up to `limit` of the items, after `position`.
  func items(after position: ListPosition?, limit: Int) throws -> ListStatement {
    var made = self
    if let position { try made.begin(behind: position) }
    let order = sort.map { $0.column.sortSQL + ($0.isDescending ? " DESC" : "") }
    made.sql = """
      SELECT items.*, \(WindowColumns.selection) \(made.source)
      ORDER BY \(order.joined(separator: ", ")) LIMIT ?
      """
    made.arguments.append(limit.databaseValue)
    return made
  }

  /// How many there are.
  func count() -> ListStatement {
    var made = self
    made.sql = "SELECT count(*) \(source)"
    return made
  }

  private var source: String {
    """
    FROM \(kind.rawValue) AS items
    LEFT JOIN item_windows AS windows ON windows.kind = '\(kind.rawValue)' AND windows.id = items.id
    WHERE \(conditions.isEmpty ? "true" : conditions.joined(separator: " AND "))
    """
  }

  /// Leaves out everything up to `position`: an item follows when it is further in one field and the
  /// same in all fields before that.
  private mutating func begin(behind position: ListPosition) throws {
    let texts = position.values + ["\(position.id)"]
    guard position.values.count == query.sort.count else {
      throw ListColumn.unusable("a position in a list sorted otherwise")
    }
    let values = try zip(sort, texts).map { try $0.column.value($1) }
    let columns = sort.map(\.column.sortSQL)
    let further = sort.map { $0.isDescending ? "<" : ">" }
    let alternatives = sort.indices.map { index in
      (columns[..<index].map { "\($0) = ?" } + ["\(columns[index]) \(further[index]) ?"])
        .joined(separator: " AND ")
    }
    // Redundant, but lets SQLite start in the middle of an index.
    conditions.append("\(columns[0]) \(further[0])= ?")
    arguments.append(values[0])
    conditions.append("(\(alternatives.map { "(\($0))" }.joined(separator: " OR ")))")
    for index in sort.indices { arguments += values[...index] }
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
      let list = try ListStatement(kind: kind, query: query, visibility: visibility)
        .items(after: position, limit: limit)
      let rows = try Row.fetchCursor(
        statement(list, isCached: query == .all), arguments: StatementArguments(list.arguments))
      var items: [StoredItem] = []
      while let row = try rows.next() {
        items.append(try Self.item(kind.entityType, from: row))
      }
      return items
    }
  }

  func count(
    of kind: ContentKind, matching query: ContentQuery, visibility: Visibility?
  ) throws -> Int {
    try attempt {
      let list = try ListStatement(kind: kind, query: query, visibility: visibility).count()
      return try Int.fetchOne(
        statement(list, isCached: query == .all), arguments: StatementArguments(list.arguments))
        ?? 0
    }
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

  /// The field called `name` of `kind`. The name is one of the kind's fields, so it is safe in SQL.
  init(_ name: String, of kind: ContentKind) throws {
    guard let field = kind.field(name) else {
      throw Self.unusable("\(kind.rawValue) has no field \(name)")
    }
    self.field = field
  }

  /// What a filter compares.
  var sql: String {
    field.type == .date ? "items.\(field.name)_moment" : "items.\(field.name)"
  }

  /// What a list is sorted by.
  var sortSQL: String {
    switch field.type {
    case .text, .url: "substr(items.\(field.name), 1, \(ListPosition.sortedTextLength))"
    case .integer, .number, .date: sql
    }
  }

  /// `text` as a value of the field.
  func value(_ text: String) throws -> DatabaseValue {
    let value: DatabaseValue? =
      switch field.type {
      case .integer: Int(text)?.databaseValue
      case .number: Double(text)?.databaseValue
      case .text, .url: text.databaseValue
      case .date: Timestamp(text)?.millisecondsSince1970.databaseValue
      }
    guard let value else {
      throw Self.unusable("\(field.name) is never \(text)")
    }
    return value
  }

  /// Queries are checked before they come here, so this is a mistake in the program.
  static func unusable(_ detail: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_MISUSE, message: detail)
  }
}

/// What has to hold of an item in which all words of a search are found.
///
/// Words of three characters and more are looked up in the trigram index (SQLite, FTS5, section
/// 4.3.4). Shorter ones are not in there: the texts themselves are gone through, in each case a
/// letter has, as the index makes no difference between them either.
struct SearchCondition {
  private(set) var conditions: [String] = []
  private(set) var arguments: [DatabaseValue] = []

  /// The condition of `words` in the items of `kind`; none if there are no words.
  init(words: [String], kind: ContentKind) {
    let texts = kind.fields.filter { $0.type == .text }.map(\.name)
    let long = words.filter { $0.unicodeScalars.count >= 3 }
    if !long.isEmpty {
      let index = "\(kind.rawValue)_search"
      conditions.append("items.id IN (SELECT rowid FROM \(index) WHERE \(index) MATCH ?)")
      // In quotation marks there are no operators.
      let phrases = long.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
      arguments.append(phrases.joined(separator: " AND ").databaseValue)
    }
    // A word has no white space, so it is never found across two fields.
    let all = texts.map { "items.\($0)" }.joined(separator: " || ' ' || ")
    for word in words where word.unicodeScalars.count < 3 {
      let cases = Self.cases(of: word)
      conditions.append(
        "(" + cases.map { _ in "instr(\(all), ?)" }.joined(separator: " OR ") + ")")
      arguments += cases.map(\.databaseValue)
    }
  }

  /// `word` in upper and lower case, letter by letter.
  static func cases(of word: String) -> [String] {
    word.unicodeScalars.reduce(into: [""]) { beginnings, scalar in
      let properties = scalar.properties
      let forms = Set(
        [String(scalar), properties.lowercaseMapping, properties.uppercaseMapping]
          .filter { $0.unicodeScalars.count == 1 })
      beginnings = beginnings.flatMap { beginning in forms.sorted().map { beginning + $0 } }
    }
  }
}
