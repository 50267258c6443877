public import Foundation

/// The reason why a text is no JSON.
public struct JSONReadingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place in the text, in bytes.
  public let offset: Int
  /// The description of what should have been there.
  public let expected: String

  public var description: String { "byte \(offset): expected \(expected)" }
}

extension JSONValue {
  /// The value that `data` has as its text, in UTF-8.
  ///
  /// Foundation is not asked: before iOS 17 it reads some numbers into a double that is not the nearest one.
  public init(data: Data) throws(JSONReadingError) {
    var reader = JSONReader(bytes: [UInt8](data))
    self = try reader.document()
  }
}

/// Reads a JSON text (RFC 8259).
private struct JSONReader {
  /// How deep arrays and objects may be nested: more than any document is, and less than the stack of a thread holds.
  private static let deepest = 200

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark is no part of the text.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  mutating func document() throws(JSONReadingError) -> JSONValue {
    let value = try value()
    guard next() == nil else { throw error("the end") }
    return value
  }

  private func error(_ expected: String) -> JSONReadingError {
    JSONReadingError(offset: place, expected: expected)
  }

  /// The next byte that is no white space, without reading it; `nil` at the end.
  private mutating func next() -> UInt8? {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return bytes[place]
      }
    }
    return nil
  }

  private mutating func value() throws(JSONReadingError) -> JSONValue {
    switch next() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte):
      return try number()
    default: throw error("a value")
    }
  }

  private mutating func word(
    _ word: String, _ value: JSONValue
  ) throws(JSONReadingError) -> JSONValue {
    guard bytes[place...].starts(with: word.utf8) else { throw error(word) }
    place += word.utf8.count
    return value
  }

  private mutating func object() throws(JSONReadingError) -> JSONValue {
    try enter()
    var members: [String: JSONValue] = [:]
    if next() == UInt8(ascii: "}") {
      leave()
      return .object(members)
    }
    while true {
      guard next() == UInt8(ascii: "\"") else { throw error("a name") }
      let name = try string()
      guard next() == UInt8(ascii: ":") else { throw error(":") }
      place += 1
      members[name] = try value()
      if try isAtEnd(UInt8(ascii: "}")) { return .object(members) }
    }
  }

  private mutating func array() throws(JSONReadingError) -> JSONValue {
    try enter()
    var elements: [JSONValue] = []
    if next() == UInt8(ascii: "]") {
      leave()
      return .array(elements)
    }
    while true {
      elements.append(try value())
      if try isAtEnd(UInt8(ascii: "]")) { return .array(elements) }
    }
  }

  private mutating func enter() throws(JSONReadingError) {
    guard depth < Self.deepest else { throw error("at most \(Self.deepest) nested values") }
    depth += 1
    place += 1
  }

  private mutating func leave() {
    depth -= 1
    place += 1
  }

  /// Reads a comma, or the end of an array or object.
  private mutating func isAtEnd(_ end: UInt8) throws(JSONReadingError) -> Bool {
    switch next() {
    case UInt8(ascii: ","):
      place += 1
      return false
    case end:
      leave()
      return true
    default:
      throw error(", or \(Character(Unicode.Scalar(end)))")
    }
  }
}

extension JSONReader {
  private mutating func number() throws(JSONReadingError) -> JSONValue {
    // 1. The grammar of JSON, which knows no `01`, `1.` and `+1`.
    let start = place
    var isWhole = true
    if bytes[place] == UInt8(ascii: "-") { place += 1 }
    if place < bytes.count, bytes[place] == UInt8(ascii: "0") {
      place += 1
    } else {
      try digits()
    }
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      isWhole = false
      place += 1
      try digits()
    }
    if place < bytes.count, bytes[place] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      place += 1
      if place < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[place]) {
        place += 1
      }
      try digits()
    }
    // 2. The value: a double, unless only an integer holds it.
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    if isWhole, let integer = Int(text), Double(exactly: integer) == nil {
      return .integer(integer)
    }
    guard let number = Double(text), number.isFinite else {
      place = start
      throw error("a number that a double can hold")
    }
    return .number(number)
  }

  private mutating func digits() throws(JSONReadingError) {
    let start = place
    while place < bytes.count, Self.digits.contains(bytes[place]) { place += 1 }
    guard place > start else { throw error("a digit") }
  }

  private mutating func string() throws(JSONReadingError) -> String {
    place += 1
    var text: [UInt8] = []
    var start = place
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        text.append(contentsOf: bytes[start..<place])
        place += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text.append(contentsOf: bytes[start..<place])
        place += 1
        text.append(contentsOf: String(try escaped()).utf8)
        start = place
      case ..<0x20:
        throw error("no control characters in a string")
      default:
        place += 1
      }
    }
    throw error("the end of a string")
  }

  private mutating func escaped() throws(JSONReadingError) -> Unicode.Scalar {
    guard place < bytes.count else { throw error("an escape") }
    let letter = bytes[place]
    place += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode()
    default:
      place -= 1
      throw error("an escape")
    }
  }

  /// Reads four hexadecimal digits, and the other half of a surrogate pair.
  private mutating func unicode() throws(JSONReadingError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A half without the other stands for a character that is no text.
    guard unit < 0xDC00, bytes[place...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    let before = place
    place += 2
    let low = try hexadecimal()
    guard (0xDC00..<0xE000).contains(low) else {
      place = before
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(JSONReadingError) -> UInt32 {
    guard bytes.count - place >= 4,
      let unit = UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16),
      bytes[place] != UInt8(ascii: "+"), bytes[place] != UInt8(ascii: "-")
    else { throw error("four hexadecimal digits") }
    place += 4
    return unit
  }
}
