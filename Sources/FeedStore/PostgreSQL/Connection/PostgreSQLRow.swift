/// The columns of a result, in order.
package final class PostgreSQLColumns: Sendable {
  /// The names, of which some may be equal.
  package let names: [String]
  /// The types, one for each name.
  package let types: [PostgreSQLType]
  /// The first column of each name.
  private let indices: [String: Int]

  /// Columns with these names and types, one of each for a column.
  package init(names: [String], types: [PostgreSQLType]) {
    self.names = names
    self.types = types
    indices = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// How many columns there are.
  package var count: Int { names.count }

  /// The first column called `name`; `nil` if there is none.
  package func index(of name: String) -> Int? { indices[name] }
}

/// A row of a result, which knows the names of its columns. The rows of a result share their memory.
package struct PostgreSQLRow: Sendable {
  /// The columns of all rows of the result.
  package let columns: PostgreSQLColumns
  /// The values of all rows.
  private let storage: [PostgreSQLValue]
  /// Where this row begins.
  private let start: Int

  /// The row of `columns` that begins at `start` in `storage`.
  package init(columns: PostgreSQLColumns, storage: [PostgreSQLValue], start: Int) {
    self.columns = columns
    self.storage = storage
    self.start = start
  }

  /// The value of a column, which must be there.
  package subscript(_ column: Int) -> PostgreSQLValue {
    precondition(column >= 0 && column < columns.count, "there is no column \(column)")
    return storage[start + column]
  }

  /// The value of the first column called `name`; `nil` if there is none.
  package subscript(_ name: String) -> PostgreSQLValue? {
    columns.index(of: name).map { storage[start + $0] }
  }

  /// All values, in the order of the columns.
  package var values: ArraySlice<PostgreSQLValue> { storage[start..<start + columns.count] }

  /// The value of the first column called `name`, as a Swift type, or as an optional for one that may be NULL.
  ///
  /// - Throws: ``PostgreSQLError/missingColumn(_:)`` or ``PostgreSQLError/unexpectedValue(column:expected:)``.
  package func get<Value: PostgreSQLDecodable>(
    _ name: String, as type: Value.Type = Value.self
  ) throws(PostgreSQLError) -> Value {
    guard let index = columns.index(of: name) else { throw .missingColumn(name) }
    return try get(index)
  }

  /// The value of a column, counted from 0, as a Swift type, or as an optional for one that may be NULL.
  ///
  /// - Throws: ``PostgreSQLError/missingColumn(_:)`` or ``PostgreSQLError/unexpectedValue(column:expected:)``.
  package func get<Value: PostgreSQLDecodable>(
    _ column: Int, as type: Value.Type = Value.self
  ) throws(PostgreSQLError) -> Value {
    guard column >= 0 && column < columns.count else { throw .missingColumn("\(column)") }
    guard let value = Value(storage[start + column]) else {
      throw .unexpectedValue(column: columns.names[column], expected: "\(Value.self)")
    }
    return value
  }
}

extension PostgreSQLRow: Equatable {
  /// Whether the names and the values are equal.
  package static func == (first: PostgreSQLRow, second: PostgreSQLRow) -> Bool {
    first.columns.names == second.columns.names && first.values == second.values
  }
}

/// A Swift type that values of PostgreSQL are read as.
package protocol PostgreSQLDecodable {
  /// Reads `value`; `nil` if it is of another type.
  init?(_ value: PostgreSQLValue)
}

extension Int: PostgreSQLDecodable {}
extension Double: PostgreSQLDecodable {}
extension String: PostgreSQLDecodable {}
extension Bool: PostgreSQLDecodable {}
extension [UInt8]: PostgreSQLDecodable {}
extension SQLValue: PostgreSQLDecodable {}

extension Optional: PostgreSQLDecodable where Wrapped: PostgreSQLDecodable {
  package init?(_ value: PostgreSQLValue) {
    guard !value.isNull else {
      self = .none
      return
    }
    guard let wrapped = Wrapped(value) else { return nil }
    self = .some(wrapped)
  }
}
