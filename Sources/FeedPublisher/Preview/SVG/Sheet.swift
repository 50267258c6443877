import FeedLayout
import FeedModel

/// Where everything is on the paper, in points from the screen's top left corner.
struct Sheet {
  let document: Screen
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
  private static let dimensionGap = 30.0
  /// Width of the column of labels.
  private static let labelWidth = 214.0
  private static let headerHeight = 132.0
  private static let margin = 44.0
  /// The height of a drawing without sections, in points.
  private static let emptyHeight = 240.0

  init(_ document: Screen, colors: SheetColors) {
    self.document = document
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
      let width = section.storyboardWidth
      guard width > 0 else { continue }
      right = max(right, section.storyboardLeft(besides: screen) + width)
    }
    let paperLeft = left - Self.dimensionGap - Self.labelWidth - Self.margin
    let paperTop = top - Self.forehead - Self.headerHeight
    let labels = Self.labels(of: document.sections).last?.bottom ?? top
    bounds = Rect(
      x: paperLeft, y: paperTop, width: right + Self.margin - paperLeft,
      height: max(screen.maxY + Self.chin, labels) + Self.margin - paperTop)
  }

  /// The x of the vertical dimension lines.
  private var dimensionX: Double { content.x - Self.dimensionGap }

  /// Writes the title block, and the width of the screen above the device.
  func writeHeader(to writer: inout SVGWriter) {
    writer.element("g", ["id": "header"]) { header in
      let (x, y) = (bounds.x + Self.margin, bounds.y + Self.margin)
      let title = TextFit(size: 30, width: -Self.bezel - 20 - x).line(document.feed.plainLine)
      header.line(title, x: x, y: y + 18, size: 30, color: colors.ink, isBold: true)
      let size = "\(screen.width.brief) × \(sectionsHeight.brief) pt" + document.traits.drawnText
      let facts = [size, "revision \(document.revision)", document.generatedAt.rfc3339]
      for (index, fact) in facts.enumerated() {
        header.line(
          fact, x: x, y: y + 40 + Double(index) * 16, size: 11, color: colors.quiet,
          isMonospaced: true)
      }
      let top = screen.y - Self.forehead - 18
      header.dimension(
        "M0 \((top - 4).brief)v8m0-4H\(screen.width.brief)m0-4v8", color: colors.quiet)
      header.line(
        "\(screen.width.brief) pt", x: screen.midX, y: top - 8, size: 12, color: colors.ink,
        isBold: true, isMonospaced: true, anchor: "middle")
    }
  }
}

extension ScreenTraits {
  /// The text size and the direction, where they are not the usual ones.
  var drawnText: String {
    (textSize == .standard ? "" : " · text × \(textSize.share.brief)")
      + (direction == .leftToRight ? "" : " · right to left")
  }
}

// MARK: - The device

extension Sheet {
  private static let cornerRadius = 40.0

  /// The outline of the device around the screen.
  private var body: Rect {
    Rect(
      x: screen.x - Self.bezel, y: screen.y - Self.forehead,
      width: screen.width + Self.bezel * 2, height: screen.height + Self.forehead + Self.chin)
  }

  /// Writes the screen that the items stand on.
  func writeScreen(to writer: inout SVGWriter) {
    writer.element(
      "rect", .brief(body) + ["rx": Self.cornerRadius.brief, "fill": colors.screen])
  }

  /// Writes the layers over the items: the veil on everything off the screen, and the device.
  func writeDevice(to writer: inout SVGWriter) {
    // Over each section that reaches out of the screen.
    for section in document.sections {
      let extent = section.paintedExtent
      for (left, right) in [(extent.minX, screen.x), (screen.maxX, extent.maxX)]
      where left < right {
        let side = Rect(
          x: left - 1, y: section.frame.y, width: right - left + 2, height: section.frame.height)
        writer.element("rect", .brief(side) + ["fill": colors.paper, "fill-opacity": "0.58"])
      }
    }
    writer.element("g", ["id": "device"]) { writeFrame(to: &$0) }
  }

  /// Writes the device around the screen.
  func writeFrame(to writer: inout SVGWriter) {
    writer.element("g", ["data-device": "true"]) { device in
      writeShadow(to: &device)
      writeEdge(to: &device)
      // The camera above the content and the bar below it.
      func pill(y: Double, width: Double, height: Double, color: String) {
        let box = Rect(x: screen.midX - width / 2, y: y, width: width, height: height)
        device.element("rect", .brief(box) + ["rx": (height / 2).brief, "fill": color])
      }
      pill(y: screen.y - 27, width: 76, height: 16, color: colors.camera)
      pill(y: screen.maxY + 13, width: 120, height: 4, color: colors.rule)
    }
  }

