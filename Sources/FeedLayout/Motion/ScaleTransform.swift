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

  /// The transform of a page of `page` points at `progress`, all of them finite.
  public func sample(at progress: Double, page: Size) -> Sample {
    let page = MotionInput.page(page)
    let progress = MotionInput.progress(progress)
    let distance = abs(progress)
    // 1. Cards shrink with distance.
    let scale = (1 - options.scaleCurve.value(at: distance) * options.scaleRatio)
      .limited(from: options.minScale, to: options.maxScale)
    // 2. They move out, and further by half of what they lost.
    let translation = translation(at: progress, scale: scale, page: page)
    // 3. Where there is a third dimension they leave their plane.
    let projection = projection(at: progress, scale: scale, translation: translation, page: page)
    return Sample(
      scale: scale, tx: translation.x, ty: translation.y,
      shadow: options.shadowEnabled ? shadow(at: distance) : nil,
      blur: options.blursCards ? min(distance * options.blurEffectRadiusRatio, 1) : nil,
      quad: projection?.quad(of: page),
      isHidden: projection.map { !$0.showsFront && !$0.isDoubleSided } ?? false)
  }

  private func translation(at progress: Double, scale: Double, page: Size) -> SIMD2<Double> {
    // 1. Half of what the card lost.
    let lost = SIMD2(
      options.keepHorizontalSpacingEqual ? (1 - scale) * page.width / 2 : 0,
      options.keepVerticalSpacingEqual ? (1 - scale) * page.height / 2 : 0)
    // 2. Out to the side, and down at either side.
    let moved = options.translationCurve.value(at: abs(progress))
    let side = progress < 0 ? -1.0 : 1
    let x = page.width * options.translationRatio.x * moved * side
    let y = page.height * options.translationRatio.y * moved
    // 3. Not beyond the bounds.
    let lower = options.minTranslationRatio
    let upper = options.maxTranslationRatio
    return [
      (progress > 0 ? x + lost.x : x - lost.x)
        .limited(from: lower.map { page.width * $0.x }, to: upper.map { page.width * $0.x }),
      (y - lost.y)
        .limited(from: lower.map { page.height * $0.y }, to: upper.map { page.height * $0.y }),
    ]
  }

  /// Largest in the middle, at its minimum from one page away on.
  private func shadow(at distance: Double) -> Shadow {
    let nearness = 1 - distance
    return Shadow(
      offset: Size(
        width: max(options.shadowOffsetMin.width, nearness * options.shadowOffsetMax.width),
        height: max(options.shadowOffsetMin.height, nearness * options.shadowOffsetMax.height)),
      radius: max(options.shadowRadiusMin, nearness * options.shadowRadiusMax),
      opacity: max(options.shadowOpacityMin, nearness * options.shadowOpacityMax))
  }

  private func projection(
    at progress: Double, scale: Double, translation: SIMD2<Double>, page: Size
  ) -> Projection? {
    guard options.rotation3D != nil || options.translation3D != nil else { return nil }
    return Projection(
      shift: options.translation3D?.shift(at: progress, page: page) ?? .zero,
      angle: options.rotation3D?.angle(at: progress) ?? 0,
      axis: options.rotation3D?.axis ?? [0, 0, 1],
      perspective: options.rotation3D?.m34 ?? 0,
      isDoubleSided: options.rotation3D?.isDoubleSided ?? true,
      scale: scale, translation: translation)
  }
}
