import FeedLayout

/// Breaks and shortens text so that it fits into lines.
struct TextFit {
  /// The width of a line, in points or in columns of a terminal.
  let width: Double
  /// The width of an ellipsis, in the unit of ``width``.
  private let ellipsis: Double
  /// Returns the width of a character before another one, in the unit of ``width``.
  private let measure: (Character, _ next: Character?) -> Double

  /// Lines of `width` points at a font size, by an estimate, since the reader's fonts are unknown.
  init(size: Double, isBold: Bool = false, width: Double) {
    self.width = width
    ellipsis = size
    let scale = isBold ? size * Self.boldShare : size
    measure = { character, next in
      if let width = LetterWidth.ofArabic(character, before: next) {
        return width * (isBold ? size * LetterWidth.arabicBoldShare : size)
      }
      return DisplayWidth.of(character) == 1
        ? LetterWidth.of(character) * scale : Self.advance(of: character) * size
    }
  }

  /// Lines of a terminal.
  init(columns: Int) {
    width = Double(columns)
    ellipsis = 1
    measure = { character, _ in Double(DisplayWidth.of(character)) }
  }

  /// How much wider letters are in bold; ideographs are not.
  private static let boldShare = 1.06

  /// Japanese typesetting leaves these on the line of what they follow.
  private static let neverBeginsLine = Set("、。，．・：；！？）」』】〉》ーっゃゅょッャュョ!?),.:;")

  /// Ideographs are as wide as they are high, and emoji are wider.
  private static func advance(of character: Character) -> Double {
    let isEmoji = character.unicodeScalars.first?.properties.isEmojiPresentation ?? false
    return Double(DisplayWidth.of(character)) / 2 * (isEmoji ? emojiShare : 1)
  }

  /// The width of an emoji of the usual fonts, for each point of the font's size.
  private static let emojiShare = 1.25

  /// Returns the width of the longest of `lines`, in the unit of ``width``.
  func width(of lines: [String]) -> Double {
    lines.reduce(0) { longest, line in
      max(
        longest,
        zip(line.indices, line).reduce(0) { $0 + measure($1.1, line.character(after: $1.0)) })
    }
  }

  /// `text` on one line, ending in an ellipsis where it does not fit.
  func line(_ text: String) -> String { lines(text, limit: 1).first ?? "" }

  /// `text` broken into at most `limit` lines, of which the last may end in an ellipsis.
  func lines(_ text: String, limit: Int) -> [String] {
    // Not even an ellipsis and a letter.
    guard width >= ellipsis * 2 else { return [] }
    var lines: [String] = []
    var rest = text[...]
    while !rest.isEmpty, lines.count < limit {
      let end = endOfLine(rest, room: width)
      if end == rest.endIndex {
        lines.append(String(rest))
        break
      }
      if lines.count + 1 == limit {
        let cut = endOfLine(rest, room: width - ellipsis)
        lines.append(rest[..<cut].trimmingTrailingSpace + "…")
        break
      }
      let stop = wordBreak(rest, before: end)
      guard stop > rest.startIndex else { break }
      lines.append(rest[..<stop].trimmingTrailingSpace)
      rest = rest[stop...].drop { $0 == " " }
    }
    return lines
  }

  /// Returns the end of the part of `text` that fits in `room`, in the unit of ``width``.
  private func endOfLine(_ text: Substring, room: Double) -> Substring.Index {
    var used = 0.0
    for index in text.indices {
      // A letter is wider where the line ends than before another one that it joins.
      guard used + measure(text[index], nil) <= room else { return index }
      used += measure(text[index], text.character(after: index))
    }
    return text.endIndex
  }

  /// The last place before `end` where a line may end: after a space, or anywhere next to an
  /// ideograph unless punctuation follows. A single long word is cut.
  private func wordBreak(_ text: Substring, before end: Substring.Index) -> Substring.Index {
    var stop = end
    while stop > text.startIndex {
      let before = text.index(before: stop)
      let isBetweenWords =
        text[before] == " " || DisplayWidth.of(text[before]) == 2
        || DisplayWidth.of(text[stop]) == 2
      if isBetweenWords, !Self.neverBeginsLine.contains(text[stop]) { return stop }
      stop = before
    }
    return end
  }
}

extension StringProtocol {
  /// The character that follows the one at `index`.
  fileprivate func character(after index: Index) -> Character? { self[index...].dropFirst().first }
}

