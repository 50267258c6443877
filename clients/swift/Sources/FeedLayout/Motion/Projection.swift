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

/// A point in space, or a displacement.
struct SpacePoint<Number: MotionNumber> {
  var x, y, z: Number

  init(_ x: Number, _ y: Number, _ z: Number) {
    self.x = x
    self.y = y
    self.z = z
  }

  init(_ vector: SIMD3<Double>) {
    self.init(Number(vector.x), Number(vector.y), Number(vector.z))
  }

  static func + (left: Self, right: Self) -> Self {
    Self(left.x + right.x, left.y + right.y, left.z + right.z)
  }

  static func * (left: Self, right: Number) -> Self {
    Self(left.x * right, left.y * right, left.z * right)
  }
}

/// A point in the plane, or a displacement.
struct PlanePoint<Number: MotionNumber> {
  let x, y: Number
}

/// A card in space, drawn as Core Animation does with the transform Translate · Rotate · Affine: moved,
/// then turned about an axis through the centre, then scaled and moved in its plane, then divided by
/// its nearness.
struct Projection<Number: MotionNumber> {
  /// The nearness of a point at the eye or behind it, which has no place on the screen: it counts as
  /// this close to the eye. Core Animation would show it upside down at the other side.
  static var leastDivisor: Double { 1.0 / 1024 }

  /// Displacement before the turn, in points.
  let shift: SpacePoint<Number>
  /// Right-handed angle of the turn, in radians.
  let angle: Number
  /// The axis of the turn, of any length but 0.
  let axis: SIMD3<Double>
  /// The entry m34 of the matrix, per point.
  let perspective: Double
  /// Whether the back is drawn too.
  let isDoubleSided: Bool
  /// The scale of the plane, after the turn.
  let scale: Number
  /// Displacement in the plane, after the scale, in points.
  let translation: PlanePoint<Number>

  /// Whether the front is towards the viewer: the z of the card's turned normal is not below 0.
  var showsFront: Bool { turn.applied(to: SpacePoint([0, 0, 1])).z.decisive >= 0 }

  /// The corners of a card of `size`, clockwise from the top left.
  func corners(of size: Size) -> [PlanePoint<Number>] {
    let right = size.width / 2
    let bottom = size.height / 2
    let turn = turn
    return [(-right, -bottom), (right, -bottom), (right, bottom), (-right, bottom)]
      .map { projected(SpacePoint([$0, $1, 0]), by: turn) }
  }

  /// Where `point` of the card is drawn, both relative to the centre.
  private func projected(
    _ point: SpacePoint<Number>, by turn: Turn<Number>
  ) -> PlanePoint<Number> {
    // 1. Moved, then turned.
    let turned = turn.applied(to: point + shift)
    // 2. Scaled and moved in the plane; depth is not scaled.
    let x = scale * turned.x + translation.x
    let y = scale * turned.y + translation.y
    // 3. Drawn together with distance, the displacement too.
    let divisor = (Number(1) + Number(perspective) * turned.z)
      .limited(from: Self.leastDivisor, to: nil)
    return PlanePoint(x: x / divisor, y: y / divisor)
  }

  private var turn: Turn<Number> { Turn(by: angle, about: axis) }
}

/// A turn about an axis through the origin.
private struct Turn<Number: MotionNumber> {
  private let unit: SpacePoint<Number>
  private let cosine, sine: Number

  init(by angle: Number, about axis: SIMD3<Double>) {
    unit = SpacePoint(axis / Double.sqrt((axis * axis).sum()))
    cosine = .cos(angle)
    sine = .sin(angle)
  }

  /// `vector` turned by Rodrigues' formula: v cos θ + (k × v) sin θ + k (k · v)(1 − cos θ).
  func applied(to vector: SpacePoint<Number>) -> SpacePoint<Number> {
    let cross = SpacePoint(
      unit.y * vector.z - unit.z * vector.y,
      unit.z * vector.x - unit.x * vector.z,
      unit.x * vector.y - unit.y * vector.x)
    let along = unit.x * vector.x + unit.y * vector.y + unit.z * vector.z
    return vector * cosine + cross * sine + unit * (along * (Number(1) - cosine))
  }
}
