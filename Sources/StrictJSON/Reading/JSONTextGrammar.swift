/// Follows the text of a JSON value behind its first quotation mark: escapes, and UTF-8.
struct JSONTextGrammar {
  enum Progress {
    case continues, ends, refused
  }

  private var isEscaped = false
  /// Hexadecimal digits that must still come.
  private var digitsLeft = 0
  /// Bytes of a character that must still come, and what the next of them may be.
  private var continuationsLeft = 0
  private var continuation: ClosedRange<UInt8> = 0x80...0xBF

  mutating func consume(_ byte: UInt8) -> Progress {
    if continuationsLeft > 0 {
      guard continuation.contains(byte) else { return .refused }
      continuationsLeft -= 1
      continuation = 0x80...0xBF
      return .continues
    }
    if digitsLeft > 0 {
      digitsLeft -= 1
      return byte.isHexadecimalDigit ? .continues : .refused
    }
    if isEscaped {
      isEscaped = false
      if byte == UInt8(ascii: "u") {
        digitsLeft = 4
        return .continues
      }
      return #""\/bfnrt"#.utf8.contains(byte) ? .continues : .refused
    }
    switch byte {
    case UInt8(ascii: "\""): return .ends
    case UInt8(ascii: "\\"): isEscaped = true
    case 0..<0x20: return .refused
    case 0x20..<0x80: break
    default: return begin(byte)
    }
    return .continues
  }

  /// The first byte of a character of several (Unicode 15, table 3-7).
  private mutating func begin(_ byte: UInt8) -> Progress {
    switch byte {
    case 0xC2...0xDF: continuationsLeft = 1
    case 0xE0...0xEF: continuationsLeft = 2
    case 0xF0...0xF4: continuationsLeft = 3
    default: return .refused
    }
    switch byte {
    case 0xE0: continuation = 0xA0...0xBF
    case 0xED: continuation = 0x80...0x9F
    case 0xF0: continuation = 0x90...0xBF
    case 0xF4: continuation = 0x80...0x8F
    default: break
    }
    return .continues
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
