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
    public internal(set) var tx: Double
    /// Displacement down, in points.
    public let ty: Double
    /// The shadow, which fades to the sides; `nil` where shadows are off.
    public internal(set) var shadow: CardShadow?
    /// How much of the system blur lies over the card, 0 to 1; `nil` where blurring is off.
    public let blur: Double?
    /// Where the corners are drawn, with ``scale``, ``tx`` and ``ty`` in them; `nil` where the card
    /// stays in its plane.
    public internal(set) var quad: Quad?
    /// Whether the card has turned its back and is not double-sided, so that nothing is drawn.
    public let isHidden: Bool
  }

  /// The options of the transform.
  public let options: Options

  /// A transform of `options`.
  ///
  /// - Throws: ``LayoutError`` for the first option that no sample can be computed with.
  public init(_ options: Options) throws(LayoutError) {
    try Options.declarations.check(options)
    self.options = options
  }

  init(checked options: Options) {
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
      shadow: motion.shadow.map { shadow in
        CardShadow(
          offset: Size(width: shadow.offset.x, height: shadow.offset.y), radius: shadow.radius,
          opacity: shadow.opacity, color: options.shadowColor)
      },
      blur: motion.blur, quad: motion.projection.map { Quad($0.corners(of: page)) },
      isHidden: motion.projection.map { !$0.showsFront && !$0.isDoubleSided } ?? false)
  }
}

extension Quad {
  /// Creates a quad of four corners, clockwise from the top left.
  fileprivate init(_ corners: [PlanePoint<Double>]) {
    let points = corners.map { SIMD2($0.x, $0.y) }
    self.init(
      topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }
}

/// The continuous values of a card that shrinks and moves to the sides.
struct ScaleMotion<Number: MotionNumber> {
  /// The values of the card's shadow.
  struct Shadow {
    let offset: PlanePoint<Number>
    let radius, opacity: Number
  }

  let scale: Number
  let translation: PlanePoint<Number>
  let shadow: Shadow?
  let blur: Number?
  let projection: Projection<Number>?
}

extension ScaleTransform {
  /// The motion of a page of `page` points at `progress`, both within ``MotionInput``'s limits.
  func motion<Number: MotionNumber>(at progress: Number, page: Size) -> ScaleMotion<Number> {
    let distance = progress.unsigned
    // 1. Cards shrink with distance.
    let scale = (Number(1) - options.scaleCurve.value(of: distance) * Number(options.scaleRatio))
      .limited(from: options.minScale, to: options.maxScale)
    // 2. They move out, and further by half of what they lost.
    let translation = translation(at: progress, scale: scale, page: page)
    // 3. Where there is a third dimension they leave their plane.
    return ScaleMotion(
      scale: scale, translation: translation,
      shadow: options.shadowEnabled ? shadow(at: distance) : nil,
      blur: options.blursCards
        ? (distance * Number(options.blurEffectRadiusRatio)).limited(from: nil, to: 1) : nil,
      projection: projection(at: progress, scale: scale, translation: translation, page: page))
  }

  private func translation<Number: MotionNumber>(
    at progress: Number, scale: Number, page: Size
  ) -> PlanePoint<Number> {
    // 1. Half of what the card lost.
    let shrunk = Number(1) - scale
    let lostX = shrunk * Number(options.keepHorizontalSpacingEqual ? page.width / 2 : 0)
    let lostY = shrunk * Number(options.keepVerticalSpacingEqual ? page.height / 2 : 0)
    // 2. Out to the side, and down at either side.
    let moved = options.translationCurve.value(of: progress.unsigned)
    let side = progress.decisive < 0 ? -1.0 : 1
    let x = Number(page.width * options.translationRatio.x) * moved * Number(side)
    let y = Number(page.height * options.translationRatio.y) * moved
    // 3. Not beyond the bounds.
    let lower = options.minTranslationRatio
    let upper = options.maxTranslationRatio
    return PlanePoint(
      x: (progress.decisive > 0 ? x + lostX : x - lostX)
        .limited(from: lower.map { page.width * $0.x }, to: upper.map { page.width * $0.x }),
      y: (y - lostY)
        .limited(from: lower.map { page.height * $0.y }, to: upper.map { page.height * $0.y }))
  }

  /// Largest in the middle, at its minimum from one page away on.
  private func shadow<Number: MotionNumber>(at distance: Number) -> ScaleMotion<Number>.Shadow {
    let nearness = Number(1) - distance
    func part(_ least: Double, _ most: Double) -> Number {
      (nearness * Number(most)).limited(from: least, to: nil)
    }
    return ScaleMotion.Shadow(
      offset: PlanePoint(
        x: part(options.shadowOffsetMin.width, options.shadowOffsetMax.width),
        y: part(options.shadowOffsetMin.height, options.shadowOffsetMax.height)),
      radius: part(options.shadowRadiusMin, options.shadowRadiusMax),
      opacity: part(options.shadowOpacityMin, options.shadowOpacityMax))
  }

  private func projection<Number: MotionNumber>(
    at progress: Number, scale: Number, translation: PlanePoint<Number>, page: Size
  ) -> Projection<Number>? {
    guard options.rotation3D != nil || options.translation3D != nil else { return nil }
    return Projection(
      shift: options.translation3D?.shift(at: progress, page: page) ?? SpacePoint(.zero),
      angle: options.rotation3D?.angle(at: progress) ?? Number(0),
      axis: options.rotation3D?.axis ?? [0, 0, 1],
      perspective: options.rotation3D?.m34 ?? 0,
      isDoubleSided: options.rotation3D?.isDoubleSided ?? true,
      scale: scale, translation: translation)
  }
}