  /// Falls on the paper and on what is beyond the screen, not on the screen itself.
  private func writeShadow(to writer: inout SVGWriter) {
    // Layers instead of a blur: they look the same in every renderer, and cost nothing on a
    // screen of any height.
    for spread in [16.0, 11, 7, 3] {
      let outline = body.inset(by: -spread).offset(x: 0, y: 6)
      writer.element(
        "path",
        [
          "d": outline.roundedPath(radius: Self.cornerRadius + spread)
            + body.roundedPath(radius: Self.cornerRadius),
          "fill": "#4a3f2a", "fill-opacity": "0.03", "fill-rule": "evenodd",
        ])
    }
  }

  private func writeEdge(to writer: inout SVGWriter) {
    let inner = Rect(
      x: body.x + Self.bezel, y: body.y + Self.bezel, width: body.width - Self.bezel * 2,
      height: body.height - Self.bezel * 2)
    writer.element(
      "path",
      [
        "d": body.roundedPath(radius: Self.cornerRadius)
          + inner.roundedPath(radius: Self.cornerRadius - Self.bezel),
        "fill": colors.bezel, "fill-rule": "evenodd", "stroke": colors.bezelEdge,
        "stroke-width": "0.8",
      ])
  }
}

// MARK: - The gutter

extension Sheet {
  private static let titleLineHeight = 20.0
  private static let lineHeight = 15.0
  private static let firstBaseline = 15.0
  private static let labelGap = 14.0

  /// Writes the column beside the screen that names and measures each section.
  func writeGutter(to writer: inout SVGWriter) {
    writer.element("g", ["id": "gutter"]) { gutter in
      if document.sections.isEmpty {
        gutter.line(
          "No sections", x: screen.midX, y: screen.midY, size: 14, color: colors.faint,
          anchor: "middle")
      }
      for (section, label) in zip(document.sections, Self.labels(of: document.sections)) {
        measure(section, to: &gutter)
        writeLabel(of: section, from: label.top, to: &gutter)
      }
    }
  }

  /// Where each section's label goes: beside the section, or below the label before it, since
  /// sections without height would write over each other.
  private static func labels(of sections: [Screen.Section]) -> [(top: Double, bottom: Double)] {
    var labels: [(top: Double, bottom: Double)] = []
    for section in sections {
      let top = max(section.frame.y, labels.last.map { $0.bottom + labelGap } ?? section.frame.y)
      let height = firstBaseline + titleLineHeight + lineHeight * Double(section.measurements.count)
      labels.append((top: top, bottom: top + height))
    }
    return labels
  }

  private func measure(_ section: Screen.Section, to writer: inout SVGWriter) {
    let (x, frame) = (dimensionX, section.frame)
    writer.element(
      "path",
      [
        "d": "M\((x + 10).brief) \(frame.y.brief)H\((-Self.bezel - 4).brief)",
        "stroke": colors.rule, "stroke-width": "1", "stroke-dasharray": "2 4",
      ])
    guard frame.height > 4 else { return }
    writer.dimension(
      "M\((x - 4).brief) \((frame.y + 1).brief)h8m-4 0V\((frame.maxY - 1).brief)m-4 0h8",
      color: Palette(section.kind).accent)
  }

  private func writeLabel(
    of section: Screen.Section, from top: Double, to writer: inout SVGWriter
  ) {
    let palette = Palette(section.kind, isDark: colors.isDark)
    let x = dimensionX - 16
    var y = top + Self.firstBaseline
    let title = TextFit(size: 15, width: Self.labelWidth).line(section.title.plainLine)
    writer.line(title, x: x, y: y, size: 15, color: colors.ink, isBold: true, anchor: "end")
    y += Self.titleLineHeight
    writer.line(
      section.layout.name, x: x, y: y, size: 11, color: palette.ink, isBold: true,
      isMonospaced: true, anchor: "end")
    for fact in section.measurements {
      y += Self.lineHeight
      writer.line(
        fact, x: x, y: y, size: 10, color: colors.quiet, isMonospaced: true, anchor: "end")
    }
  }
}
