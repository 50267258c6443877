/// A JSON value as a server sent it.
///
/// Every type that is read from a document keeps the value that it was read from, so that what this version of the
/// client does not know can still be read.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number; the double nearest to what is written, to the last bit.
  case number(Double)
  /// A whole number that no double holds exactly, such as a large id. All others are ``number(_:)``.
  case integer(Int)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// The member `name` of an object; `nil` if there is none, or it is null.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[name], value != .null else {
      return nil
    }
    return value
  }

  /// The element at `index` of an array; `nil` if there is none.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text of a string.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a number.
  public var double: Double? {
    switch self {
    case .number(let number): number
    case .integer(let integer): Double(integer)
    default: nil
    }
  }

  /// The value of a whole number.
  public var int: Int? {
    switch self {
    case .number(let number): Int(exactly: number)
    case .integer(let integer): integer
    default: nil
    }
  }

  /// The value of `true` and `false`.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The elements of an array.
  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object.
  public var object: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }
}

// Not by `nil`: it would be an absent value in some places, and null in others.
extension JSONValue: ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self.init(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { $1 })
  }

  /// The whole number `value`.
  public init(_ value: Int) {
    self = if let number = Double(exactly: value) { .number(number) } else { .integer(value) }
  }
}
