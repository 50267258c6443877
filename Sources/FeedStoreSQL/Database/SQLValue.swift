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
}

/// A type whose values databases store.
package protocol SQLConvertible {
  var sqlValue: SQLValue { get }

  /// The value that `value` stands for; `nil` for a value of another type.
  init?(_ value: SQLValue)
}

extension SQLValue: SQLConvertible {
  package var sqlValue: SQLValue { self }

  package init?(_ value: SQLValue) { self = value }
}

extension Int: SQLConvertible {
  package var sqlValue: SQLValue { .integer(self) }

  package init?(_ value: SQLValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Double: SQLConvertible {
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
  package var sqlValue: SQLValue { .text(self) }

  package init?(_ value: SQLValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Bool: SQLConvertible {
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
  package var sqlValue: SQLValue { .bytes(self) }

  package init?(_ value: SQLValue) {
    guard case .bytes(let bytes) = value else { return nil }
    self = bytes
  }
}
