import FeedLayout
import Foundation
import StrictJSON

/// A pile with its first cards, and the front one half swiped away as an outline.
struct PileSketch {
  let pile: CardStackLayout

  /// Half swiped away, then the front card and those behind it.
  private static let progress = [3.0, 2, 1, 0, -0.5]

  var boxes: [Rect] { cards.flatMap { $0.corners.map { Rect(x: $0.x, y: $0.y) } } }

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

extension Rect {
  /// A place, as a box of no extent.
  fileprivate init(x: Double, y: Double) {
    self.init(x: x, y: y, width: 0, height: 0)
  }
}

/// A card under an effect, as the polygons it is drawn as: one, or one for each piece.
struct CardOutline {
  let progress: Double
  let opacity: Double
  /// Corners in section coordinates, clockwise.
  let outlines: [[Point]]

  var corners: [Point] { outlines.flatMap { $0 } }

  /// The card of `face` points whose untransformed centre is `center`; transforms refer to `page`.
  init(
    _ sample: PagingEffect.Sample, progress: Double, face: Size, page: Size, center: Point
  ) {
    self.progress = progress
    let moved = sample.card
    opacity = moved.alpha
    switch sample {
    case .scale(let scaled):
      guard let quad = scaled.quad else { fallthrough }
      // The corners are those of the page; the face is drawn in the same plane, around it.
      outlines = [
        quad.corners.map {
          Point(
            x: center.x + $0.x * face.width / page.width,
            y: center.y + $0.y * face.height / page.height)
        }
      ]
    case .stack:
      outlines = [Self.rectangle(face, moved, center)]
    case .snapshot(let broken):
      let pieces = broken.pieces.map { piece in
        Self.outline(of: piece, in: broken, page: page, moved: moved, center: center)
      }
      outlines = pieces.isEmpty ? [Self.rectangle(face, moved, center)] : pieces
    }
  }

  private static func rectangle(_ size: Size, _ card: MovedCard, _ center: Point) -> [Point] {
    let (sine, cosine) = (sin(card.rotation), cos(card.rotation))
    return [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { x, y in
      let corner = (x: x * size.width * card.scale, y: y * size.height * card.scale)
      return Point(
        x: center.x + card.tx + corner.x * cosine - corner.y * sine,
        y: center.y + card.ty + corner.x * sine + corner.y * cosine)
    }
  }

  /// A piece inside its moved container.
  private static func outline(
    of piece: SnapshotTransform.Piece, in sample: SnapshotTransform.Sample, page: Size,
    moved: MovedCard, center: Point
  ) -> [Point] {
    let before = sample.pieces.filter { $0.row == piece.row && $0.column < piece.column }
    let above = sample.pieces.filter { $0.column == piece.column && $0.row < piece.row }
    let left = before.reduce(0) { $0 + $1.size.width } - page.width / 2
    let top = above.reduce(0) { $0 + $1.size.height } - page.height / 2
    let middle = (
      x: left + piece.size.width / 2 + piece.tx, y: top + piece.size.height / 2 + piece.ty
    )
    let half = (
      x: piece.size.width * piece.scaleX / 2, y: piece.size.height * piece.scaleY / 2
    )
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
      Point(
        x: center.x + moved.tx + (middle.x + x * half.x) * moved.scale,
        y: center.y + moved.ty + (middle.y + y * half.y) * moved.scale)
    }
  }
}
