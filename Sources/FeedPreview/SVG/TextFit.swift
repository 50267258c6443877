/// Fits text into boxes by an estimate of its width: nobody knows the reader's fonts.
struct TextFit {
  /// Font size, in points.
  let size: Double
  /// Room for a line, in points.
  let width: Double

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

  /// The estimated width of `text` in points.
  static func width(of text: String, size: Double) -> Double {
    text.reduce(0) { $0 + advance(of: $1) } * size
  }

  /// `text` on one line, ending in an ellipsis where it does not fit.
  func line(_ text: String) -> String {
    lines(text, limit: 1).first ?? ""
  }

  /// `text` broken into at most `limit` lines, of which the last may end in an ellipsis.
  func lines(_ text: String, limit: Int) -> [String] {
    // Not even an ellipsis and a letter.
    guard width >= size * 2 else { return [] }
    var lines: [String] = []
    var rest = text[...]
    while !rest.isEmpty, lines.count < limit {
      let end = endOfLine(rest, room: width)
      if end == rest.endIndex {
        lines.append(String(rest))
        break
      }
      if lines.count + 1 == limit {
        let cut = endOfLine(rest, room: width - size)
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
      used += Self.advance(of: text[index]) * size
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
