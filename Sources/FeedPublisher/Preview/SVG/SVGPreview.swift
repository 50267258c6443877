package import FeedLayout
package import FeedModel

/// Draws a document as a design sheet in SVG.
///
/// The screen stands in the middle of the sheet, one unit per point, with the origin of the drawing
/// at the screen's top left corner: the rectangle of an item has the numbers of its published frame
/// plus those of its section's layout, and the slots inside have those of its cell. What scrolls
/// sideways is drawn beyond the screen's edge, faded. A gutter on the left measures the sections.
package struct SVGPreview {
  /// The options of a drawing.
  package struct Options: Sendable {
    /// Whether the colours are those of dark surroundings.
    package var isDark = false
    /// Whether every item says why it is where it is.
    package var explains = false
    /// The pictures of the store as addresses, such as `data:` ones; the others have a stand-in.
    package var pictures: [Rendition: String] = [:]

    package init() {}

    var colors: SheetColors { isDark ? .dark : .light }
  }

  let document: Screen
  let options: Options

  /// A drawing of `document`, which may hold any sections or none.
  package init(_ document: Screen, _ options: Options = Options()) {
    self.document = document
    self.options = options
  }

  /// The pictures of the store that a drawing of `document` can show, each once.
  package static func renditions(of document: Screen) -> Set<Rendition> {
    Set(document.sections.flatMap { $0.renditions.compactMap(\.self) })
  }

  /// The size of the drawing, in points.
  package var size: Size {
    let bounds = Sheet(document, colors: options.colors).bounds
    return Size(width: bounds.width, height: bounds.height)
  }

  /// Returns the drawing: always the same text for the same document.
  package func render() -> String {
    let sheet = Sheet(document, colors: options.colors)
    var writer = SVGWriter()
    writer.document(
      sheet.bounds, title: "\(document.feed), \(sheet.screen.width.brief) pt"
    ) { svg in
      Definitions(sections: document.sections).write(to: &svg)
      svg.element("rect", .brief(sheet.bounds) + ["fill": sheet.colors.paper])
      sheet.writeScreen(to: &svg)
      sheet.writeHeader(to: &svg)
      let drawings = document.sections.map { SectionDrawing(section: $0, options: options) }
      for drawing in drawings { drawing.write(to: &svg) }
      sheet.writeDevice(to: &svg)
      sheet.writeGutter(to: &svg)
      for section in document.sections { sheet.writeStoryboard(of: section, to: &svg) }
      if options.explains {
        for drawing in drawings { drawing.writeExplanation(to: &svg) }
      }
    }
    return writer.output
  }
}
