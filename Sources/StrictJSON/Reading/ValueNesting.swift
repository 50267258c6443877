/// Follows one JSON value byte by byte to know where it ends.
struct ValueNesting {
  enum Progress {
    case continues
    /// The byte is the value's last.
    case endsHere
    /// The value ended before the byte: only then is a number known to be over.
    case endedBefore
  }

  private var depth = 0
  private var isText = false
  private var isEscaped = false
  private var isScalar = false

  mutating func consume(_ byte: UInt8) -> Progress {
    if isText {
      if !consumeInText(byte) { isText = false }
      return isText || depth > 0 ? .continues : .endsHere
    }
    if isScalar, depth == 0 {
      guard !byte.isWhiteSpace, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]"),
        byte != UInt8(ascii: "}")
      else { return .endedBefore }
      return .continues
    }
    switch byte {
    case UInt8(ascii: "\""):
      isText = true
      return .continues
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      return .continues
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth > 0 ? .continues : .endsHere
    default:
      isScalar = depth == 0
      return .continues
    }
  }

  /// Whether the text goes on after `byte`, which is inside quotation marks.
  mutating func consumeInText(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      return false
    }
    return true
  }
}

extension UInt8 {
  /// What JSON allows between values.
  var isWhiteSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }
}
