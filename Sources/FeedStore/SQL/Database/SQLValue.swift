package import FeedModel

/// A value that a statement is given, or that a row has.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int)
  case number(Double)
  /// Text without NUL characters.
  case text(String)
  case bytes([UInt8])
  /// A truth value; databases without such a type store 1 or 0.
  case boolean(Bool)

  /// The type of the value, and a whole number itself, for errors. Other values may be secrets.
  var typeName: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "the integer \(number)"
    case .number: "a number"
    case .text: "a text"
    case .bytes: "bytes"
    case .boolean: "a truth value"
    }
  }
}

/// A type whose values databases store.
package protocol SQLConvertible {
  var sqlValue: SQLValue { get }

  /// The value that `value` stands for; `nil` for a value of another type.
  init?(_ value: SQLValue)

  /// The type, for errors.
  static var typeName: String { get }
}

extension SQLValue: SQLConvertible {
  package static var typeName: String { "any value" }

  package var sqlValue: SQLValue { self }

  package init?(_ value: SQLValue) { self = value }
}

extension Int: SQLConvertible {
  package static var typeName: String { "an integer" }

  package var sqlValue: SQLValue { .integer(self) }

  package init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Double: SQLConvertible {
  package static var typeName: String { "a number" }

  package var sqlValue: SQLValue { .number(self) }

  package init?(_ value: SQLValue) {
    switch value {
    case .number(let number): self = number
    case .integer(let number): self = Double(number)
    default: return nil
    }
  }
}

extension String: SQLConvertible {
  package static var typeName: String { "a text" }

  package var sqlValue: SQLValue { .text(self) }

  package init?(_ value: SQLValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Bool: SQLConvertible {
  package static var typeName: String { "a truth value" }

  package var sqlValue: SQLValue { .boolean(self) }

  package init?(_ value: SQLValue) {
    switch value {
    case .boolean(let isTrue): self = isTrue
    case .integer(let number): self = number != 0
    default: return nil
    }
  }
}

extension [UInt8]: SQLConvertible {
  package static var typeName: String { "bytes" }

  package var sqlValue: SQLValue { .bytes(self) }

  package init?(_ value: SQLValue) {
    guard case .bytes(let bytes) = value else { return nil }
    self = bytes
  }
}

/// Moments are stored as milliseconds since 1970.
extension Timestamp: SQLConvertible {
  package static var typeName: String { "milliseconds from 1970 to a time of the years 1 to 9999" }

  package var sqlValue: SQLValue { .integer(millisecondsSince1970) }

  package init?(_ value: SQLValue) {
    guard case .integer(let number) = value, Self.fourDigitYears.contains(number) else {
      return nil
    }
    self.init(millisecondsSince1970: number)
  }
}

/// The values of a statement's parameters: those of `?` in their order, those of `:name` by their names.
package struct SQLArguments: Sendable {
  /// The values of the parameters without names.
  package private(set) var values: [SQLValue]
  /// The values of the parameters with names.
  package private(set) var named: [String: SQLValue]

  package init(_ values: [SQLValue] = []) {
    self.values = values
    named = [:]
  }

  /// The arguments of both.
  static func + (one: SQLArguments, other: SQLArguments) -> SQLArguments {
    var sum = one
    sum += other
    return sum
  }

  static func += (arguments: inout SQLArguments, others: SQLArguments) {
    arguments.values += others.values
    arguments.named.merge(others.named) { $1 }
  }
}

extension SQLArguments: ExpressibleByArrayLiteral {
  package init(arrayLiteral values: (any SQLConvertible)?...) {
    self.init(values.map { value -> SQLValue in value?.sqlValue ?? .null })
  }
}

extension SQLArguments: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral values: (String, (any SQLConvertible)?)...) {
    self.init()
    named = Dictionary(values.map { name, value in (name, value?.sqlValue ?? .null) }) { $1 }
  }
}
