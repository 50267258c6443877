import FeedLayout
import FeedPublisher
import StrictJSON

/// A pile with its first cards, and the front one half swiped away as an outline.
struct PileSketch {
  let pile: CardStackLayout

  /// Half swiped away, then the front card and those behind it.
  private static let progress = [3.0, 2, 1, 0, -0.5]

  var boxes: [Rectangle] { cards.flatMap { $0.corners.map { Rectangle(x: $0.x, y: $0.y) } } }

  func write(to writer: inout SVGWriter) {
    for card in cards.sorted(by: { $0.progress > $1.progress }) {
      let isGhost = card.progress < 0
      let index = Int(max(card.progress, 0))
      var attributes: SVGAttributes = [
        "fill": .text(isGhost ? "none" : Sketch.fill(index, of: Self.progress.count)),
        "stroke": .text(Sketch.edge(index, of: Self.progress.count)), "stroke-width": "1.5",
        "stroke-linejoin": "round",
      ]
      if isGhost { attributes = attributes + ["stroke-dasharray": "6 5"] }
      if card.opacity < 1 { attributes = attributes + ["opacity": .brief(card.opacity)] }
      for outline in card.outlines {
        let points = outline.map { "\(NumberText.brief($0.x)),\(NumberText.brief($0.y))" }
        writer.element(
          "polygon", ["points": .text(points.joined(separator: " "))] + attributes)
      }
    }
  }

  /// The cards that can be seen, as far as there are items.
  private var cards: [CardOutline] {
    guard let frame = pile.frames.first else { return [] }
    return Self.progress.filter { $0 < Double(pile.frames.count) }.compactMap { progress in
      guard let state = pile.states.first(where: { $0.progress == progress }) else { return nil }
      let card = CardOutline(
        state.transform, progress: progress, face: pile.cardSize, page: pile.pageSize,
        center: Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2))
      return card.opacity > 0 ? card : nil
    }
  }
}

extension Rectangle {
  /// A place, as a box of no extent.
  fileprivate init(x: Double, y: Double) {
    self.init(x: x, y: y, width: 0, height: 0)
  }
}
