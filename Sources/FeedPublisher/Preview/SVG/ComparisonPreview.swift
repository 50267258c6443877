package import FeedLayout
import FeedModel

/// Draws several documents side by side, each on a device of its own: the same feed at other widths.
///
/// Content that scrolls sideways ends at the edge of the screen.
package struct ComparisonPreview {
  let documents: [Screen]
  let options: SVGPreview.Options

  /// Around everything, in points.
  private static let margin = 48.0
  /// Between two devices, in points.
  private static let gap = 44.0
  /// Above the devices, in points.
  private static let headerHeight = 96.0

  /// A drawing of `documents` from left to right.
  package init(_ documents: [Screen], _ options: SVGPreview.Options = .init()) {
    self.documents = documents
    self.options = options
  }

  private var sheets: [Sheet] { documents.map { Sheet($0, colors: options.colors) } }

  /// The size of the drawing, in points.
  package var size: Size {
    let screens = sheets.map(\.screen)
    let gaps = Double(max(0, screens.count - 1)) * Self.gap
    let widths = screens.reduce(gaps) { $0 + $1.width + 2 * Sheet.bezel }
    let height = screens.map(\.height).max() ?? 0
    return Size(
      width: widths + 2 * Self.margin,
      height: height + Self.headerHeight + Sheet.forehead + Sheet.chin + 2 * Self.margin)
  }

  /// Returns the drawing: always the same text for the same documents.
  package func render() -> String {
    let size = size
    let colors = options.colors
    var writer = SVGWriter()
    writer.document(
      Rect(x: 0, y: 0, width: size.width, height: size.height), title: title
    ) { svg in
      Definitions(sections: documents.flatMap(\.sections)).write(to: &svg)
      svg.element(
        "rect",
        ["width": size.width.brief, "height": size.height.brief, "fill": colors.paper])
      svg.line(
        documents.first?.feed.plainLine ?? "", x: Self.margin, y: Self.margin + 26, size: 30,
        color: colors.ink, isBold: true)
      svg.line(
        facts, x: Self.margin, y: Self.margin + 48, size: 11, color: colors.quiet,
        isMonospaced: true)
      var x = Self.margin + Sheet.bezel
      for (index, sheet) in sheets.enumerated() {
        let y = Self.margin + Self.headerHeight + Sheet.forehead - sheet.screen.y
        svg.element(
          "g",
          [
            "data-width": sheet.screen.width.brief,
            "transform": "translate(\(x.brief) \(y.brief))",
          ]
        ) { write(index, on: sheet, to: &$0) }
        x += sheet.screen.width + 2 * Sheet.bezel + Self.gap
      }
    }
    return writer.output
  }

  private var title: String {
    let widths = documents.map { $0.viewport.width.brief }
    return "\(documents.first?.feed ?? ""), \(widths.joined(separator: ", ")) pt"
  }

  private var facts: String {
    documents.first.map { document in
      "revision \(document.revision) · \(document.generatedAt.rfc3339)"
        + document.traits.drawnText
    } ?? ""
  }

  /// One device in its own coordinates.
  private func write(_ index: Int, on sheet: Sheet, to writer: inout SVGWriter) {
    let screen = sheet.screen
    let scope = "\(index + 1)-"
    sheet.writeScreen(to: &writer)
    writer.element("clipPath", ["id": "\(scope)screen"]) { clip in
      clip.element("rect", .brief(screen))
    }
    writer.element("g", ["clip-path": "url(#\(scope)screen)"]) { group in
      let drawings = sheet.document.sections.map {
        SectionDrawing(section: $0, options: options, scope: scope)
      }
      for drawing in drawings { drawing.write(to: &group) }
      if options.explains {
        for drawing in drawings { drawing.writeExplanation(to: &group) }
      }
    }
    sheet.writeFrame(to: &writer)
    writer.line(
      "\(screen.width.brief) × \(sheet.sectionsHeight.brief) pt", x: screen.midX,
      y: screen.y - Sheet.forehead - 12, size: 12, color: sheet.colors.ink, isBold: true,
      isMonospaced: true, anchor: "middle")
  }
}
