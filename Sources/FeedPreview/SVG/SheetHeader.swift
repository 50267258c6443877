import FeedLayout
import FeedModel
import FeedPublisher
import StrictJSON

/// The title block, and the width of the screen above the device.
struct SheetHeader {
  let document: FeedDocument
  let sheet: Sheet

  func write(to writer: inout SVGWriter) {
    writer.element("g", ["id": "header"]) { header in
      titleBlock(to: &header)
      width(to: &header)
    }
  }

  private func titleBlock(to writer: inout SVGWriter) {
    let x = sheet.bounds.x + Sheet.margin
    let y = sheet.bounds.y + Sheet.margin
    let room = -Sheet.bezel - 20 - x
    writer.line(
      TextFit(size: 30, width: room).line(document.feed.plainLine), x: x, y: y + 18,
      .init(size: 30, color: Palette.Common.ink, isBold: true))
    let facts = [
      "\(NumberText.brief(sheet.screen.width)) × \(NumberText.brief(sheet.sectionsHeight)) pt",
      "revision \(document.revision)",
      document.generatedAt.rfc3339,
    ]
    writer.lines(
      facts, x: x, y: y + 40, lineHeight: 16,
      .init(size: 11, color: Palette.Common.quiet, isMonospaced: true))
  }

  private func width(to writer: inout SVGWriter) {
    let y = sheet.screen.y - Sheet.forehead - 18
    writer.dimension(fromX: 0, toX: sheet.screen.width, y: y)
    writer.line(
      "\(NumberText.brief(sheet.screen.width)) pt", x: sheet.screen.midX, y: y - 8,
      .init(
        size: 12, color: Palette.Common.ink, isBold: true, isMonospaced: true, anchor: "middle"))
  }
}

extension SVGWriter {
  /// A horizontal dimension line with a tick at both ends.
  mutating func dimension(fromX left: Double, toX right: Double, y: Double) {
    element(
      "path",
      [
        "d": .text(
          "M\(NumberText.brief(left)) \(NumberText.brief(y - 4))v8m0-4"
            + "H\(NumberText.brief(right))m0-4v8"),
        "fill": "none", "stroke": .text(Palette.Common.quiet), "stroke-width": "1",
      ])
  }

  /// A vertical dimension line with a tick at both ends.
  mutating func dimension(fromY top: Double, toY bottom: Double, x: Double, color: String) {
    element(
      "path",
      [
        "d": .text(
          "M\(NumberText.brief(x - 4)) \(NumberText.brief(top))h8m-4 0"
            + "V\(NumberText.brief(bottom))m-4 0h8"),
        "fill": "none", "stroke": .text(color), "stroke-width": "1",
      ])
  }
}
