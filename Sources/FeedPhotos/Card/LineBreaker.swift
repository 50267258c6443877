/// Breaks a text into lines of at most a width.
///
/// A line ends at a space, or beside a character of Chinese or Japanese, except before closing
/// punctuation and small kana. A word that is wider than a line is broken anywhere. The lines are about as long as each
/// other.
struct LineBreaker<Failure: Error> {
  let width: Int
  /// The width of a text in one line.
  let measure: (String) throws(Failure) -> Int

  /// At least one line; a line is wider only if it is a single character that is.
  func lines(of text: String) throws(Failure) -> [String] {
    let pieces = try pieces(of: text)
    let lines = try lines(of: pieces, width: width)
    guard lines.count > 1 else { return lines }
    // The last line may be much shorter. An equal share and a little more often suffices for all.
    let share = try measure(text) / lines.count
    let balanced = try self.lines(of: pieces, width: min(width, share + share / 8))
    return balanced.count == lines.count ? balanced : lines
  }

  /// Breaks greedily: each line takes as many pieces as fit.
  private func lines(of pieces: [Piece], width: Int) throws(Failure) -> [String] {
    var lines: [String] = []
    var line = ""
    for piece in pieces {
      let longer = line + piece.space + piece.text
      if line.isEmpty {
        line = piece.text
      } else if try measure(longer) <= width {
        line = longer
      } else {
        lines.append(line)
        line = piece.text
      }
    }
    return lines + [line]
  }
}

// MARK: - Pieces

extension LineBreaker {
  /// A piece of text between two possible line breaks: a word, or an ideographic character with adjacent
  /// punctuation. Before it is the white space between it and the previous piece, if that is on the same line.
  private typealias Piece = (space: String, text: String)

  private func pieces(of text: String) throws(Failure) -> [Piece] {
    // 1. Words and characters.
    var pieces: [Piece] = []
    var piece: Piece = ("", "")
    for character in text {
      if character.isWhitespace {
        if !piece.text.isEmpty {
          pieces.append(piece)
          piece = ("", "")
        }
        piece.space.append(character)
      } else {
        if let last = piece.text.last, Self.canBreak(between: last, and: character) {
          pieces.append(piece)
          piece = ("", "")
        }
        piece.text.append(character)
      }
    }
    if !piece.text.isEmpty { pieces.append(piece) }
    // 2. Words that fit on no line, taken apart.
    var fitting: [Piece] = []
    for piece in pieces {
      if try measure(piece.text) <= width {
        fitting.append(piece)
      } else {
        fitting += piece.text.enumerated().map { index, character in
          (index == 0 ? piece.space : "", String(character))
        }
      }
    }
    return fitting
  }

  /// Whether a line may end between two characters that no space is between.
  private static func canBreak(between first: Character, and second: Character) -> Bool {
    (first.isIdeographic || second.isIdeographic) && !closing.contains(second)
      && !opening.contains(first)
  }

  /// Characters that begin no line.
  private static var closing: String {
    "、。，．・：；！？）］｝」』】〉》〕ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ)]},.!?"
  }
  /// Characters that end no line.
  private static var opening: String { "（［｛「『【〈《〔([{" }
}

extension Character {
  /// Whether it is of a script that is written without spaces: kana, Han and full-width forms.
  fileprivate var isIdeographic: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}
