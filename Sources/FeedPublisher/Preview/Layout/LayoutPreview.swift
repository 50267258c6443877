package import FeedLayout

/// Draws a layout without content: its boxes, numbered, in the viewport they are laid out for.
///
/// One unit is a point, and the origin is that of the section: the rectangle of an item has the
/// numbers of its frame. What scrolls sideways is drawn beside the viewport, faded.
package struct LayoutPreview {
  private let layout: any SectionLayout
  /// The section's part of the screen.
  private let viewport: Rect
  private let bounds: Rect
  /// Where the motion is plotted, below everything else.
  private let plots: Rect
  private let title: String

  /// Around everything, in points.
  private static let margin = 28.0
  private static let headerHeight = 20.0
  /// Sideways content is drawn this many viewports far and then cut.
  private static let reach = 2.0
  /// The height of the marks where a carousel comes to rest, in points.
  private static let marksHeight = 34.0

  /// A drawing of `layout`.
  package init(_ layout: any SectionLayout) {
    self.layout = layout
    let (width, height) = (layout.viewport.width, layout.contentSize.height)
    viewport = Rect(x: 0, y: 0, width: width, height: height)
    var extent = viewport
    for box in layout.sketchedBoxes { extent = extent.union(box) }
    let left = max(extent.x, -width * Self.reach)
    let right = min(extent.maxX, width * (1 + Self.reach))
    let plotsHeight = layout.drawnKeyframes.map(Self.plotsHeight) ?? 0
    bounds = Rect(
      x: left - Self.margin, y: min(extent.y, 0) - Self.margin - Self.headerHeight,
      width: right - left + Self.margin * 2,
      height: max(extent.maxY, height) - min(extent.y, 0) + Self.margin * 2 + Self.headerHeight
        + (layout.snapMarks.isEmpty ? 0 : Self.marksHeight) + plotsHeight)
    plots = Rect(x: 0, y: max(extent.maxY, height), width: width, height: plotsHeight)
    let effect = (layout as? CardStackLayout).map { " · \($0.options.effect.name)" } ?? ""
    title =
      "\(layout.name)\(effect) · \(width.brief) pt · \(layout.frames.count) items · "
      + "height \(height.brief)"
  }

  /// Returns the drawing: always the same text for the same layout.
  package func render() -> String {
    let colors = SheetColors.light
    var writer = SVGWriter()
    writer.document(bounds, title: title) { svg in
      svg.element("rect", .brief(bounds) + ["fill": colors.paper])
      svg.line(
        title, x: bounds.x + Self.margin, y: bounds.y + 26, size: 13, color: colors.quiet,
        isMonospaced: true)
      svg.element(
        "rect",
        .brief(viewport.inset(by: -1))
          + ["rx": "10", "fill": colors.screen, "stroke": colors.bezelEdge])
      switch layout {
      case let ring as CircularCarouselLayout: write(ring, to: &svg)
      case let pile as CardStackLayout: write(pile.sketchedCards, to: &svg)
      default: writeBoxes(to: &svg)
      }
      writeSnapMarks(to: &svg)
      if let keyframes = layout.drawnKeyframes { write(keyframes, to: &svg) }
    }
    return writer.output
  }

  /// Fills a box with a colour from blue to rose, in the order of `count` items.
  private static func fill(_ index: Int, of count: Int) -> String {
    Palette.color(hue(index, of: count), 0.62, 0.86)
  }

  private static func edge(_ index: Int, of count: Int) -> String {
    Palette.color(hue(index, of: count), 0.45, 0.62)
  }

  private static func hue(_ index: Int, of count: Int) -> Double {
    200 + 150 * Double(index) / Double(max(count - 1, 1))
  }
}

extension SectionLayout {
  /// Every box the drawing shows.
  fileprivate var sketchedBoxes: [Rect] {
    guard let pile = self as? CardStackLayout else { return frames.map { Rect($0) } }
    return pile.sketchedCards.flatMap { card in
      card.outlines.joined().map { Rect(x: $0.x, y: $0.y, width: 0, height: 0) }
    }
  }

