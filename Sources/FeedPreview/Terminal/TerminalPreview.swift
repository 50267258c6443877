package import FeedPublisher

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

  let document: FeedDocument
  let columns: Int
  let style: Style

  /// A drawing of `document` that is at most `columns` wide, brought into ``supportedColumns``.
  package init(_ document: FeedDocument, columns: Int, style: Style) {
    self.document = document
    self.columns = min(
      max(columns, Self.supportedColumns.lowerBound), Self.supportedColumns.upperBound)
    self.style = style
  }

  /// The same text for the same document, always. Every line ends with a line feed.
  package func render() -> String {
    guard !document.sections.isEmpty else { return "No sections\n" }
    return document.sections.map { render($0) }.joined(separator: "\n")
  }

  private func render(_ section: FeedSection) -> String {
    let picture = SectionPicture(section: section, columns: columns)
    let canvas = picture.canvas()
    var lines = SectionHeading(section: section, picture: picture).lines(style: style)
    for row in 0..<canvas.height {
      lines.append(canvas.line(row, style: style, paint: Paint.of(section.kind)))
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
