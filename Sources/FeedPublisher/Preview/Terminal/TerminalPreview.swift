import FeedLayout
import FeedModel

/// Draws a document as text: every section to scale, as wide as the terminal.
///
/// One row stands for twice as many points as one column, since a character is about twice as high
/// as it is wide.
package struct TerminalPreview {
  /// Whether the text may carry colours.
  package enum Style: Hashable, Sendable {
    /// Characters and line feeds only: for pipes and files.
    case plain
    /// With the sixteen colours of a terminal (SGR sequences and nothing else).
    case color
  }

  /// Narrower than this nothing can be read, wider than this no terminal is.
  package static let supportedColumns = 20...500

  let document: Screen
  let columns: Int
  let style: Style

  /// A drawing of `document` that is at most `columns` wide, brought into ``supportedColumns``.
  package init(_ document: Screen, columns: Int, style: Style) {
    self.document = document
    self.columns = min(
      max(columns, Self.supportedColumns.lowerBound), Self.supportedColumns.upperBound)
    self.style = style
  }

  /// Returns the drawing: always the same text for the same document. Every line ends with a line
  /// feed.
  package func render() -> String {
    guard !document.sections.isEmpty else { return "No sections\n" }
    return document.sections.map { render($0) }.joined(separator: "\n")
  }

  private func render(_ section: Screen.Section) -> String {
    let picture = SectionPicture(section: section, columns: columns)
    let canvas = picture.canvas()
    var lines = picture.heading(style: style)
    for row in 0..<canvas.height {
      lines.append(canvas.line(row, style: style, color: section.kind.terminalColor))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension ContentKind {
  /// The colour of its sections in the terminal's own palette, as a Select Graphic Rendition
  /// parameter.
  fileprivate var terminalColor: Int {
    switch name {
    case "campaign_banners": 33
    case "recent_news": 34
    case "featured_topics": 31
    case "trend_articles": 36
    case "pickup_photos": 32
    case "favorite_scenes": 35
    // The six colours beside black and white.
    default: 31 + colorNumber % 6
    }
  }
}

/// A section on a canvas, and the heading above it.
private struct SectionPicture {
  let section: Screen.Section
  let columns: Int

  private static let separator = " · "
  /// The most rows that are drawn; items below them are counted in the heading.
  private static let maximumRows = 5_000

  private var pointsPerColumn: Double { section.layout.viewport.width / Double(columns) }
  private var pointsPerRow: Double { CellBox.pointsPerRow(pointsPerColumn) }

  func canvas() -> CellCanvas {
    let height = section.layoutFrame.height
    let rows = CellBox.cell(height / pointsPerRow)
    var canvas = CellCanvas(
      width: columns, height: height > 0 ? min(max(rows, 1), Self.maximumRows) : 0)
    for painted in section.paintedItems where painted.opacity > 0 {
      ItemBox(painted, in: section, pointsPerColumn: pointsPerColumn).paint(on: &canvas)
    }
    return canvas
  }

  /// The heading, broken into as many lines as necessary.
  func heading(style: TerminalPreview.Style) -> [String] {
    let title = DisplayWidth.truncate(section.title.plainLine, to: columns)
    var lines: [(title: String, facts: String)] = [(title, "")]
    for fact in facts {
      let fact = DisplayWidth.truncate(fact, to: columns)
      let last = lines[lines.count - 1]
      let gap = last.facts.isEmpty ? (last.title.isEmpty ? "" : "  ") : Self.separator
      let line = last.facts + gap + fact
      if DisplayWidth.of(last.title) + DisplayWidth.of(line) <= columns {
        lines[lines.count - 1].facts = line
      } else {
        lines.append(("", fact))
      }
    }
    let color = section.kind.terminalColor
    return lines.map { line in
      guard style == .color else { return line.title + line.facts }
      return line.title.sgr("1;\(color)") + line.facts.sgr(Ink.detail.parameters(color))
    }
  }

  private var facts: [String] {
    let frames = section.layout.frames
    let count = section.items.count == 1 ? "1 item" : "\(section.items.count) items"
    let size = "\(section.frame.width.brief) × \(section.frame.height.brief) pt"
    // The items that begin right of the viewport, and those below the last row.
    let beyondRight = frames.count { $0.x >= section.layout.viewport.width }
    let bottom = Double(Self.maximumRows) * pointsPerRow
    let below = frames.count { $0.y >= bottom }
    return [section.id.plainLine, section.layout.name, count, size]
      + (beyondRight > 0 ? ["→ \(beyondRight) more"] : [])
      + (below > 0 ? ["↓ \(below) more"] : [])
  }
}
