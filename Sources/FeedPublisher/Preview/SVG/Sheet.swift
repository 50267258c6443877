import FeedLayout
import FeedModel
import StrictJSON

/// Where everything is on the paper, in points from the screen's top left corner.
struct Sheet {
  /// The part of the document's screen that its sections take.
  let screen: Rect
  /// Height of the sections, which may be none.
  let sectionsHeight: Double
  /// The screen and everything drawn beyond its edges.
  let content: Rect
  /// The paper.
  let bounds: Rect
  let colors: SheetColors

  /// Thickness of the device around the screen.
  static let bezel = 10.0
  /// Height of the device above and below the content.
  static let forehead = 46.0
  static let chin = 34.0
  /// Distance between the content and the dimension lines on its left.
  static let dimensionGap = 30.0
  /// Width of the column of labels.
  static let labelWidth = 214.0
  static let headerHeight = 132.0
  static let margin = 44.0
  /// The height of a drawing without sections, in points.
  static let emptyHeight = 240.0

  init(_ document: Screen, colors: SheetColors) {
    self.colors = colors
    let top = document.sections.first?.frame.y ?? 0
    let bottom = document.sections.map(\.frame.maxY).max() ?? 0
    let height = bottom > top ? bottom - top : Self.emptyHeight
    sectionsHeight = max(0, bottom - top)
    screen = Rect(x: 0, y: top, width: document.viewport.width, height: height)

    var left = -Self.bezel
    var right = screen.maxX + Self.bezel
    for section in document.sections {
      let extent = section.paintedExtent
      left = min(left, extent.minX)
      right = max(right, extent.maxX, section.frame.x + section.layout.contentSize.width)
    }
    content = Rect(x: left, y: top, width: right - left, height: height)

    for section in document.sections {
      let width = Storyboard.width(of: section)
      guard width > 0 else { continue }
      right = max(right, Storyboard.left(of: section, screen: screen) + width)
    }
    let paperLeft = left - Self.dimensionGap - Self.labelWidth - Self.margin
    let paperTop = top - Self.forehead - Self.headerHeight
    let labels = Gutter.labels(of: document.sections).last?.bottom ?? top
    bounds = Rect(
      x: paperLeft, y: paperTop, width: right + Self.margin - paperLeft,
      height: max(screen.maxY + Self.chin, labels) + Self.margin - paperTop)
  }

  /// The x of the vertical dimension lines.
  var dimensionX: Double { content.x - Self.dimensionGap }
}

/// The title block, and the width of the screen above the device.
struct SheetHeader {
  let document: Screen
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
      .init(size: 30, color: sheet.colors.ink, isBold: true))
    let facts = [
      "\(NumberText.brief(sheet.screen.width)) × \(NumberText.brief(sheet.sectionsHeight)) pt"
        + document.traits.drawnText,
      "revision \(document.revision)",
      document.generatedAt.rfc3339,
    ]
    writer.lines(
      facts, x: x, y: y + 40, lineHeight: 16,
      .init(size: 11, color: sheet.colors.quiet, isMonospaced: true))
  }

  private func width(to writer: inout SVGWriter) {
    let y = sheet.screen.y - Sheet.forehead - 18
    writer.dimension(
      fromX: 0, toX: sheet.screen.width, y: y, color: sheet.colors.quiet)
    writer.line(
      "\(NumberText.brief(sheet.screen.width)) pt", x: sheet.screen.midX, y: y - 8,
      .init(
        size: 12, color: sheet.colors.ink, isBold: true, isMonospaced: true, anchor: "middle"))
  }
}

extension ScreenTraits {
  /// The text size and the direction, where they are not the usual ones.
  var drawnText: String {
    (textSize == .standard ? "" : " · text × \(NumberText.brief(textSize.share))")
      + (direction == .leftToRight ? "" : " · right to left")
  }
}

extension SVGWriter {
  /// A horizontal dimension line with a tick at both ends.
  mutating func dimension(fromX left: Double, toX right: Double, y: Double, color: String) {
    element(
      "path",
      [
        "d": .text(
          "M\(NumberText.brief(left)) \(NumberText.brief(y - 4))v8m0-4"
            + "H\(NumberText.brief(right))m0-4v8"),
        "fill": "none", "stroke": .text(color), "stroke-width": "1",
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
