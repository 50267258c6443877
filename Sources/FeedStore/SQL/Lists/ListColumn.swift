import FeedModel

/// A field of a kind as SQL compares it.
struct ListColumn {
  private let field: ContentField
  /// The locales in which a reader looks values up.
  private let lookup: [LocaleTag]
  private let dialect: any SQLDialect
  /// Whether a list is sorted by the greatest value first.
  let isDescending: Bool

  /// The field called `name` of `kind`, for a reader who looks its values up in `tags`.
  init(
    _ name: String, of kind: ContentKind, lookup tags: [LocaleTag], _ dialect: any SQLDialect,
    isDescending: Bool = false
  ) throws {
    self.dialect = dialect
    self.isDescending = isDescending
    guard let field = kind.field(name) else {
      throw SQLError.misuse("\(kind.name) has no field \(name)")
    }
    self.field = field
    lookup = tags
  }

  var isNullable: Bool { field.isNullable }

  /// The words behind the column in `ORDER BY`: items without a value come before all others.
  var order: String {
    // Indexes of dates are in this order as well. Other columns that are never NULL do without it, since an index of
    // theirs would not be used otherwise.
    guard isNullable || field.type.storage == .date else { return isDescending ? " DESC" : "" }
    return isDescending ? " DESC NULLS LAST" : " NULLS FIRST"
  }

  private var column: String {
    TranslationColumn.value(of: field, in: "items", lookup: lookup, dialect)
  }
  private var comparedColumn: String {
    field.type.storage == .date ? "items.\(dialect.momentName(of: field.name))" : column
  }

  /// The SQL condition of a filter. An item without a value differs from all values. Texts for people are equal if they
  /// are the same when folded; their order is that of the texts as they are.
  func condition(
    _ comparison: ContentQuery.Filter.Comparison, _ text: String
  ) throws -> SQLPart {
    let isDifferent = comparison == .notEqual
    let isFolded = field.type.isSearchable && (isDifferent || comparison == .equal)
    let argument = isFolded ? TextFolding.fold(text).sqlValue : try value(text)
    if let list = field.type as? ListField {
      let found = dialect.array(column, hasArgumentOf: list.element)
      return SQLPart(isDifferent ? "NOT \(found)" : found, [argument])
    }
    let compared = isFolded ? SQL.folded(column) : comparedColumn
    if isDifferent, field.isNullable {
      return SQLPart("\(compared) IS DISTINCT FROM ?", [argument])
    }
    return SQLPart("\(compared) \(comparison.sql) ?", [argument])
  }

  /// The SQL expression that a list is sorted by.
  var sortSQL: String {
    field.type.storage == .text
      ? "substr(\(column), 1, \(ListPosition.sortedTextLength))" : comparedColumn
  }

  /// `text` as a value that the field is compared with.
  func value(_ text: String) throws -> SQLValue {
    guard let value = field.comparable(text) else {
      throw SQLError.misuse("\(field.name) is never \(text)")
    }
    if field.type.storage == .date, case .date(let moment) = value {
      return moment.millisecondsSince1970.sqlValue
    }
    return value.sqlValue
  }

  /// The SQL condition of the items after one with `value` in this column; `nil` if there can be none.
  /// NULL sorts before all values.
  func follows(_ value: SQLValue?) -> String? {
    guard value != nil else { return isDescending ? nil : "\(sortSQL) IS NOT NULL" }
    guard isDescending else { return "\(sortSQL) > ?" }
    return isNullable ? "(\(sortSQL) < ? OR \(sortSQL) IS NULL)" : "\(sortSQL) < ?"
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
