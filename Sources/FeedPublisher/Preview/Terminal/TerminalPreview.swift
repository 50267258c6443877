import FeedLayout
import StrictJSON

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
    var lines = SectionHeading(section: section, picture: picture).lines(style: style)
    for row in 0..<canvas.height {
      lines.append(canvas.line(row, style: style, paint: Paint.of(section.kind)))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

/// The heading above a section's picture, broken into as many lines as necessary.
struct SectionHeading {
  let section: Screen.Section
  let picture: SectionPicture

  private static let separator = " · "

  func lines(style: TerminalPreview.Style) -> [String] {
    let columns = picture.columns
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
    return lines.map { line in
      guard style == .color else { return line.title + line.facts }
      return SGR.wrap(line.title, "1;\(Paint.of(section.kind).code)")
        + SGR.wrap(line.facts, Ink.detail.parameters(Paint.of(section.kind)))
    }
  }

  private var facts: [String] {
    let size =
      "\(NumberText.brief(section.frame.width)) × \(NumberText.brief(section.frame.height)) pt"
    let count = section.items.count == 1 ? "1 item" : "\(section.items.count) items"
    var facts = [section.id.plainLine, section.layout.name, count, size]
    if picture.countBeyondRight > 0 { facts.append("→ \(picture.countBeyondRight) more") }
    if picture.countBelow > 0 { facts.append("↓ \(picture.countBelow) more") }
    return facts
  }
}

/// A section on a canvas.
struct SectionPicture {
  let section: Screen.Section
  let columns: Int

  /// The most rows that are drawn; items below them are counted in the heading.
  static let maximumRows = 5_000

  var scale: CellScale {
    CellScale(pointsPerColumn: section.layout.viewport.width / Double(columns))
  }

  var rows: Int {
    let height = section.layoutFrame.height
    guard height > 0 else { return 0 }
    let rows = CellScale.cell(height / scale.pointsPerRow)
    return min(max(rows, 1), Self.maximumRows)
  }

  /// How many items begin right of the viewport.
  var countBeyondRight: Int {
    section.layout.frames.count { $0.x >= section.layout.viewport.width }
  }

  /// How many items begin below the last row.
  var countBelow: Int {
    let bottom = Double(Self.maximumRows) * scale.pointsPerRow
    return section.layout.frames.count { $0.y >= bottom }
  }

  func canvas() -> CellCanvas {
    var canvas = CellCanvas(width: columns, height: rows)
    for painted in section.paintedItems where painted.opacity > 0 {
      ItemBox(painted, in: section, scale: scale).paint(on: &canvas)
    }
    return canvas
  }
}
