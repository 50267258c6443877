import FeedLayout
import FeedPublisher

/// Small pictures beside a section that moves in a way the screen at rest cannot show.
struct Storyboard {
  let section: FeedSection
  let sheet: Sheet

  /// One small picture.
  struct Panel {
    /// What is being shown, in a few letters.
    let caption: String
    /// The cards from the back to the front, in section coordinates.
    let cards: [Card]
  }

  struct Card {
    let index: Int
    let id: Int
    let box: Rectangle
    /// Clockwise, in radians, about the middle of the box.
    let rotation: Double
    let opacity: Double
  }

  /// Size of a panel relative to the screen.
  static let scale = 0.3
  /// Space between the section's content and the first panel, in points.
  private static let gap = 40.0
  private static let captionHeight = 22.0

  /// Distance between two panels, in points: swiped cards and rings reach out of the screen.
  private static func pitch(of section: FeedSection) -> Double {
    (section.layout.viewport.width + reach(of: section) * 2) * scale + 12
  }

  /// How far cards reach out of the screen on each side, in points.
  private static func reach(of section: FeedSection) -> Double {
    let boxes = section.storyboardPanels.flatMap { $0.cards.map(\.box) }
    return max(
      0, -(boxes.map(\.x).min() ?? 0),
      (boxes.map(\.maxX).max() ?? 0) - section.layout.viewport.width)
  }

  static func size(of section: FeedSection) -> (width: Double, height: Double) {
    let count = Double(section.storyboardPanels.count)
    return (width: count * pitch(of: section), height: section.frame.height * scale)
  }

  /// Where the storyboard of `section` begins: right of everything the section itself draws.
  static func left(of section: FeedSection, screen: Rectangle) -> Double {
    let drawn = section.paintedItems.map { section.frame.x + $0.box.maxX }.max() ?? 0
    return max(drawn, screen.maxX + Sheet.bezel) + gap
  }

  func write(to writer: inout SVGWriter) {
    let panels = section.storyboardPanels
    guard !panels.isEmpty else { return }
    let width = section.layout.viewport.width * Self.scale
    let height = section.frame.height * Self.scale
    let left = Self.left(of: section, screen: sheet.screen)
    let top = section.frame.y + (section.frame.height - height - Self.captionHeight) / 2
    let reach = Self.reach(of: section) * Self.scale
    writer.element("g", ["id": .text("\(section.id)-storyboard")]) { board in
      for (index, panel) in panels.enumerated() {
        let place = Rectangle(
          x: left + Double(index) * Self.pitch(of: section) + reach, y: top,
          width: width, height: height)
        write(panel, at: place, to: &board)
      }
    }
  }

  private func write(_ panel: Panel, at place: Rectangle, to writer: inout SVGWriter) {
    writer.element(
      "rect",
      .brief(place.inset(by: -3))
        + [
          "rx": "6", "fill": .text(Palette.Common.screen),
          "stroke": .text(Palette.Common.bezelEdge), "stroke-width": "0.8",
        ])
    for card in panel.cards { write(card, at: place, to: &writer) }
    writer.line(
      panel.caption, x: place.midX, y: place.maxY + 20,
      .init(size: 10, color: Palette.Common.quiet, isMonospaced: true, anchor: "middle"))
  }

  private func write(_ card: Card, at place: Rectangle, to writer: inout SVGWriter) {
    let box = Rectangle(
      x: place.x + card.box.x * Self.scale, y: place.y + card.box.y * Self.scale,
      width: card.box.width * Self.scale, height: card.box.height * Self.scale)
    var group: SVGAttributes = ["opacity": .brief(card.opacity)]
    if card.rotation != 0 {
      let angle = NumberText.brief(card.rotation * 180 / .pi)
      let center = "\(NumberText.brief(box.midX)) \(NumberText.brief(box.midY))"
      group = group + ["transform": .text("rotate(\(angle) \(center))")]
    }
    writer.element("g", group) { drawing in
      let name = Definitions.gradientName(of: section.kind, index: card.index)
      drawing.element(
        "rect",
        .brief(box) + ["rx": "4", "fill": .text("url(#\(name))"), "stroke": "#ffffff"])
      drawing.line(
        "#\(card.id)", x: box.midX, y: box.midY + 3.5,
        .init(
          size: 10, color: Palette(section.kind).ink, isBold: true, isMonospaced: true,
          anchor: "middle"))
    }
  }
}
