import FeedModel
import FeedStore
import GRDB

/// A field of a kind as SQL compares it.
struct ListColumn {
  private let field: ContentField

  /// The field called `name` of `kind`. Its name is one of the kind's own, so it may stand in SQL.
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
