import FeedLayout
import FeedModel
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

/// The items of one section, from the back to the front.
struct SectionDrawing {
  let section: FeedSection

  func write(to writer: inout SVGWriter) {
    writer.element(
      "g",
      [
        "id": .text(section.id), "data-section": .text(section.id),
        "data-layout": .text(section.layout.type.rawValue),
      ]
    ) { group in
      for painted in section.paintedItems { write(painted, to: &group) }
    }
  }

  /// The item's published frame is the first rectangle of its group.
  private func write(_ painted: PaintedItem, to writer: inout SVGWriter) {
    let frame = painted.frame.offset(x: section.frame.x, y: section.frame.y)
    let box = painted.box.offset(x: section.frame.x, y: section.frame.y)
    let cell = CellDrawing(
      kind: section.kind, layout: section.layout, item: painted.item, index: painted.index,
      cell: frame, isLegible: painted.opacity >= 0.5)
    var attributes: SVGAttributes = [
      "id": .text("\(section.id)-\(painted.id)"), "data-id": .text("\(painted.id)"),
      "data-index": .text("\(painted.index)"),
    ]
    // A pile's frames are where its cards would be without their transform.
    let isMoved = box != frame
    if !isMoved, painted.opacity < 1 {
      attributes = attributes + ["opacity": .brief(painted.opacity)]
    }
    writer.element("g", attributes) { group in
      group.element("title", text: "#\(painted.id) \(painted.item.content.headline.plainLine)")
      guard isMoved || painted.opacity == 0 else { return cell.write(to: &group) }
      group.element("rect", .exact(frame) + ["rx": "10", "fill": "none"])
      guard painted.opacity > 0, frame.width > 0 else { return }
      var moved: SVGAttributes = ["transform": .text(Self.transform(from: frame, to: box))]
      if painted.opacity < 1 { moved = moved + ["opacity": .brief(painted.opacity)] }
      group.element("g", moved) { cell.write(to: &$0) }
    }
  }

  private static func transform(from frame: Rect, to box: Rect) -> String {
    let scale = box.width / frame.width
    let x = NumberText.brief(box.x - scale * frame.x)
    let y = NumberText.brief(box.y - scale * frame.y)
    return "translate(\(x) \(y)) scale(\(NumberText.shortest(scale)))"
  }
}
