import FeedModel

/// The SQL of a list and its arguments. Values are always bound, never written into the SQL.
struct ListStatement {
  private(set) var sql = ""
  private(set) var arguments: [SQLValue] = []
  /// The arguments, as a statement takes them.
  var values: SQLArguments { SQLArguments(arguments) }
  /// Lists with a query are not cached, since the number of different queries is not limited.
  var isCached: Bool { source.isPresent && query == .all }

  private let source: ItemSource
  private let query: ContentQuery
  /// The last one is the id, which makes the order total.
  private let sort: [ListColumn]
  private var conditions: [String] = []

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
      try ListColumn(
        $0.field, of: kind, lookup: query.lookup, source.table.dialect,
        isDescending: $0.isDescending)
    }
    if !query.sort.contains(where: { $0.field == "id" }) {
      sort.append(try ListColumn("id", of: kind, lookup: [], source.table.dialect))
    }
    self.sort = sort

    if let visibility, let shown = source.windows.isShown(by: visibility) {
      add(shown)
    }
    for filter in query.filters {
      let column = try ListColumn(
        filter.field, of: kind, lookup: query.lookup, source.table.dialect)
      add(try column.condition(filter.comparison, filter.value))
    }
    let search = SearchCondition(
      words: query.searchWords, in: query.lookup, source.table, source.index, common: common)
    if let tags = query.untranslated {
      conditions.append(source.table.untranslated(in: tags))
    }
    if let window = query.window {
      add(source.windows.has(window.state, at: window.moment))
    }
    conditions += search.conditions
    arguments += search.arguments
  }

  private mutating func add(_ condition: SQLPart) {
    conditions.append(condition.sql)
    arguments += condition.arguments
  }

  /// Up to `limit` of the items, after `position`.
  func items(after position: ListPosition?, limit: Int) throws -> ListStatement {
    var made = self
    if let position { try made.begin(behind: position) }
    return made.selecting("\(source.table.selection), \(source.windows.selection)", limit: limit)
  }

  /// The ids of the first `limit` of the items.
  func ids(limit: Int) -> ListStatement { selecting("items.id", limit: limit) }

  private func selecting(_ selection: String, limit: Int) -> ListStatement {
    var made = self
    let order = sort.map { $0.sortSQL + $0.order }
      .joined(separator: ", ")
    let ending = "ORDER BY \(order) LIMIT ?"
    if source.parts.isEmpty {
      made.sql = "SELECT \(selection) \(from) \(ending)"
      made.arguments = arguments + [limit.sqlValue]
    } else {
      // No index is in the order of a union, but one may be in that of its parts.
      let parts = source.parts.map {
        "SELECT * FROM (SELECT * \(from($0.sql)) \(ending)) AS part"
      }
      made.sql = """
        SELECT \(selection) FROM (
          \(parts.joined(separator: "\nUNION ALL "))
        ) AS items \(ending)
        """
      made.arguments =
        source.parts.flatMap { $0.arguments + arguments + [limit.sqlValue] } + [limit.sqlValue]
    }
    return made
  }

  /// The first `limit` of the items, each with the number of all in its last column. The search runs once
  /// for both, which pays off if it takes most of the time.
  func countedItems(limit: Int) -> ListStatement {
    var made = self
    // No kind and no field has a colon in its name.
    let found = SQL.name("tanada:found")
    let keys = sort.enumerated().map { "\($1.sortSQL) AS sort\($0)" }
    func order(_ key: (Int, ListColumn) -> String) -> String {
      sort.enumerated().map { key($0, $1) + $1.order }
        .joined(separator: ", ")
    }
    made.sql = """
      WITH \(found) AS MATERIALIZED (
        SELECT items.id AS id, \(keys.joined(separator: ", ")) \(from)
      )
      SELECT \(source.table.selection), \(source.windows.selection),
        (SELECT count(*) FROM \(found))
      FROM (
        SELECT id FROM \(found) ORDER BY \(order { index, _ in "sort\(index)" }) LIMIT ?
      ) AS page CROSS JOIN \(source.sql)
      WHERE items.id = page.id
      ORDER BY \(order { $1.sortSQL })
      """
    made.arguments = source.arguments + arguments + [limit.sqlValue] + source.arguments
    return made
  }

  /// How many there are.
  func count() -> ListStatement { selecting { "SELECT count(*) \($0.from)" } }

  /// The statement that `sql` makes of this one and its conditions, with the values of all parameters.
  private func selecting(_ sql: (ListStatement) -> String) -> ListStatement {
    var made = self
    made.sql = sql(self)
    made.arguments = source.arguments + arguments
    return made
  }

  /// How many of them also meet `condition`, counted up to `limit`.
  func counting(upTo limit: Int, where condition: SearchCondition) -> ListStatement {
    var made = self
    made.conditions += condition.conditions
    made.arguments += condition.arguments
    return made.selecting { "SELECT count(*) FROM (SELECT 1 \($0.from) LIMIT \(limit)) AS found" }
  }

  /// The conditions of those of the items that have one, each once; `nil` if no item has a window.
  func targetings() -> ListStatement? {
    guard let targeting = source.windows.targeting else { return nil }
    var made = self
    made.conditions.append("\(targeting) IS NOT NULL")
    return made.selecting { "SELECT DISTINCT \(targeting) \($0.from)" }
  }

  /// The conditions of those of the items that have one, and when the first item with each begins or ceases to be shown
  /// after `moment`; `nil` if no item has a window.
  func targetedBoundaries(after moment: Timestamp) -> ListStatement? {
    guard let targeting = source.windows.targeting,
      let boundary = source.windows.boundary(after: moment)
    else { return nil }
    var made = self
    made.conditions.append("\(targeting) IS NOT NULL")
    // Those of what is selected are before the others.
    made.arguments = boundary.arguments + source.arguments + arguments
    made.sql = """
      SELECT \(targeting), min(\(boundary.sql)) \(made.from) GROUP BY \(targeting)
      """
    return made
  }

  /// When the first of them begins to be shown after `visibility`, of those that are not behind `position`; `nil` if
  /// no item has a window.
  func nextBeginning(
    after visibility: Visibility, upTo position: ListPosition?
  ) throws -> ListStatement? {
    guard let begins = source.windows.begins(after: visibility) else { return nil }
    var made = self
    made.add(begins.condition)
    if let position {
      var behind = self
      (behind.conditions, behind.arguments) = ([], [])
      try behind.begin(behind: position)
      // Also where a comparison with NULL says nothing.
      made.conditions.append("(\(behind.conditions.joined(separator: " AND "))) IS NOT TRUE")
      made.arguments += behind.arguments
    }
    return made.selecting { "SELECT min(\(begins.column)) \($0.from)" }
  }

  private var from: String { from(source.sql) }

  private func from(_ table: String) -> String {
    """
    FROM \(table)
    WHERE \(conditions.isEmpty ? "true" : conditions.joined(separator: " AND "))
    """
  }

  /// Leaves out all items up to `position`: an item follows if it is further in one sort key and equal in
  /// all keys before that.
  private mutating func begin(behind position: ListPosition) throws {
    guard position.values.count == query.sort.count else {
      throw SQLError.misuse("a position in a list sorted otherwise")
    }
    let texts = position.values + ["\(position.id)"]
    let values = try zip(sort, texts).map { key, text in try text.map(key.value) }
    // Redundant, but lets SQLite start in the middle of an index.
    if let value = values[0], !sort[0].isDescending || !sort[0].isNullable {
      conditions.append("\(sort[0].sortSQL) \(sort[0].isDescending ? "<=" : ">=") ?")
      arguments.append(value)
    }
    var alternatives: [String] = []
    for index in sort.indices {
      guard let further = sort[index].follows(values[index]) else { continue }
      var parts: [String] = []
      for equal in 0..<index {
        parts.append("\(sort[equal].sortSQL) IS NOT DISTINCT FROM ?")
        arguments.append(values[equal] ?? .null)
      }
      parts.append(further)
      if let value = values[index] { arguments.append(value) }
      alternatives.append("(\(parts.joined(separator: " AND ")))")
    }
    conditions.append("(\(alternatives.joined(separator: " OR ")))")
  }
}
