/// A row that a statement has found.
///
/// A value that is not of the type that is asked for is damage: of a page of a SQLite file, whose values have types of
/// their own, or of what another tool has written. It is an error of the transaction, and not the end of the server.
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

  /// The value of the column `place`, counted from 0.
  package subscript<Value: SQLConvertible>(place: Int) -> Value {
    get throws(SQLError) { try required(place) }
  }

  /// The value of the column `place`; `nil` for NULL.
  package subscript<Value: SQLConvertible>(place: Int) -> Value? {
    get throws(SQLError) { try optional(place) }
  }

  /// The value of the column called `name`.
  package subscript<Value: SQLConvertible>(name: String) -> Value {
    get throws(SQLError) { try required(columns.place(of: name)) }
  }

  /// The value of the column called `name`; `nil` for NULL.
  package subscript<Value: SQLConvertible>(name: String) -> Value? {
    get throws(SQLError) { try optional(columns.place(of: name)) }
  }

  private func required<Value: SQLConvertible>(_ place: Int) throws(SQLError) -> Value {
    guard let value = Value(values[place]) else {
      throw columns.mismatch(of: values[place], at: place, expected: Value.typeName)
    }
    return value
  }

  private func optional<Value: SQLConvertible>(_ place: Int) throws(SQLError) -> Value? {
    if case .null = values[place] { return nil }
    return try required(place)
  }
}

/// The columns of the rows of one statement.
package final class SQLColumns: Sendable {
  /// The most bytes of a statement that an error has.
  private static let listedLength = 160

  let names: [String]
  private let places: [String: Int]
  private let statement: String

  /// - Parameters:
  ///   - names: the names, in their order; of equal ones the first is found.
  ///   - statement: what has found the rows, in SQL.
  package init(_ names: [String], of statement: String) {
    self.names = names
    self.statement = statement
    places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The place of the column called `name`.
  ///
  /// - Throws: ``SQLError/corrupt(_:)``: a damaged schema names its columns otherwise.
  func place(of name: String) throws(SQLError) -> Int {
    guard let place = places[name] else {
      throw .corrupt("there is no column \(name) in: \(excerpt)")
    }
    return place
  }

  /// The error for a value of another type than `expected`.
  func mismatch(of value: SQLValue, at place: Int, expected: String) -> SQLError {
    .corrupt("\(names[place]) is \(value.typeName), expected \(expected), in: \(excerpt)")
  }

  /// The statement in one line, and no longer than a line of the log should be.
  private var excerpt: String {
    let line = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard line.utf8.count > Self.listedLength else { return line }
    return String(decoding: line.utf8.prefix(Self.listedLength), as: UTF8.self) + "…"
  }
}
