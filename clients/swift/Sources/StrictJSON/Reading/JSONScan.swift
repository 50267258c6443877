/// How far a text, a number or a literal goes.
struct JSONScan {
  /// The index behind its last byte, if it ends.
  private(set) var end: Int?
  /// The index of the byte that cannot come next, if there is one.
  private(set) var wrong: Int?
  /// Whether it is a text with escapes.
  private(set) var hasEscapes = false

  /// Returns the progress of reading a token that begins at `start` and has no end.
  func progress(of start: Int) -> JSONTokenizer.Progress {
    if let wrong { .wrong(wrong) } else { .unfinished(start) }
  }

  private static func ended(_ end: Int, hasEscapes: Bool = false) -> JSONScan {
    JSONScan(end: end, wrong: nil, hasEscapes: hasEscapes)
  }

  private static func refused(_ index: Int) -> JSONScan { JSONScan(end: nil, wrong: index) }

  private static let unfinished = JSONScan(end: nil, wrong: nil)

  // MARK: - Texts

  /// The text whose first quotation mark is at `start`.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> JSONScan {
    var hasEscapes = false
    var index = start + 1
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""): return .ended(index + 1, hasEscapes: hasEscapes)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        switch escape(bytes, from: index) {
        case .ended(let end): index = end
        case .unfinished: return .unfinished
        case .wrong(let index): return .refused(index)
        }
      case 0..<0x20: return .refused(index)
      case 0x20..<0x80: index += 1
      default:
        switch character(bytes, from: index) {
        case .ended(let end): index = end
        case .unfinished: return .unfinished
        case .wrong(let index): return .refused(index)
        }
      }
    }
    return .unfinished
  }

  private static func escape(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> JSONTokenizer.Progress {
    guard start + 1 < bytes.count else { return .unfinished(start) }
    switch bytes[start + 1] {
    case UInt8(ascii: "u"):
      for index in start + 2..<start + 6 {
        guard index < bytes.count else { return .unfinished(start) }
        guard bytes[index].hexadecimalValue != nil else { return .wrong(index) }
      }
      return .ended(start + 6)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return .ended(start + 2)
    default: return .wrong(start + 1)
    }
  }

  /// A character of several bytes (Unicode 15, table 3-7).
  private static func character(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> JSONTokenizer.Progress {
    let length: Int
    switch bytes[start] {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return .wrong(start)
    }
    var allowed: ClosedRange<UInt8>
    switch bytes[start] {
    case 0xE0: allowed = 0xA0...0xBF
    case 0xED: allowed = 0x80...0x9F
    case 0xF0: allowed = 0x90...0xBF
    case 0xF4: allowed = 0x80...0x8F
    default: allowed = 0x80...0xBF
    }
    for index in start + 1..<start + length {
      guard index < bytes.count else { return .unfinished(start) }
      guard allowed.contains(bytes[index]) else { return .wrong(index) }
      allowed = 0x80...0xBF
    }
    return .ended(start + length)
  }

  // MARK: - Other scalars

  /// The text, number or literal that begins at `start`.
  static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (JSONToken.Kind, JSONScan) {
    switch bytes[start] {
    case UInt8(ascii: "\""): (.text, text(bytes, from: start))
    case UInt8(ascii: "t"): (.true, literal("true", bytes, from: start))
    case UInt8(ascii: "f"): (.false, literal("false", bytes, from: start))
    case UInt8(ascii: "n"): (.null, literal("null", bytes, from: start))
    default: (.number, number(bytes, from: start))
    }
  }

  private static func literal(
    _ word: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> JSONScan {
    for offset in 1..<word.utf8CodeUnitCount {
      guard start + offset < bytes.count else { return .unfinished }
      guard bytes[start + offset] == word.utf8Start[offset] else {
        return .refused(start + offset)
      }
    }
    return .ended(start + word.utf8CodeUnitCount)
  }

  /// No plus sign in front, no leading zero, digits on both sides of a point.
  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> JSONScan {
    var index = start
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard index < bytes.count else { return .unfinished }
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
    } else if !skipDigits(bytes, &index) {
      return .refused(index)
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard index < bytes.count else { return .unfinished }
      guard skipDigits(bytes, &index) else { return .refused(index) }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      guard index < bytes.count else { return .unfinished }
      if bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard index < bytes.count else { return .unfinished }
      guard skipDigits(bytes, &index) else { return .refused(index) }
    }
    return .ended(index)
  }

  /// Goes past digits; `false` if there is none.
  private static func skipDigits(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Bool {
    let start = index
    while index < bytes.count, bytes[index].isDigit { index += 1 }
    return index > start
  }
}

extension UInt8 {
  /// Whether JSON allows the byte between values.
  var isWhiteSpace: Bool {
    self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09
  }

  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  var hexadecimalValue: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
