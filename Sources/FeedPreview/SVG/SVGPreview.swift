package import FeedPublisher
import StrictJSON

/// Draws a document as a design sheet in SVG.
///
/// The screen stands in the middle of the sheet, one unit per point, with the origin of the drawing
/// at the screen's top left corner: the rectangle of an item has the numbers of its published frame
/// plus those of its section. What scrolls sideways is drawn beyond the screen's edge, faded. A
/// gutter on the left measures the sections.
package struct SVGPreview {
  let document: FeedDocument

  /// A drawing of `document`, which may hold any sections or none.
  package init(_ document: FeedDocument) {
    self.document = document
  }

  /// The same text for the same document, always.
  package func render() -> String {
    let sheet = Sheet(document)
    var writer = SVGWriter()
    writer.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg",
        "width": .brief(sheet.bounds.width), "height": .brief(sheet.bounds.height),
        "viewBox": .text(sheet.viewBox), "font-family": .text(SVGWriter.fontFamily),
      ]
    ) { svg in
      svg.element("title", text: "\(document.feed), \(NumberText.brief(sheet.screen.width)) pt")
      Definitions(sections: document.sections).write(to: &svg)
      Ground(sheet: sheet).write(to: &svg)
      SheetHeader(document: document, sheet: sheet).write(to: &svg)
      for section in document.sections {
        SectionDrawing(section: section).write(to: &svg)
      }
      Device(sections: document.sections, sheet: sheet).write(to: &svg)
      Gutter(sections: document.sections, sheet: sheet).write(to: &svg)
      for section in document.sections {
        Storyboard(section: section, sheet: sheet).write(to: &svg)
      }
    }
    return writer.output
  }
}
