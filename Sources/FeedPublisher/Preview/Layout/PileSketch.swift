import FeedLayout
import Foundation

extension CardStackLayout {
  /// A card under an effect, as the polygons it is drawn as: one, or one for each piece. Corners are
  /// in section coordinates, clockwise.
  typealias SketchedCard = (progress: Double, opacity: Double, outlines: [[Point]])

  /// Half swiped away, then the front card and those behind it.
  static let sketchedProgress = [3.0, 2, 1, 0, -0.5]

  /// The cards that can be seen, as far as there are items.
  var sketchedCards: [SketchedCard] {
    guard let frame = frames.first else { return [] }
    let center = Point(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)
    return Self.sketchedProgress.filter { $0 < Double(frames.count) }.compactMap { progress in
      guard let state = states.first(where: { $0.progress == progress }) else { return nil }
      let opacity = state.transform.card.alpha
      return opacity > 0 ? (progress, opacity, outlines(of: state.transform, center)) : nil
    }
  }

  /// The outlines of the card whose untransformed centre is `center`; transforms refer to the page.
  private func outlines(of sample: PagingEffect.Sample, _ center: Point) -> [[Point]] {
    let moved = sample.card
    switch sample {
    case .scale(let scaled):
      guard let quad = scaled.quad else { fallthrough }
      // The corners are those of the page; the face is drawn in the same plane, around it.
      return [
        quad.corners.map {
          Point(
            x: center.x + $0.x * cardSize.width / pageSize.width,
            y: center.y + $0.y * cardSize.height / pageSize.height)
        }
      ]
    case .stack: return [rectangle(moved, center)]
    case .snapshot(let broken):
      let pieces = broken.pieces.map { outline(of: $0, in: broken, moved: moved, center) }
      return pieces.isEmpty ? [rectangle(moved, center)] : pieces
    }
  }

  private func rectangle(_ card: MovedCard, _ center: Point) -> [Point] {
    let (sine, cosine) = (sin(card.rotation), cos(card.rotation))
    return [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { x, y in
      let corner = (x: x * cardSize.width * card.scale, y: y * cardSize.height * card.scale)
      return Point(
        x: center.x + card.tx + corner.x * cosine - corner.y * sine,
        y: center.y + card.ty + corner.x * sine + corner.y * cosine)
    }
  }

  /// A piece inside its moved container.
  private func outline(
    of piece: SnapshotTransform.Piece, in sample: SnapshotTransform.Sample, moved: MovedCard,
    _ center: Point
  ) -> [Point] {
    let before = sample.pieces.filter { $0.row == piece.row && $0.column < piece.column }
    let above = sample.pieces.filter { $0.column == piece.column && $0.row < piece.row }
    let left = before.reduce(0) { $0 + $1.size.width } - pageSize.width / 2
    let top = above.reduce(0) { $0 + $1.size.height } - pageSize.height / 2
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
