import FeedLayout
import StrictJSON

/// Small pictures beside a section that moves in a way the screen at rest cannot show.
struct Storyboard {
  let section: Screen.Section
  let sheet: Sheet

  /// One small picture.
  struct Panel {
    /// The caption of the picture, in a few letters.
    let caption: String
    /// The cards from the back to the front, in section coordinates.
    let cards: [Card]
  }

  struct Card {
    let index: Int
    let id: Int
    let box: Rect
    /// Clockwise, in radians, about the middle of the box.
    let rotation: Double
    let opacity: Double
  }

  /// Space between the section's content and the first panel, in points.
  private static let gap = 44.0
  /// Space between what two panels draw, in points.
  private static let panelGap = 18.0
  private static let captionHeight = 22.0

  /// Size of a panel relative to the screen: panels are equally wide on every sheet.
  private static func scale(of section: Screen.Section) -> Double {
    let panelWidth = section.layout is CardStackLayout ? 164.0 : 118
    return panelWidth / section.layout.viewport.width
  }

  /// How far cards reach out of the screen, in points: swiped cards and rings do.
  private static func reach(of section: Screen.Section) -> (left: Double, right: Double) {
    let boxes = section.storyboardPanels.flatMap { $0.cards.map(\.box) }
    let right = boxes.map(\.maxX).max() ?? 0
    return (
      left: max(0, -(boxes.map(\.x).min() ?? 0)),
      right: max(0, right - section.layout.viewport.width)
    )
  }

  /// Distance between two panels, in points.
  private static func pitch(of section: Screen.Section) -> Double {
    let reach = reach(of: section)
    return (reach.left + section.layout.viewport.width + reach.right) * scale(of: section)
      + panelGap
  }

  /// How much room the storyboard of `section` takes, in points.
  static func width(of section: Screen.Section) -> Double {
    Double(section.storyboardPanels.count) * pitch(of: section)
  }

  /// Where the storyboard of `section` begins: right of everything the section itself draws.
  static func left(of section: Screen.Section, screen: Rect) -> Double {
    max(section.paintedExtent.maxX, screen.maxX + Sheet.bezel) + gap
  }

  func write(to writer: inout SVGWriter) {
    let panels = section.storyboardPanels
    guard !panels.isEmpty else { return }
    let scale = Self.scale(of: section)
    let width = section.layout.viewport.width * scale
    let frame = section.layoutFrame
    let height = frame.height * scale
    let left = Self.left(of: section, screen: sheet.screen)
    let top = frame.y + (frame.height - height - Self.captionHeight) / 2
    let reach = Self.reach(of: section).left * scale
    writer.element("g", ["id": .text("\(section.id)-storyboard")]) { board in
      for (index, panel) in panels.enumerated() {
        let place = Rect(
          x: left + Double(index) * Self.pitch(of: section) + reach, y: top,
          width: width, height: height)
        write(panel, at: place, to: &board)
      }
    }
  }

  private func write(_ panel: Panel, at place: Rect, to writer: inout SVGWriter) {
    writer.element(
      "rect",
      .brief(place.inset(by: -3))
        + [
          "rx": "6", "fill": .text(sheet.colors.screen),
          "stroke": .text(sheet.colors.bezelEdge), "stroke-width": "0.8",
        ])
    for (index, card) in panel.cards.enumerated() {
      write(card, at: place, isFront: index == panel.cards.count - 1, to: &writer)
    }
    writer.line(
      panel.caption, x: place.midX, y: place.maxY + 20,
      .init(size: 10, color: sheet.colors.quiet, isMonospaced: true, anchor: "middle"))
  }

  private func write(
    _ card: Card, at place: Rect, isFront: Bool, to writer: inout SVGWriter
  ) {
    let scale = Self.scale(of: section)
    let box = Rect(
      x: place.x + card.box.x * scale, y: place.y + card.box.y * scale,
      width: card.box.width * scale, height: card.box.height * scale)
    let name = Definitions.gradientName(of: section.kind, index: card.index)
    var attributes =
      SVGAttributes.brief(box)
      + ["rx": "4", "fill": .text("url(#\(name))"), "stroke": "#ffffff"]
    if card.rotation != 0 {
      let angle = NumberText.brief(card.rotation * 180 / .pi)
      let center = "\(NumberText.brief(box.midX)) \(NumberText.brief(box.midY))"
      attributes = attributes + ["transform": .text("rotate(\(angle) \(center))")]
    }
    if card.opacity < 1 {
      attributes = attributes + ["fill-opacity": .brief(card.opacity)]
    }
    writer.element("rect", attributes)
    guard isFront else { return }
    writer.line(
      "#\(card.id)", x: box.midX, y: box.midY + 3.5,
      .init(
        size: 10, color: Palette(section.kind).deepInk, isBold: true, isMonospaced: true,
        anchor: "middle"))
  }
}

extension Screen.Section {
  /// The most panels, which fit on a sheet without making it wider than its longest row.
  private static let maximumPanelCount = 6

  /// The published states of a ring or a pile, as small pictures; none for the layouts that only
  /// scroll.
  var storyboardPanels: [Storyboard.Panel] {
    switch layout {
    case let ring as CircularCarouselLayout where ring.frames.count > 1:
      ring.states.prefix(Self.maximumPanelCount).map { panel($0, of: ring) }
    case let pile as CardStackLayout where !pile.frames.isEmpty:
      stride(from: 0.0, through: 1, by: 0.25).map { panel(swiped: $0, of: pile) }
    default: []
    }
  }

  private func panel(
    _ state: CircularCarouselLayout.State, of ring: CircularCarouselLayout
  ) -> Storyboard.Panel {
    let cards = state.items.enumerated()
      .filter { $0.element.opacity > 0 }
      .sorted { ($0.element.zIndex, $1.offset) < ($1.element.zIndex, $0.offset) }
      .map { index, placement in
        let width = ring.cardSize.width * placement.scale
        let height = ring.cardSize.height * placement.scale
        return Storyboard.Card(
          index: index, id: placement.id,
          box: Rect(
            x: ring.viewport.width / 2 + placement.x - width / 2,
            y: (ring.cardSize.height - height) / 2, width: width, height: height),
          rotation: 0, opacity: placement.opacity)
      }
    return Storyboard.Panel(caption: "offset \(NumberText.brief(state.offset))", cards: cards)
  }

  /// The pile with its front card `swiped` of the way out.
  private func panel(swiped: Double, of pile: CardStackLayout) -> Storyboard.Panel {
    let cards = pile.frames.enumerated().reversed().compactMap { index, frame -> Storyboard.Card? in
      let progress = Double(index) - swiped
      guard let card = pile.states.first(where: { $0.progress == progress })?.transform.card,
        card.alpha > 0
      else { return nil }
      return Storyboard.Card(
        index: index, id: frame.id, box: Rect(frame).moved(by: card),
        rotation: card.rotation, opacity: card.alpha)
    }
    return Storyboard.Panel(
      caption: "progress \(NumberText.brief(-swiped))", cards: cards)
  }
}
