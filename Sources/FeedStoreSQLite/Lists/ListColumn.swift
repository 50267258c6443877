import FeedModel
import FeedStore
import GRDB

/// A field of a kind as SQL compares it.
struct ListColumn {
  private let field: ContentField
  /// The locales in which a reader looks values up.
  private let lookup: [LocaleTag]

  /// The field called `name` of `kind`, for a reader who looks its values up in `tags`.
  init(_ name: String, of kind: ContentKind, lookup tags: [LocaleTag]) throws {
    guard let field = kind.field(name) else {
      throw Self.unusable("\(kind.name) has no field \(name)")
    }
    self.field = field
    lookup = tags
  }

  var isNullable: Bool { field.isNullable }

  private var column: String { TranslationColumn.value(of: field, in: "items", lookup: lookup) }
  private var comparedColumn: String {
    field.type.storage == .date ? "items.\(KindTable.moment(of: field))" : column
  }

  /// The SQL condition of a filter, with one parameter for its value. An item without a value differs
  /// from all values.
  func condition(_ comparison: ContentQuery.Filter.Comparison) -> String {
    let isDifferent = comparison == .notEqual
    if field.type.filtering == .containment {
      let found = "EXISTS (SELECT 1 FROM json_each(\(column)) WHERE json_each.value = ?)"
      return isDifferent ? "NOT \(found)" : found
    }
    if isDifferent, field.isNullable { return "\(comparedColumn) IS NOT ?" }
    return "\(comparedColumn) \(comparison.sql) ?"
  }

  /// The SQL expression that a list is sorted by.
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

  /// The error of a query that the kind does not support. Queries are validated before, so this is a
  /// mistake in the program.
  static func unusable(_ detail: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_MISUSE, message: detail)
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
