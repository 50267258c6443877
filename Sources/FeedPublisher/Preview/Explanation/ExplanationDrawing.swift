import FeedLayout
import StrictJSON

/// Notes over the items of a section that say why they are where they are.
struct ExplanationDrawing {
  let section: Screen.Section

  private static let largestFont = 11.0
  private static let smallestFont = 6.0
  private static let background = "#17151c"
  private static let text = "#ffffff"
  /// The colour of the first line.
  private static let accent = "#ffd166"
  /// The width of a monospaced letter, for each point of the size.
  private static let letterWidth = 0.61
  private static let lineShare = 1.4
  private static let margin = 4.0

  func write(to writer: inout SVGWriter) {
    let origin = section.layoutFrame
    writer.element("g", ["data-explanation": .text(section.id)]) { group in
      for note in section.explanationNotes {
        write(note, on: note.place.offset(x: origin.x, y: origin.y), to: &group)
      }
    }
  }

  /// Writes `note` as large as it can be in `place`, at its top left or at its bottom.
  private func write(_ note: ExplanationNote, on place: Rect, to writer: inout SVGWriter) {
    let longest = note.lines.map { DisplayWidth.of($0) }.max() ?? 0
    guard longest > 0 else { return }
    let room = place.width - 4 * Self.margin
    let size = min(Self.largestFont, room / (Double(longest) * Self.letterWidth))
    guard size >= Self.smallestFont else { return }
    let width = Double(longest) * size * Self.letterWidth + 2 * Self.margin
    let height = Double(note.lines.count) * size * Self.lineShare + Self.margin
    let box = Rect(
      x: Self.left(of: width, at: note.corner, in: place),
      y: note.corner == .topLeft ? place.y + Self.margin : place.maxY - height - Self.margin,
      width: width, height: height)
    writer.element(
      "rect",
      .brief(box)
        + ["rx": "5", "fill": .text(Self.background), "fill-opacity": "0.86"])
    for (index, line) in note.lines.enumerated() {
      writer.line(
        line, x: box.x + Self.margin, y: box.y + size * (1.2 + Double(index) * Self.lineShare),
        .init(
          size: size, color: index == 0 ? Self.accent : Self.text, isBold: index == 0,
          isMonospaced: true))
    }
  }

  private static func left(
    of width: Double, at corner: ExplanationNote.Corner, in place: Rect
  ) -> Double {
    switch corner {
    case .topLeft, .bottomLeft: place.x + margin
    case .bottom: place.midX - width / 2
    case .bottomRight: place.maxX - width - margin
    }
  }
}
