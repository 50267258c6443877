import FeedLayout

/// A card in one of the small pictures beside a section.
private struct StoryboardCard {
  let index: Int
  let id: Int
  /// In section coordinates.
  let box: Rect
  /// Clockwise, in radians, about the middle of the box.
  let rotation: Double
  let opacity: Double
}

/// Small pictures beside a section that moves in a way the screen at rest cannot show.
extension Sheet {
  private static let captionHeight = 22.0

  /// Writes the small pictures of `section`, which has none if it only scrolls.
  func writeStoryboard(of section: Screen.Section, to writer: inout SVGWriter) {
    let panels = section.storyboardPanels
    guard !panels.isEmpty else { return }
    let scale = section.storyboardScale
    let width = section.layout.viewport.width * scale
    let frame = section.layoutFrame
    let height = frame.height * scale
    let left = section.storyboardLeft(besides: screen)
    let top = frame.y + (frame.height - height - Self.captionHeight) / 2
    let reach = section.storyboardReach.left * scale
    writer.element("g", ["id": "\(section.id)-storyboard"]) { board in
      for (index, panel) in panels.enumerated() {
        let place = Rect(
          x: left + Double(index) * section.storyboardPitch + reach, y: top, width: width,
          height: height)
        board.element(
          "rect",
          .brief(place.inset(by: -3))
            + [
              "rx": "6", "fill": colors.screen, "stroke": colors.bezelEdge, "stroke-width": "0.8",
            ])
        for (index, card) in panel.cards.enumerated() {
          let isFront = index == panel.cards.count - 1
          write(card, of: section, at: place, isFront: isFront, to: &board)
        }
        board.line(
          panel.caption, x: place.midX, y: place.maxY + 20, size: 10, color: colors.quiet,
          isMonospaced: true, anchor: "middle")
      }
    }
  }

  private func write(
    _ card: StoryboardCard, of section: Screen.Section, at place: Rect, isFront: Bool,
    to writer: inout SVGWriter
  ) {
    let scale = section.storyboardScale
    let box = Rect(
      x: place.x + card.box.x * scale, y: place.y + card.box.y * scale,
      width: card.box.width * scale, height: card.box.height * scale)
    let name = Definitions.gradientName(of: section.kind, index: card.index)
    var attributes =
      SVGAttributes.brief(box) + ["rx": "4", "fill": "url(#\(name))", "stroke": "#ffffff"]
    if card.rotation != 0 {
      let angle = (card.rotation * 180 / .pi).brief
      let transform = "rotate(\(angle) \(box.midX.brief) \(box.midY.brief))"
      attributes = attributes + ["transform": transform]
    }
    if card.opacity < 1 { attributes = attributes + ["fill-opacity": card.opacity.brief] }
    writer.element("rect", attributes)
    guard isFront else { return }
    writer.line(
      "#\(card.id)", x: box.midX, y: box.midY + 3.5, size: 10,
      color: Palette(section.kind).deepInk, isBold: true, isMonospaced: true, anchor: "middle")
  }
}

extension Screen.Section {
  /// Space between the section's content and the first panel, in points.
  private static let storyboardGap = 44.0
  /// Space between what two panels draw, in points.
  private static let panelGap = 18.0
  /// The most panels, which fit on a sheet without making it wider than its longest row.
  private static let maximumPanelCount = 6

  /// Size of a panel relative to the screen: panels are equally wide on every sheet.
  fileprivate var storyboardScale: Double {
    (layout is CardStackLayout ? 164.0 : 118) / layout.viewport.width
  }

  /// How far cards reach out of the screen, in points: swiped cards and rings do.
  fileprivate var storyboardReach: (left: Double, right: Double) {
    let boxes = storyboardPanels.flatMap { $0.cards.map(\.box) }
    let right = boxes.map(\.maxX).max() ?? 0
    return (max(0, -(boxes.map(\.x).min() ?? 0)), max(0, right - layout.viewport.width))
  }

  /// Distance between two panels, in points.
  fileprivate var storyboardPitch: Double {
    let reach = storyboardReach
    return (reach.left + layout.viewport.width + reach.right) * storyboardScale + Self.panelGap
  }

  /// How much room the storyboard takes, in points.
  var storyboardWidth: Double { Double(storyboardPanels.count) * storyboardPitch }

  /// Where the storyboard begins: right of everything the section itself draws.
  func storyboardLeft(besides screen: Rect) -> Double {
    max(paintedExtent.maxX, screen.maxX + Sheet.bezel) + Self.storyboardGap
  }

  /// A small picture: its caption in a few letters, and its cards from the back to the front.
  fileprivate typealias StoryboardPanel = (caption: String, cards: [StoryboardCard])

  /// The published states of a ring or a pile, as small pictures; none for the layouts that only
  /// scroll.
  fileprivate var storyboardPanels: [StoryboardPanel] {
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
  ) -> StoryboardPanel {
    let cards = state.items.enumerated()
      .filter { $0.element.opacity > 0 }
      .sorted { ($0.element.zIndex, $1.offset) < ($1.element.zIndex, $0.offset) }
      .map { index, placement in
        let width = ring.cardSize.width * placement.scale
        let height = ring.cardSize.height * placement.scale
        return StoryboardCard(
          index: index, id: placement.id,
          box: Rect(
            x: ring.viewport.width / 2 + placement.x - width / 2,
            y: (ring.cardSize.height - height) / 2, width: width, height: height),
          rotation: 0, opacity: placement.opacity)
      }
    return ("offset \(state.offset.brief)", cards)
  }

  /// The pile with its front card `swiped` of the way out.
  private func panel(swiped: Double, of pile: CardStackLayout) -> StoryboardPanel {
    let cards = pile.frames.enumerated().reversed().compactMap { index, frame -> StoryboardCard? in
      let progress = Double(index) - swiped
      guard let card = pile.states.first(where: { $0.progress == progress })?.transform.card,
        card.alpha > 0
      else { return nil }
      return StoryboardCard(
        index: index, id: frame.id, box: Rect(frame).moved(by: card),
        rotation: card.rotation, opacity: card.alpha)
    }
    return ("progress \((-swiped).brief)", cards)
  }
}
