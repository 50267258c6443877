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

  /// The items of `kind` that `query` finds; only those shown from `perspective`, if there is one.
  ///
  /// - Throws: ``StoreError`` for a query of fields the kind does not have.
  init(kind: ContentKind, query: ContentQuery, from perspective: Perspective?) throws {
    self.kind = kind
    self.query = query
    var sort = try query.sort.map {
      SortColumn(column: try ListColumn($0.field, of: kind), isDescending: $0.isDescending)
    }
    if !query.sort.contains(where: { $0.field == "id" }) {
      sort.append(SortColumn(column: try ListColumn("id", of: kind), isDescending: false))
    }
    self.sort = sort

    if let perspective {
      conditions.append(
        WindowColumns.isShown(at: "?", includesDrafts: perspective.includesDrafts))
      arguments += Array(
        repeating: perspective.moment.millisecondsSince1970.databaseValue,
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

  /// Up to `limit` of the items, behind `position`.
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
    // Says nothing more than the rest, but lets SQLite begin in the middle of an index.
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