  /// The keyframes of its cards, if its options ask for them.
  fileprivate var drawnKeyframes: Keyframes? {
    switch self {
    case let ring as CircularCarouselLayout: ring.keyframes
    case let pile as CardStackLayout: pile.keyframes
    default: nil
    }
  }

  /// The places where a carousel comes to rest, and their captions.
  fileprivate var snapMarks: [(left: Double, right: Double, caption: String)] {
    switch self {
    case let carousel as SnapCarouselLayout:
      carousel.pages.map {
        ($0.x, $0.x + $0.width, "page \($0.index) · offset \($0.snapOffset.brief)")
      }
    case let carousel as CarouselLayout:
      carousel.snaps.compactMap { snap in
        let boxes = carousel.frames[snap.items]
        guard let first = boxes.first, let last = boxes.last else { return nil }
        return (
          min(first.x, last.x), max(first.maxX, last.maxX),
          "snap \(snap.index) · \(snap.offset.brief)"
        )
      }
    default: []
    }
  }
}

// MARK: - Boxes and cards

extension LayoutPreview {
  /// A monospaced digit of size 10, in points.
  private static let digitWidth = 6.1

  /// Writes the frames as numbered boxes, coloured in the order of the items.
  private func writeBoxes(to writer: inout SVGWriter) {
    let frames = layout.frames
    for (index, frame) in frames.enumerated() where frame.width > 0 && frame.height > 0 {
      let box = Rect(frame)
      let isVisible = box.maxX > viewport.x && box.x < viewport.maxX
      writer.element("g", isVisible ? ["data-id": "\(frame.id)"] : ["opacity": "0.4"]) { group in
        group.element(
          "rect",
          .exact(box)
            + [
              "rx": min(8, box.width / 4, box.height / 4).brief,
              "fill": Self.fill(index, of: frames.count),
              "stroke": Self.edge(index, of: frames.count),
            ])
        label(index, box, to: &group)
      }
    }
  }

  /// The item's number, and its size where there is room for it.
  private func label(_ index: Int, _ box: Rect, to writer: inout SVGWriter) {
    let size = min(20, box.height * 0.6, box.width * 0.5)
    guard size >= 5 else { return }
    let extent = "\(box.width.brief) × \(box.height.brief)"
    let hasSize = box.height >= 52 && box.width >= Double(extent.count) * Self.digitWidth + 8
    writer.line(
      "\(index + 1)", x: box.midX, y: box.midY + size * 0.36 - (hasSize ? 8 : 0), size: size,
      color: SheetColors.light.ink, isBold: true, anchor: "middle")
    guard hasSize else { return }
    writer.line(
      extent, x: box.midX, y: box.midY + 18, size: 10, color: SheetColors.light.quiet,
      isMonospaced: true, anchor: "middle")
  }

  /// Writes the cards of a ring at rest, the front one on top.
  private func write(_ ring: CircularCarouselLayout, to writer: inout SVGWriter) {
    let cards = zip(ring.frames, ring.states.first?.items ?? []).enumerated()
      .filter { $0.element.1.opacity > 0 }
      .sorted { ($0.element.1.zIndex, $1.offset) < ($1.element.1.zIndex, $0.offset) }
    for (index, (frame, placement)) in cards {
      let box = Rect(frame)
      writer.element("g", ["opacity": placement.opacity.brief]) { group in
        group.element(
          "rect",
          .exact(box)
            + [
              "rx": "8", "fill": Self.fill(index, of: ring.frames.count),
              "stroke": Self.edge(index, of: ring.frames.count),
            ])
        group.line(
          "\(placement.slot)", x: box.midX, y: box.midY + 7, size: 20,
          color: SheetColors.light.ink, isBold: true, anchor: "middle")
      }
    }
  }

