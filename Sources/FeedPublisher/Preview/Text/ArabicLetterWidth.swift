/// About how wide an Arabic letter is, for each point of the font's size, in the form that it has before the next one:
/// the widest of the usual fonts with Arabic, which is DejaVu Sans.
enum ArabicLetterWidth {
  /// How much wider these letters are in bold.
  static let boldShare = 1.2

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
  static func of(_ letter: Character, before next: Character?) -> Double? {
    guard isLetter(letter) else { return nil }
    let base = letter.unicodeScalars.first.map(Character.init) ?? letter
    let isJoined = !unjoined.contains(base) && next.map { isLetter($0) && $0 != "ء" } ?? false
    let group = groups.first { $0.letters.contains(base) }
    return isJoined ? group?.joined ?? others.joined : group?.atEnd ?? others.atEnd
  }

  private static func isLetter(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return (0x620...0x6FF).contains(scalar.value) && scalar.properties.isAlphabetic
  }
}
