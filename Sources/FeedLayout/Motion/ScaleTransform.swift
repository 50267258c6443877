/// How cards shrink, move and turn to the sides of the one in the middle, as a pure function of
/// progress.
///
/// The formulas are those of the scale transform of CollectionViewPagingLayout (amirdew, 2022, MIT),
/// evaluated in doubles. A progress above 0 is to the right, one below 0 to the left.
public struct ScaleTransform: Hashable, Sendable {
  /// A card's place and look at one progress. Without a third dimension a point q relative to the
  /// card's centre is drawn at centre + (tx, ty) + scale · q; with one, ``quad`` says where.
  public struct Sample: Hashable, Sendable {
    /// Size relative to the untransformed card.
    public let scale: Double
    /// Displacement to the right, in points.
    public let tx: Double
    /// Displacement down, in points.
    public let ty: Double
    /// The shadow, which fades to the sides; `nil` where shadows are off.
    public let shadow: Shadow?
    /// How much of the system blur lies over the card, 0 to 1; `nil` where blurring is off.
    public let blur: Double?
    /// Where the corners are drawn, with ``scale``, ``tx`` and ``ty`` in them; `nil` where the card
    /// stays in its plane.
    public let quad: Quad?
    /// Whether the card has turned its back and is not double-sided, so that nothing is drawn.
    public let isHidden: Bool
  }

  /// A shadow at one progress.
  public struct Shadow: Hashable, Sendable {
    /// Displacement, in points.
    public let offset: Size
    /// Radius, in points.
    public let radius: Double
    /// 0 to 1.
    public let opacity: Double
  }

  /// What the transform was made from.
  public let options: Options

  /// A transform of `options`.
  ///
  /// - Throws: ``LayoutError`` for the first option that no sample can be computed with.
  public init(_ options: Options) throws(LayoutError) {
    try options.check()
    self.options = options
  }

  /// The transform published as `preset`.
  public init(_ preset: Preset) {
    options = Options(preset)
  }

  /// The transform of a page of `page` points at `progress`.
  ///
  /// Total: infinities count as very large, what is not a number as 0.
  public func sample(at progress: Double, page: Size) -> Sample {
    let page = MotionInput.page(page)
    let progress = MotionInput.progress(progress)
    let motion = motion(at: progress, page: page)
    return Sample(
      scale: motion.scale, tx: motion.translation.x, ty: motion.translation.y,
      shadow: motion.shadow.map {
        Shadow(
          offset: Size(width: $0.offset.x, height: $0.offset.y), radius: $0.radius,
          opacity: $0.opacity)
      },
      blur: motion.blur, quad: motion.projection.map { Quad($0.corners(of: page)) },
      isHidden: motion.projection.map { !$0.showsFront && !$0.isDoubleSided } ?? false)
  }
}

extension Quad {
  /// Of four corners, clockwise from the top left.
  fileprivate init(_ corners: [PlanePoint<Double>]) {
    let points = corners.map { SIMD2($0.x, $0.y) }
    self.init(
      topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }
}
