extension ScaleTransform {
  /// How a card turns with progress.
  public struct Rotation3D: Hashable, Sendable {
    /// The angle per page, in radians, right-handed about ``axis``.
    public var angle: Double
    /// The angle is at least this, in radians.
    public var minAngle: Double
    /// The angle is at most this, in radians.
    public var maxAngle: Double
    /// The axis, of any length but 0: x to the right, y down, z toward the viewer.
    public var axis: SIMD3<Double>
    /// The perspective, per point: below 0 what is nearer to the viewer is larger.
    public var m34: Double
    /// Whether the back of a card is drawn too.
    public var isDoubleSided: Bool

    /// A turn by `angle` per page about `axis`.
    public init(
      angle: Double, minAngle: Double, maxAngle: Double, axis: SIMD3<Double>, m34: Double,
      isDoubleSided: Bool = false
    ) {
      self.angle = angle
      self.minAngle = minAngle
      self.maxAngle = maxAngle
      self.axis = axis
      self.m34 = m34
      self.isDoubleSided = isDoubleSided
    }
  }

  /// How a card moves in space with progress, before it turns.
  ///
  /// Bounds may be equal, which fixes a coordinate, but not reversed: the library's inverted cylinder
  /// has a lower bound above its upper one and depends on which of the two is applied last.
  public struct Translation3D: Hashable, Sendable {
    /// Per page: to the right with progress, down and toward the viewer with distance. x and z are
    /// relative to the card's width, y to its height.
    public var ratios: SIMD3<Double>
    /// At least this far.
    public var minRatios: SIMD3<Double>
    /// At most this far.
    public var maxRatios: SIMD3<Double>

    /// A movement by `ratios` per page.
    public init(ratios: SIMD3<Double>, minRatios: SIMD3<Double>, maxRatios: SIMD3<Double>) {
      self.ratios = ratios
      self.minRatios = minRatios
      self.maxRatios = maxRatios
    }
  }
}

extension ScaleTransform.Rotation3D {
  func angle<Number: MotionNumber>(at progress: Number) -> Number {
    (Number(angle) * progress).limited(from: minAngle, to: maxAngle)
  }

  func check() throws(LayoutError) {
    try OptionCheck.number(angle, "rotation_3d.angle")
    try OptionCheck.bounds(
      minAngle, maxAngle, "rotation_3d.min_angle", "rotation_3d.max_angle")
    try OptionCheck.vector(axis, "rotation_3d.axis")
    guard (axis * axis).sum() > 0 else { throw .noDirection("rotation_3d.axis") }
    try OptionCheck.number(m34, "rotation_3d.m34")
  }
}

extension ScaleTransform.Translation3D {
  func shift<Number: MotionNumber>(at progress: Number, page: Size) -> SpacePoint<Number> {
    let extents: SIMD3 = [page.width, page.height, page.width]
    let lower = minRatios * extents
    let upper = maxRatios * extents
    let distance = progress.unsigned
    return SpacePoint(
      (Number(ratios.x) * progress * Number(extents.x)).limited(from: lower.x, to: upper.x),
      (Number(ratios.y) * distance * Number(extents.y)).limited(from: lower.y, to: upper.y),
      (Number(ratios.z) * distance * Number(extents.z)).limited(from: lower.z, to: upper.z))
  }

  func check() throws(LayoutError) {
    try OptionCheck.vector(ratios, "translation_3d.ratios")
    try OptionCheck.bounds(
      minRatios, maxRatios, "translation_3d.min_ratios", "translation_3d.max_ratios")
  }
}
