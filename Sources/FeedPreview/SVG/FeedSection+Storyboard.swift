import FeedLayout
import FeedPublisher
import StrictJSON

extension FeedSection {
  /// As many panels as fit on a sheet without making it wider than its longest row.
  private static let maximumPanelCount = 6

  /// The published states of a ring or a pile, as small pictures; none for the layouts that only
  /// scroll.
  var storyboardPanels: [Storyboard.Panel] {
    switch layout {
    case .circularCarousel(let ring) where ring.frames.count > 1:
      ring.states.prefix(Self.maximumPanelCount).map { panel($0, of: ring) }
    case .cardStack(let pile) where !pile.frames.isEmpty:
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
          box: Rectangle(
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
        index: index, id: frame.id, box: Rectangle(frame).moved(by: card),
        rotation: card.rotation, opacity: card.alpha)
    }
    return Storyboard.Panel(
      caption: "progress \(NumberText.brief(-swiped))", cards: cards)
  }
}
