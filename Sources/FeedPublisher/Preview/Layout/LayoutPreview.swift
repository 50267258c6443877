package import FeedLayout
import StrictJSON

/// Draws a layout without content: its boxes, numbered, in the viewport they are laid out for.
///
/// One unit is a point, and the origin is that of the section: the rectangle of an item has the
/// numbers of its frame. What scrolls sideways is drawn beside the viewport, faded.
package struct LayoutPreview {
  let layout: any SectionLayout

  /// A drawing of `layout`.
  package init(_ layout: any SectionLayout) {
    self.layout = layout
  }

  /// Returns the drawing: always the same text for the same layout.
  package func render() -> String {
    let sheet = LayoutSheet(layout)
    var writer = SVGWriter()
    writer.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg",
        "width": .brief(sheet.bounds.width), "height": .brief(sheet.bounds.height),
        "viewBox": .text(sheet.viewBox), "font-family": .text(SVGWriter.fontFamily),
      ]
    ) { svg in
      svg.element("title", text: sheet.title)
      svg.element("rect", .brief(sheet.bounds) + ["fill": .text(SheetColors.light.paper)])
      svg.line(
        sheet.title, x: sheet.bounds.x + LayoutSheet.margin, y: sheet.bounds.y + 26,
        .init(size: 13, color: SheetColors.light.quiet, isMonospaced: true))
      svg.element(
        "rect",
        .brief(sheet.viewport.inset(by: -1))
          + [
            "rx": "10", "fill": .text(SheetColors.light.screen),
            "stroke": .text(SheetColors.light.bezelEdge),
          ])
      switch layout {
      case let ring as CircularCarouselLayout: RingSketch(ring: ring).write(to: &svg)
      case let pile as CardStackLayout: PileSketch(pile: pile).write(to: &svg)
      default: BoxSketch(layout: layout, viewport: sheet.viewport).write(to: &svg)
      }
      SnapMarks(layout: layout, top: sheet.viewport.maxY).write(to: &svg)
      if let keyframes = layout.drawnKeyframes {
        KeyframePlots(keyframes: keyframes, area: sheet.plots).write(to: &svg)
      }
    }
    return writer.output
  }
}

/// Where everything on the drawing of a layout is.
struct LayoutSheet {
  /// Around everything, in points.
  static let margin = 28.0
  private static let headerHeight = 20.0
  /// Sideways content is drawn this many viewports far and then cut.
  private static let reach = 2.0

  let title: String
  /// The section's part of the screen.
  let viewport: Rect
  let bounds: Rect
  /// Where the motion is plotted, below everything else.
  let plots: Rect

  init(_ layout: any SectionLayout) {
    let height = layout.contentSize.height
    let width = layout.viewport.width
    viewport = Rect(x: 0, y: 0, width: width, height: height)
    var extent = viewport
    for box in layout.sketchedBoxes { extent = extent.union(box) }
    let left = max(extent.x, -width * Self.reach)
    let right = min(extent.maxX, width * (1 + Self.reach))
    bounds = Rect(
      x: left - Self.margin, y: min(extent.y, 0) - Self.margin - Self.headerHeight,
      width: right - left + Self.margin * 2,
      height: max(extent.maxY, height) - min(extent.y, 0) + Self.margin * 2 + Self.headerHeight
        + SnapMarks.height(of: layout) + KeyframePlots.height(of: layout))
    plots = Rect(
      x: 0, y: max(extent.maxY, height), width: width, height: KeyframePlots.height(of: layout))
    title =
      "\(layout.drawnName) · \(NumberText.brief(width)) pt · \(layout.frames.count) items · "
      + "height \(NumberText.brief(height))"
  }

  var viewBox: String {
    [bounds.x, bounds.y, bounds.width, bounds.height].map(NumberText.brief).joined(separator: " ")
  }
}

extension SectionLayout {
  /// The layout's name, and that of its effect if it has one.
  fileprivate var drawnName: String {
    switch self {
    case let pile as CardStackLayout: "\(name) · \(pile.options.effect.name)"
    default: name
    }
  }

  /// Every box the drawing shows.
  fileprivate var sketchedBoxes: [Rect] {
    switch self {
    case let pile as CardStackLayout: PileSketch(pile: pile).boxes
    default: frames.map { Rect($0) }
    }
  }
}
