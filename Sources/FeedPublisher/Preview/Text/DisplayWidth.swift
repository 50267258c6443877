/// How many columns of a terminal a text takes.
///
/// A column holds one Latin letter; ideographs, kana and emoji take two. What Unicode calls
/// ambiguous (box drawings, ①, ℃) counts as one, as it does in terminals outside legacy locales.
package enum DisplayWidth {
  /// The columns of one character, which may be a whole emoji sequence or a letter with its marks.
  package static func of(_ character: Character) -> Int {
    if let ascii = character.asciiValue { return ascii >= 0x20 && ascii != 0x7F ? 1 : 0 }
    let scalars = character.unicodeScalars
    if let first = scalars.first, isEmoji(startingWith: first, scalars) { return 2 }
    // Nearly always one base and its marks. Where there are several bases, such as a half-width
    // kana and its voicing mark, terminals advance for each.
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// The columns of `text`.
  package static func of(_ text: String) -> Int { text.reduce(0) { $0 + of($1) } }

  /// Flags, skin tones, joined sequences, and whatever asks to be shown as an emoji.
  private static func isEmoji(
    startingWith first: Unicode.Scalar, _ scalars: Character.UnicodeScalarView
  ) -> Bool {
    if isRegionalIndicator(first) { return true }
    guard first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains { scalar in
      scalar == emojiSelector || scalar == joiner || scalar.properties.isEmojiModifier
    }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    // Most of Japanese text and all of what boxes are drawn with, without a search.
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: return 2
    case 0x2500...0x259F: return 1
    default: break
    }
    if isZeroWidth(scalar) { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  private static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    if medialJamo.contains(where: { $0.contains(scalar.value) }) { return true }
    if isHangulFiller(scalar) { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator,
      .control:
      true
    // A soft hyphen is shown, and so are the Arabic signs that enclose a number.
    case .format: scalar != "\u{AD}" && !arabicNumberSigns.contains(scalar.value)
    default: false
    }
  }

  private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"
  private static let joiner: Unicode.Scalar = "\u{200D}"
  private static let arabicNumberSigns: ClosedRange<UInt32> = 0x600...0x605
  /// Vowels and final consonants, drawn inside the syllable that an initial consonant began.
  private static let medialJamo: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FF]

  private static func isHangulFiller(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{3164}" || scalar == "\u{FFA0}"
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }
}

extension DisplayWidth {
  /// `text` if it takes no more than `width` columns, else as much of its beginning as fits with
  /// an ellipsis. Never more than `width` columns, which for a width of 0 leaves nothing.
  package static func truncate(_ text: String, to width: Int) -> String {
    guard width > 0 else { return "" }
    var used = 0
    // Where the text ends if it has to make room for an ellipsis.
    var cut = text.startIndex
    for index in text.indices {
      let next = used + of(text[index])
      guard next <= width else { return text[..<cut].trimmingTrailingSpace + "…" }
      used = next
      if used < width { cut = text.index(after: index) }
    }
    return text
  }
}

extension Substring {
  /// An ellipsis follows a word directly.
  var trimmingTrailingSpace: String {
    var end = self
    while end.last?.isWhitespace == true { end.removeLast() }
    return String(end)
  }
}

extension DisplayWidth {
  /// Whether a code point is in one of the sorted ``wideRanges``. O(log n).
  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }

  /// The code points Unicode 17.0 lists as Wide or Fullwidth (EastAsianWidth.txt).
  ///
  /// Ranges include combining marks, which are found to have no width before, and unassigned code
  /// points.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653,
    0x267F...0x267F, 0x268A...0x268F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB,
    0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705,
    0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
    0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C,
    0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE6B, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18DF2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F202, 0x1F210...0x1F23B,
    0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265, 0x1F300...0x1F320, 0x1F32D...0x1F335,
    0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
    0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
    0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D8,
    0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0,
    0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FA7C, 0x1FA80...0x1FA8A,
    0x1FA8E...0x1FAC6, 0x1FAC8...0x1FAC8, 0x1FACD...0x1FADC, 0x1FADF...0x1FAEA, 0x1FAEF...0x1FAF8,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
