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
  package static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

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
    return wideRanges.contains(scalar.value) ? 2 : 1
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
