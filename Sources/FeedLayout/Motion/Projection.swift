import RealModule

/// The four corners of a card as drawn, relative to the centre of the untransformed card, in points.
public struct Quad: Hashable, Sendable {
  /// The corner that was at the top left.
  public let topLeft: SIMD2<Double>
  /// The corner that was at the top right.
  public let topRight: SIMD2<Double>
  /// The corner that was at the bottom right.
  public let bottomRight: SIMD2<Double>
  /// The corner that was at the bottom left.
  public let bottomLeft: SIMD2<Double>

  /// Clockwise from the top left, as seen from the front.
  public var corners: [SIMD2<Double>] { [topLeft, topRight, bottomRight, bottomLeft] }
}

/// A card in space, drawn as Core Animation does with the transform Translate · Rotate · Affine: moved,
/// then turned about an axis through the centre, then scaled and moved in its plane, then divided by
/// its nearness.
struct Projection {
  /// The nearness of a point at the eye or behind it, which has no place on the screen: it counts as
  /// this close to the eye. Core Animation would show it upside down at the other side.
  static let leastDivisor = 1.0 / 1024

  /// Displacement before the turn, in points.
  let shift: SIMD3<Double>
  /// Right-handed angle of the turn, in radians.
  let angle: Double
  /// The axis of the turn, of any length but 0.
  let axis: SIMD3<Double>
  /// The entry m34 of the matrix, per point.
  let perspective: Double
  /// Whether the back is drawn too.
  let isDoubleSided: Bool
  /// Of the plane, after the turn.
  let scale: Double
  /// In the plane, after the scale, in points.
  let translation: SIMD2<Double>

  /// Whether the front is towards the viewer: the z of the card's turned normal is not below 0.
  var showsFront: Bool { turned([0, 0, 1]).z >= 0 }

  /// The corners of a card of `size`.
  func quad(of size: Size) -> Quad {
    let right = size.width / 2
    let bottom = size.height / 2
    return Quad(
      topLeft: projected([-right, -bottom]), topRight: projected([right, -bottom]),
      bottomRight: projected([right, bottom]), bottomLeft: projected([-right, bottom]))
  }

  /// Where `point` of the card is drawn, both relative to the centre.
  private func projected(_ point: SIMD2<Double>) -> SIMD2<Double> {
    // 1. Moved, then turned.
    let turned = turned(SIMD3(point, 0) + shift)
    // 2. Scaled and moved in the plane; depth is not scaled.
    let placed = scale * SIMD2(turned.x, turned.y) + translation
    // 3. Drawn together with distance, the displacement too.
    return placed / max(1 + perspective * turned.z, Self.leastDivisor)
  }

  /// `vector` turned by Rodrigues' formula: v cos θ + (k × v) sin θ + k (k · v)(1 − cos θ).
  private func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let unit = axis / Double.sqrt((axis * axis).sum())
    let cross = SIMD3(
      unit.y * vector.z - unit.z * vector.y,
      unit.z * vector.x - unit.x * vector.z,
      unit.x * vector.y - unit.y * vector.x)
    let along = (unit * vector).sum()
    let cosine = Double.cos(angle)
    return vector * cosine + cross * Double.sin(angle) + unit * along * (1 - cosine)
  }
}
