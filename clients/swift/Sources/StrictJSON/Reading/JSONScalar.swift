/// The values of texts and numbers, from the bytes they are written with.
enum JSONScalar {
  // MARK: - Texts

  /// The text between quotation marks that is written `bytes`; `nil` if it has half of a surrogate
  /// pair.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        plain.append(bytes[index])
        index += 1
        continue
      }
      index += 2
      switch bytes[index - 1] {
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(bytes, &index) else { return nil }
        plain.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      case let byte: plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// The character whose first four digits begin at `index`, which then is behind it.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int
  ) -> Unicode.Scalar? {
    let unit = codeUnit(bytes, index)
    index += 4
    guard UTF16.isLeadSurrogate(UInt16(unit)) else { return Unicode.Scalar(unit) }
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    let trail = codeUnit(bytes, index + 2)
    guard UTF16.isTrailSurrogate(UInt16(trail)) else { return nil }
    index += 6
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (trail - 0xDC00))
  }

  private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt32 {
    bytes[start..<start + 4].reduce(0) { $0 << 4 | ($1.hexadecimalValue ?? 0) }
  }

  // MARK: - Numbers

  /// The whole number that is written `bytes`, with a point or an exponent or without; `nil` if it
  /// has a fraction, however small, or is too large.
  static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    plainInteger(bytes) ?? exactInteger(bytes)
  }

  private static func plainInteger(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    var value = 0
    for byte in bytes[(isNegative ? 1 : 0)...] {
      guard byte.isDigit else { return nil }
      let digit = Int(byte - UInt8(ascii: "0"))
      let (shifted, overflows) = value.multipliedReportingOverflow(by: 10)
      let (next, overflowsNow) =
        isNegative
        ? shifted.subtractingReportingOverflow(digit) : shifted.addingReportingOverflow(digit)
      if overflows || overflowsNow { return nil }
      value = next
    }
    return value
  }

  /// The digits decide, and not the nearest double: 1e-400 and 1.0000000000000000001 are not whole.
  private static func exactInteger(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var digits: [UInt8] = []
    var exponent = 0
    var isFraction = false
    for (index, byte) in bytes.enumerated() {
      if byte.isDigit {
        digits.append(byte)
        if isFraction { exponent -= 1 }
      } else if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        exponent += self.exponent(bytes[(index + 1)...])
        break
      }
    }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    guard !digits.isEmpty else { return 0 }
    // Below 0 there is a fraction, and no larger one fits into a whole number.
    guard (0..<19).contains(exponent) else { return nil }
    digits.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: exponent))
    if bytes.first == UInt8(ascii: "-") { digits.insert(UInt8(ascii: "-"), at: 0) }
    return digits.withUnsafeBufferPointer(plainInteger)
  }

  /// The exponent that is written `digits`; one far from all others where it is too large.
  private static func exponent(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let farthest = 1 << 48
    let written = Int(String(decoding: digits, as: UTF8.self))
    return max(
      -farthest,
      min(farthest, written ?? (digits.first == UInt8(ascii: "-") ? -farthest : farthest)))
  }

  /// The number that is written `bytes`; `nil` if it is too large, or too small to be told from 0.
  static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    if bytes.count < 16, let integer = plainInteger(bytes), integer != 0 {
      return Double(integer)
    }
    guard let number = rounded(bytes), number.isFinite else { return nil }
    if number == 0 {
      let digits = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      guard !digits.contains(where: { $0 > UInt8(ascii: "0") }) else { return nil }
    }
    return number
  }

  /// Whether the number that is written `bytes` is larger than all of ``SafeInteger``, or smaller.
  static func isBeyondSafeIntegers(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    rounded(bytes).map { abs($0) > Double(SafeInteger.largest) } ?? false
  }

  /// Why there is no number: what is written `bytes` is too large, or too small.
  static func misfit(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    rounded(bytes) == 0 ? "a number too small to be told from 0" : "a number that is too large"
  }

  private static func rounded(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    Double(String(decoding: bytes, as: UTF8.self))
  }
}

extension String {
  /// The text as one token of a JSON Pointer; the beginning of a long one, which no name of ours is.
  public var escapedForPointer: String {
    let name = shortened(to: ProblemTexts.maximumNameLength)
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return name
    }
    var escaped = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
