/// Writes JSON as UTF-8, keys in the order they are given.
///
/// Foundation's encoder is not used for published documents: its keys come in no order or in that
/// of the alphabet, and the text of a number is part of what tanada promises.
public struct JSONWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  public init() {}

  // MARK: - Values

  public mutating func value(_ text: String) {
    separate()
    append(quoted: text)
  }

  public mutating func value(_ integer: Int) {
    separate()
    bytes.append(contentsOf: String(integer).utf8)
  }

  /// The shortest text that reads back to the same double; negative zero is written 0.
  ///
  /// - Precondition: `number` is finite. JSON has no text for anything else.
  public mutating func value(_ number: Double) {
    precondition(number.isFinite, "a published number must be finite")
    separate()
    bytes.append(contentsOf: NumberText.shortest(number).utf8)
  }

  public mutating func value(_ flag: Bool) {
    separate()
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// JSON that has been written before.
  public mutating func raw(_ json: [UInt8]) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// JSON that has been written before, with `number` between its two parts.
  public mutating func raw(
    _ beginning: ArraySlice<UInt8>, _ number: Double, _ rest: ArraySlice<UInt8>
  ) {
    separate()
    bytes.append(contentsOf: beginning)
    needsComma = false
    value(number)
    bytes.append(contentsOf: rest)
  }

  /// Further members of an object that has been written without its last brace.
  public mutating func continuingObject(_ members: (inout JSONWriter) -> Void) {
    members(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  public mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  public mutating func array<Elements: Sequence>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  public mutating func beginObject() { begin("{") }
  public mutating func endObject() { end("}") }
  public mutating func beginArray() { begin("[") }
  public mutating func endArray() { end("]") }

  // MARK: - Members of an object

  public mutating func key(_ name: String) {
    separate()
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  public mutating func member(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  public mutating func member(_ name: String, _ integer: Int) {
    key(name)
    value(integer)
  }

  public mutating func member(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }

  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  public mutating func null(_ name: String) {
    key(name)
    null()
  }

  public mutating func object(_ name: String, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  public mutating func array<Elements: Sequence>(
    _ name: String, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    array(elements, write)
  }

  // MARK: - Text

  private mutating func begin(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(ascii: bracket))
    needsComma = false
  }

  private mutating func end(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(ascii: bracket))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Escapes only what RFC 8259 requires.
  private mutating func append(quoted text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { characters in
      var start = 0
      var index = 0
      // A `for` over `enumerated()` takes six times as long in a debug build, where most tests run.
      while index < characters.count {
        let byte = characters[index]
        if Self.needsEscape(byte) {
          bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[start..<index]))
          append(escaped: byte)
          start = index + 1
        }
        index += 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: characters[start...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func append(escaped byte: UInt8) {
    switch byte {
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0..<0x20:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: "\\u00".utf8)
      if digits.count == 1 { bytes.append(UInt8(ascii: "0")) }
      bytes.append(contentsOf: digits.utf8)
    default:
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    }
  }
}

extension JSONWriter {
  /// The bytes of one JSON value.
  public static func encode(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return writer.bytes
  }
}

extension JSONWriter {
  /// A member that is null if there is no value.
  public mutating func member<Value>(
    _ name: String, optional value: Value?, _ write: (inout JSONWriter, Value) -> Void
  ) {
    key(name)
    if let value { write(&self, value) } else { null() }
  }
}

/// The text of numbers in published documents and pictures.
public enum NumberText {
  /// The shortest text that reads back to the same double: 390, 266.6666666666667, 1e-7. Negative
  /// zero is 0.
  public static func shortest(_ number: Double) -> String {
    if number == 0 { return "0" }
    // Swift's description has the fewest digits that read back (SwiftDtoa); what is left to drop
    // is its ".0", and the plus sign and zeros of its exponent.
    let text = number.description
    if text.hasSuffix(".0") { return String(text.dropLast(2)) }
    guard let mark = text.firstIndex(of: "e") else { return text }
    let exponent = Int(text[text.index(after: mark)...]) ?? 0
    let digits = text[..<mark]
    return (digits.hasSuffix(".0") ? digits.dropLast(2) : digits) + "e\(exponent)"
  }
}