  /// Writes a pile with its first cards, and the front one half swiped away as an outline.
  private func write(_ cards: [CardStackLayout.SketchedCard], to writer: inout SVGWriter) {
    let count = CardStackLayout.sketchedProgress.count
    for card in cards.sorted(by: { $0.progress > $1.progress }) {
      let isGhost = card.progress < 0
      let index = Int(max(card.progress, 0))
      var attributes: SVGAttributes = [
        "fill": isGhost ? "none" : Self.fill(index, of: count),
        "stroke": Self.edge(index, of: count), "stroke-width": "1.5", "stroke-linejoin": "round",
      ]
      if isGhost { attributes = attributes + ["stroke-dasharray": "6 5"] }
      if card.opacity < 1 { attributes = attributes + ["opacity": card.opacity.brief] }
      for outline in card.outlines {
        writer.element("polygon", ["points": Self.text(of: outline)] + attributes)
      }
    }
  }

  private static func text(of points: [Point]) -> String {
    points.map { "\($0.x.brief),\($0.y.brief)" }.joined(separator: " ")
  }
}

// MARK: - Motion

extension LayoutPreview {
  /// Marks where a carousel comes to rest, below what rests there.
  private func writeSnapMarks(to writer: inout SVGWriter) {
    let (colors, top) = (SheetColors.light, viewport.maxY)
    for mark in layout.snapMarks {
      let path = "M\(mark.left.brief) \((top + 10).brief)v6H\(mark.right.brief)v-6"
      writer.element("path", ["d": path, "fill": "none", "stroke": colors.faint])
      writer.line(
        mark.caption, x: (mark.left + mark.right) / 2, y: top + 30, size: 10, color: colors.quiet,
        isMonospaced: true, anchor: "middle")
    }
  }

  private static let pitch = 62.0
  private static let plotHeight = 40.0
  private static let topGap = 40.0
  /// The most channels that are drawn; the others are only counted.
  private static let largestCount = 6

  /// How much room the plots of `keyframes` take below the layout, in points.
  private static func plotsHeight(of keyframes: Keyframes) -> Double {
    topGap + Double(min(keyframes.channels.count, largestCount)) * pitch
  }

  /// Writes the channels of a motion over its progress, one below the other: what a client draws
  /// from the keyframes, which are the dots.
  private func write(_ keyframes: Keyframes, to writer: inout SVGWriter) {
    let more = max(0, keyframes.channels.count - Self.largestCount)
    writer.line(
      "\(keyframes.frames.count) keyframes · error \(keyframes.maxError.brief), "
        + "\(keyframes.tolerance.brief) allowed" + (more > 0 ? " · \(more) more channels" : ""),
      x: plots.x, y: plots.y + 24, size: 11, color: SheetColors.light.quiet, isMonospaced: true)
    for index in keyframes.channels.indices.prefix(Self.largestCount) {
      let plot = Rect(
        x: plots.x, y: plots.y + Self.topGap + Double(index) * Self.pitch, width: plots.width,
        height: Self.plotHeight)
      write(keyframes, channel: index, in: plot, to: &writer)
    }
  }

  private func write(
    _ keyframes: Keyframes, channel index: Int, in plot: Rect, to writer: inout SVGWriter
  ) {
    let values = keyframes.frames.map { $0.values[index] }
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    let (start, end) = (keyframes.range.lowerBound, keyframes.range.upperBound)
    let points = zip(keyframes.frames, values).map { frame, value in
      Point(
        x: plot.x + (frame.progress - start) / max(end - start, 1e-9) * plot.width,
        y: high > low ? plot.maxY - (value - low) / (high - low) * plot.height : plot.midY)
    }
    let (colors, stroke) = (SheetColors.light, Self.edge(index, of: Self.largestCount))
    writer.element("rect", .brief(plot.inset(by: -4)) + ["rx": "4", "fill": colors.screen])
    writer.element(
      "polyline",
      ["points": Self.text(of: points), "fill": "none", "stroke": stroke, "stroke-width": "1.5"])
    for point in points {
      writer.element(
        "circle", ["cx": point.x.brief, "cy": point.y.brief, "r": "2.5", "fill": stroke])
    }
    writer.line(
      "\(keyframes.channels[index].name)  \(low.brief) … \(high.brief)", x: plot.x,
      y: plot.maxY + 15, size: 9, color: colors.faint, isMonospaced: true)
  }
}
