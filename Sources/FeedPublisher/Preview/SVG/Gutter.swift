import FeedLayout
import StrictJSON

/// The column beside the screen that names and measures each section.
struct Gutter {
  let sections: [Screen.Section]
  let sheet: Sheet

  private static let titleLineHeight = 20.0
  private static let lineHeight = 15.0
  private static let firstBaseline = 15.0
  private static let labelGap = 14.0

  func write(to writer: inout SVGWriter) {
    writer.element("g", ["id": "gutter"]) { gutter in
      if sections.isEmpty { noSections(to: &gutter) }
      for (section, label) in zip(sections, Self.labels(of: sections)) {
        measure(section, to: &gutter)
        write(section, from: label.top, to: &gutter)
      }
    }
  }

  /// Where each section's label goes: beside the section, or below the label before it, since
  /// sections without height would write over each other.
  static func labels(of sections: [Screen.Section]) -> [(top: Double, bottom: Double)] {
    var labels: [(top: Double, bottom: Double)] = []
    for section in sections {
      let top = max(section.frame.y, labels.last.map { $0.bottom + labelGap } ?? section.frame.y)
      let height = firstBaseline + titleLineHeight + lineHeight * Double(section.measurements.count)
      labels.append((top: top, bottom: top + height))
    }
    return labels
  }

  private func measure(_ section: Screen.Section, to writer: inout SVGWriter) {
    let x = sheet.dimensionX
    let color = Palette(section.kind).accent
    writer.element(
      "path",
      [
        "d": .text(
          "M\(NumberText.brief(x + 10)) \(NumberText.brief(section.frame.y))"
            + "H\(NumberText.brief(-Sheet.bezel - 4))"),
        "stroke": .text(sheet.colors.rule), "stroke-width": "1", "stroke-dasharray": "2 4",
      ])
    guard section.frame.height > 4 else { return }
    writer.dimension(
      fromY: section.frame.y + 1, toY: section.frame.maxY - 1, x: x, color: color)
  }

  private func write(_ section: Screen.Section, from top: Double, to writer: inout SVGWriter) {
    let palette = Palette(section.kind, isDark: sheet.colors.isDark)
    let x = sheet.dimensionX - 16
    var y = top + Self.firstBaseline
    let title = section.title.plainLine
    writer.line(
      TextFit(size: 15, width: Sheet.labelWidth).line(title), x: x, y: y,
      .init(size: 15, color: sheet.colors.ink, isBold: true, anchor: "end"))
    y += Self.titleLineHeight
    writer.line(
      section.layout.name, x: x, y: y,
      .init(size: 11, color: palette.ink, isBold: true, isMonospaced: true, anchor: "end"))
    for fact in section.measurements {
      y += Self.lineHeight
      writer.line(
        fact, x: x, y: y,
        .init(size: 10, color: sheet.colors.quiet, isMonospaced: true, anchor: "end"))
    }
  }

  private func noSections(to writer: inout SVGWriter) {
    writer.line(
      "No sections", x: sheet.screen.midX, y: sheet.screen.midY,
      .init(size: 14, color: sheet.colors.faint, anchor: "middle"))
  }
}

extension Screen.Section {
  /// The measurements of a section for designers, one per line, lengths in points.
  var measurements: [String] {
    let place = "y \(NumberText.brief(frame.y)) · h \(NumberText.brief(frame.height))"
    let count = items.count == 1 ? "1 item" : "\(items.count) items"
    guard !items.isEmpty else { return [place, "no items"] }
    return [place, count] + details
  }

  private var details: [String] {
    switch layout {
    case let shelf as ShelfLayout:
      cellSize + ["media \(Self.text(shelf.mediaSize))"]
        + ["scrolls \(NumberText.brief(shelf.maxScrollOffset))"]
    case let carousel as SnapCarouselLayout:
      cellSize
        + ["\(carousel.pages.count) × page \(NumberText.brief(carousel.pageWidth))"]
        + ["starts at \(NumberText.brief(carousel.initialOffset))"]
    case let ring as CircularCarouselLayout: ["card \(Self.text(ring.cardSize))"]
    case let grid as UniformGridLayout: cellSize + ["media \(Self.text(grid.mediaSize))"]
    case let list as ListLayout:
      cellSize + [list.columnCount == 1 ? "1 column" : "\(list.columnCount) columns"]
    case let grid as StaggeredGridLayout:
      grid.columns.enumerated().map { index, column in
        "column \(index + 1): \(column.itemIDs.count) · \(NumberText.brief(column.height))"
      }
    case let carousel as CarouselLayout:
      [
        carousel.snaps.count == 1 ? "1 snap" : "\(carousel.snaps.count) snaps",
        carousel.loop == nil
          ? "scrolls \(NumberText.brief(carousel.maxScrollOffset))"
          : "loops after \(NumberText.brief(carousel.contentSize.width))",
      ]
    case let layout as JustifiedRowsLayout:
      [
        layout.rows.count == 1 ? "1 row" : "\(layout.rows.count) rows",
        "heights \(Self.range(layout.rows.map(\.height)))",
      ]
    case let mosaic as MosaicLayout:
      [
        mosaic.groups.count == 1 ? "1 group" : "\(mosaic.groups.count) groups",
        "large \(Self.text(mosaic.largeSize))", "small \(Self.text(mosaic.smallSize))",
      ]
    case let pile as CardStackLayout:
      [
        "card \(Self.text(pile.cardSize))", "page \(Self.text(pile.pageSize))",
        pile.options.effect.name,
      ]
    default: cellSize
    }
  }

  private var cellSize: [String] {
    layout.frames.prefix(1).map { "cell \(Self.text(Size(width: $0.width, height: $0.height)))" }
  }

  private static func range(_ values: [Double]) -> String {
    guard let least = values.min(), let most = values.max() else { return "none" }
    return "\(NumberText.brief(least)) to \(NumberText.brief(most))"
  }

  private static func text(_ size: Size) -> String {
    "\(NumberText.brief(size.width)) × \(NumberText.brief(size.height))"
  }
}
