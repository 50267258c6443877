extension ScaleTransform {
  /// What the cards can be told, by the names of the library. Ratios are relative to the card's width
  /// along x and its height along y.
  ///
  /// The library's `shadowOpacity` is missing: nothing reads it there, ``shadowOpacityMin`` and
  /// ``shadowOpacityMax`` say it all.
  public struct Options: Hashable, Sendable {
    /// The scale is at least this.
    public var minScale = 0.75
    /// The scale is at most this.
    public var maxScale = 1.0
    /// Scale lost per page of distance.
    public var scaleRatio = 0.25
    /// How far a card moves per page of distance: outward, and down.
    public var translationRatio: SIMD2<Double> = [0.93, 0.36]
    /// A card moves at least this far, if there is such a bound.
    public var minTranslationRatio: SIMD2<Double>? = [-5, -5]
    /// A card moves at most this far, if there is such a bound.
    public var maxTranslationRatio: SIMD2<Double>? = [5, 5]
    /// Whether a card moves up by half the height it lost.
    public var keepVerticalSpacingEqual = true
    /// Whether a card moves outward by half the width it lost.
    public var keepHorizontalSpacingEqual = true
    /// How the scale follows distance.
    public var scaleCurve = TransformCurve.linear
    /// How the displacement follows distance.
    public var translationCurve = TransformCurve.linear
    /// Whether cards cast a shadow.
    public var shadowEnabled = true
    /// The shadow's colour.
    public var shadowColor = ShadowColor.black
    /// The shadow's least radius, in points; 0 and up.
    public var shadowRadiusMin = 2.0
    /// The shadow's radius in the middle, in points; 0 and up.
    public var shadowRadiusMax = 13.0
    /// The shadow's least displacement, in points.
    public var shadowOffsetMin = Size(width: 0, height: 2)
    /// The shadow's displacement in the middle, in points.
    public var shadowOffsetMax = Size(width: 0, height: 6)
    /// The shadow's least opacity, 0 to 1.
    public var shadowOpacityMin = 0.1
    /// The shadow's opacity in the middle, 0 to 1.
    public var shadowOpacityMax = 0.1
    /// Whether cards are blurred; off too where ``blurEffectRadiusRatio`` is 0.
    public var blurEffectEnabled = false
    /// How much of the system blur a card gets per page of distance, 0 and up.
    public var blurEffectRadiusRatio = 0.4
    /// The kind of blur.
    public var blurEffectStyle = BlurStyle.light
    /// How a card turns in space, if it does.
    public var rotation3D: Rotation3D?
    /// How a card moves in space, if it does.
    public var translation3D: Translation3D?

    /// The options of a bare scale view.
    public init() {}
  }
}

extension ScaleTransform.Options {
  /// Whether samples have a blur.
  var blursCards: Bool { blurEffectEnabled && blurEffectRadiusRatio > 0 }

  func check() throws(LayoutError) {
    try OptionCheck.bounds(minScale, maxScale, "min_scale", "max_scale")
    try OptionCheck.number(scaleRatio, "scale_ratio")
    try OptionCheck.vector(translationRatio, "translation_ratio")
    try OptionCheck.bounds(
      minTranslationRatio, maxTranslationRatio, "min_translation_ratio", "max_translation_ratio")
    try checkShadow()
    try OptionCheck.number(
      blurEffectRadiusRatio, in: OptionCheck.unsigned, "blur_effect_radius_ratio")
    try rotation3D?.check()
    try translation3D?.check()
  }

  private func checkShadow() throws(LayoutError) {
    try shadowColor.check("shadow_color")
    try OptionCheck.number(shadowRadiusMin, in: OptionCheck.unsigned, "shadow_radius_min")
    try OptionCheck.number(shadowRadiusMax, in: OptionCheck.unsigned, "shadow_radius_max")
    try OptionCheck.size(shadowOffsetMin, "shadow_offset_min")
    try OptionCheck.size(shadowOffsetMax, "shadow_offset_max")
    try OptionCheck.number(shadowOpacityMin, in: 0...1, "shadow_opacity_min")
    try OptionCheck.number(shadowOpacityMax, in: 0...1, "shadow_opacity_max")
  }
}
