import FeedLayout
import Foundation

/// What an effect makes of a card, as the polygons it is drawn as: one, or one for each piece.
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