extension String {
  /// The text on one line, with nothing in it that could steer a terminal, break an XML document or
  /// reorder what is drawn beside it.
  ///
  /// Titles come from anyone who may write content. Line breaks and tabs become spaces, other
  /// controls become U+FFFD, and invisible marks that change the direction of text are left out.
  var plainLine: String {
    var result = ""
    result.unicodeScalars.reserveCapacity(unicodeScalars.count)
    for scalar in unicodeScalars {
      switch scalar.value {
      case 0x09...0x0D, 0x85, 0x2028, 0x2029: result.unicodeScalars.append(" ")
      case 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: continue
      case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: result.unicodeScalars.append("\u{FFFD}")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// About how wide a letter is, for each point of the font's size: the widest of the usual sans-serif
/// fonts, so that what fits by this estimate fits.
enum LetterWidth {
  private static let narrow = Set("iIjl.,:;'|!`")
  private static let slim = Set(" ftr()[]/\\-\"*°")
  private static let round = Set("bdghnopquß")
  private static let capitals = Set("CDGHNOQU")
  private static let wide = Set("mwMW@%")
  /// Punctuation and symbols that Japanese fonts have as wide as ideographs: ※, ●, … and others.
  private static let symbols: ClosedRange<UInt32> = 0x2010...0x27BF

  static func of(_ letter: Character) -> Double {
    if narrow.contains(letter) { return 0.32 }
    if slim.contains(letter) { return 0.38 }
    if round.contains(letter) { return 0.63 }
    if capitals.contains(letter) { return 0.76 }
    if wide.contains(letter) { return 0.93 }
    if let scalar = letter.unicodeScalars.first, symbols.contains(scalar.value) { return 1 }
    return letter.isUppercase ? 0.66 : 0.57
  }
}

/// About how wide an Arabic letter is, for each point of the font's size, in the form that it has before
/// the next one: the widest of the usual fonts with Arabic, which is DejaVu Sans.
extension LetterWidth {
  /// How much wider these letters are in bold.
  static let arabicBoldShare = 1.2

  /// Letters that are not joined to the one after them.
  private static let unjoined = Set("ءآأؤإاةدذرزوى")
  /// The widths at the end of a joined group, and before another letter of it.
  private static let groups: [(letters: Set<Character>, atEnd: Double, joined: Double)] = [
    (Set("آأإا"), 0.31, 0.31), (Set("ءؤدذوةهرز"), 0.56, 0.56), (Set("عغجحخم"), 0.68, 0.66),
    (Set("لن"), 0.77, 0.34), (Set("ئىي"), 0.84, 0.31), (Set("قك"), 0.85, 0.56),
    (Set("بتث"), 0.99, 0.31), (Set("ف"), 1.05, 0.52), (Set("طظ"), 0.96, 0.83),
    (Set("صضسش"), 1.28, 0.9),
  ]
  /// The widths of letters of other languages than Arabic.
  private static let others = (atEnd: 1.05, joined: 0.66)

  /// The width of `letter` before `next`; `nil` if it is none of the Arabic script.
  static func ofArabic(_ letter: Character, before next: Character?) -> Double? {
    guard isArabicLetter(letter) else { return nil }
    let base = letter.unicodeScalars.first.map(Character.init) ?? letter
    let isJoined = !unjoined.contains(base) && next.map { isArabicLetter($0) && $0 != "ء" } ?? false
    let group = groups.first { $0.letters.contains(base) }
    return isJoined ? group?.joined ?? others.joined : group?.atEnd ?? others.atEnd
  }

  private static func isArabicLetter(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return (0x620...0x6FF).contains(scalar.value) && scalar.properties.isAlphabetic
  }
}

extension LayoutDirection {
  /// The direction in which `lines` read, which are one text: that of its first letter (rule P2 of the Unicode
  /// bidirectional algorithm, UAX #9); from left to right without letters.
  init(ofText lines: [String]) {
    let letter = lines.lazy.flatMap(\.unicodeScalars).first { $0.properties.isAlphabetic }
    let isRightToLeft = Self.rightToLeftBlocks.contains { block in
      letter.map { block.contains($0.value) } ?? false
    }
    self = isRightToLeft ? .rightToLeft : .leftToRight
  }

  /// The blocks whose letters read from right to left, from Hebrew and Arabic to their presentation forms, and those of
  /// the supplementary plane (DerivedBidiClass.txt).
  private static let rightToLeftBlocks: [ClosedRange<UInt32>] = [
    0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]
}
