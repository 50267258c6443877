extension SVGWriter {
  /// How a line of text looks.
  struct TextStyle {
    /// Points.
    var size: Double
    var color: String
    var isBold = false
    var isMonospaced = false
    /// `start`, `middle` or `end` of the line is at its x.
    var anchor = "start"
  }

  /// Reads well for Japanese on Apple, Linux and Windows machines.
  static let fontFamily =
    "Hiragino Sans,Noto Sans CJK JP,Noto Sans JP,Yu Gothic,sans-serif"
  /// For numbers and identifiers.
  static let monospacedFamily =
    "ui-monospace,Menlo,DejaVu Sans Mono,monospace"

  /// One line with its baseline at y.
  mutating func line(_ text: String, x: Double, y: Double, _ style: TextStyle) {
    guard !text.isEmpty else { return }
    var attributes: SVGAttributes = [
      "x": .brief(x), "y": .brief(y), "font-size": .brief(style.size),
      "fill": .text(style.color),
    ]
    if style.isBold { attributes = attributes + ["font-weight": "700"] }
    if style.anchor != "start" { attributes = attributes + ["text-anchor": .text(style.anchor)] }
    if style.isMonospaced {
      attributes = attributes + ["font-family": .text(Self.monospacedFamily)]
    }
    element("text", attributes, text: text)
  }

  /// Lines of text from a first baseline down.
  mutating func lines(
    _ lines: [String], x: Double, y: Double, lineHeight: Double, _ style: TextStyle
  ) {
    for (index, text) in lines.enumerated() {
      line(text, x: x, y: y + Double(index) * lineHeight, style)
    }
  }
}
