/// Breaks and shortens text so that it fits into lines.
struct TextFit {
  /// Room for a line.
  let width: Double
  /// What an ellipsis takes of a line.
  private let ellipsis: Double
  /// What a character takes of a line.
  private let measure: (Character) -> Double

  /// Lines of `width` points at a font size, by an estimate: nobody knows the reader's fonts.
  init(size: Double, width: Double) {
    self.width = width
    ellipsis = size
    measure = { Self.advance(of: $0) * size }
  }

  /// Lines of a terminal.
  init(columns: Int) {
    width = Double(columns)
    ellipsis = 1
    measure = { Double(DisplayWidth.of($0)) }
  }

  /// Ideographs and emoji are as wide as they are high; letters are about this much narrower.
  static let narrowAdvance = 0.56

  /// Japanese typesetting leaves these on the line of what they follow.
  private static let neverBeginsLine = Set("、。，．・：；！？）」』】〉》ーっゃゅょッャュョ!?),.:;")

  static func advance(of character: Character) -> Double {
    switch DisplayWidth.of(character) {
    case 0: 0
    case 1: narrowAdvance
    case let columns: Double(columns) / 2
    }
  }

  /// `text` on one line, ending in an ellipsis where it does not fit.
  func line(_ text: String) -> String {
    lines(text, limit: 1).first ?? ""
  }

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

  /// How far `text` reaches in `room` points.
  private func endOfLine(_ text: Substring, room: Double) -> Substring.Index {
    var used = 0.0
    for index in text.indices {
      used += measure(text[index])
      if used > room { return index }
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
