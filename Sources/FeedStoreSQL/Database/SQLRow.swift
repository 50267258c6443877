/// A row that a statement has found.
package struct SQLRow: Sendable {
  private let columns: SQLColumns
  /// The values, in the order of the columns.
  package let values: [SQLValue]

  package init(_ values: [SQLValue], columns: SQLColumns) {
    self.values = values
    self.columns = columns
  }

  /// The number of columns.
  package var count: Int { values.count }

  /// The value of the column `place`, counted from 0. It is of the type, as the schema says.
  package subscript<Value: SQLConvertible>(place: Int) -> Value {
    required(values[place], "column \(place)")
  }

  /// The value of the column `place`; `nil` for NULL.
  package subscript<Value: SQLConvertible>(place: Int) -> Value? {
    optional(values[place], "column \(place)")
  }

  /// The value of the column called `name`. It is of the type, as the schema says.
  package subscript<Value: SQLConvertible>(name: String) -> Value {
    required(value(of: name), name)
  }

  /// The value of the column called `name`; `nil` for NULL.
  package subscript<Value: SQLConvertible>(name: String) -> Value? {
    optional(value(of: name), name)
  }

  private func value(of name: String) -> SQLValue {
    guard let place = columns.place(of: name) else {
      preconditionFailure("a row has no column \(name)")
    }
    return values[place]
  }

  private func required<Value: SQLConvertible>(
    _ value: SQLValue, _ column: @autoclosure () -> String
  ) -> Value {
    guard let converted = Value(value) else {
      preconditionFailure("\(column()) is \(value), and no \(Value.self)")
    }
    return converted
  }

  private func optional<Value: SQLConvertible>(
    _ value: SQLValue, _ column: @autoclosure () -> String
  ) -> Value? {
    if case .null = value { return nil }
    return required(value, column())
  }
}

/// The columns of the rows of one statement.
package final class SQLColumns: Sendable {
  private let places: [String: Int]

  /// - Parameter names: the names, in their order; of equal ones the first is found.
  package init(_ names: [String]) {
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The place of the column called `name`; `nil` if there is none.
  func place(of name: String) -> Int? { places[name] }
}
