extension ScaleTransform {
  /// The options of the cards, by the names of the library. Ratios are relative to the card's width
  /// along x and its height along y.
  ///
  /// The library's `shadowOpacity` is missing: nothing reads it there, ``shadowOpacityMin`` and
  /// ``shadowOpacityMax`` say it all. So is its `blurEffectStyle`: only Apple's systems have those
  /// materials.
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
    /// How a card turns in space, if it does.
    public var rotation3D: Rotation3D?
    /// How a card moves in space, if it does.
    public var translation3D: Translation3D?

    /// The options of a bare scale view.
    public init() {}
  }
}

extension ScaleTransform.Options: DeclaredOptions {
  public static let declarations = OptionList(Self(), motion + looks + space)

  private static let motion: [LayoutOption<Self>] = [
    .number("min_scale", \.minScale).checkedWithOthers,
    .number("max_scale", \.maxScale).checked { options throws(LayoutError) in
      try OptionCheck.bounds(options.minScale, options.maxScale, "min_scale", "max_scale")
    },
    .number("scale_ratio", \.scaleRatio),
    .pair("translation_ratio", \.translationRatio),
    .pair("min_translation_ratio", \.minTranslationRatio),
    .pair("max_translation_ratio", \.maxTranslationRatio).checked { options throws(LayoutError) in
      try OptionCheck.bounds(
        options.minTranslationRatio, options.maxTranslationRatio, "min_translation_ratio",
        "max_translation_ratio")
    },
    .flag("keep_vertical_spacing_equal", \.keepVerticalSpacingEqual),
    .flag("keep_horizontal_spacing_equal", \.keepHorizontalSpacingEqual),
    .choice("scale_curve", \.scaleCurve), .choice("translation_curve", \.translationCurve),
  ]

  private static let looks: [LayoutOption<Self>] = [
    .flag("shadow_enabled", \.shadowEnabled),
    .part("shadow_color", \.shadowColor, ShadowColor.declarations),
    .number("shadow_radius_min", \.shadowRadiusMin, in: OptionCheck.unsigned),
    .number("shadow_radius_max", \.shadowRadiusMax, in: OptionCheck.unsigned),
    .part("shadow_offset_min", \.shadowOffsetMin, Size.declarations),
    .part("shadow_offset_max", \.shadowOffsetMax, Size.declarations),
    .number("shadow_opacity_min", \.shadowOpacityMin, in: 0...1),
    .number("shadow_opacity_max", \.shadowOpacityMax, in: 0...1),
    .flag("blur_effect_enabled", \.blurEffectEnabled),
    .number("blur_effect_radius_ratio", \.blurEffectRadiusRatio, in: OptionCheck.unsigned),
  ]

  private static let space: [LayoutOption<Self>] = [
    .part("rotation_3d", \.rotation3D, ScaleTransform.Rotation3D.declarations),
    .part("translation_3d", \.translation3D, ScaleTransform.Translation3D.declarations),
  ]

  /// Whether samples have a blur.
  var blursCards: Bool { blurEffectEnabled && blurEffectRadiusRatio > 0 }
}

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
  /// By default a card does not turn; the axis is vertical and the limit half a turn either way.
  static let declarations = OptionList(
    Self(angle: 0, minAngle: -.pi, maxAngle: .pi, axis: [0, 1, 0], m34: 0),
    [
      .number("angle", \.angle), .number("min_angle", \.minAngle).checkedWithOthers,
      .number("max_angle", \.maxAngle).checked { turn throws(LayoutError) in
        try OptionCheck.bounds(turn.minAngle, turn.maxAngle, "min_angle", "max_angle")
      },
      .triple("axis", \.axis).checked { turn throws(LayoutError) in
        try OptionCheck.vector(turn.axis, "axis")
        guard (turn.axis * turn.axis).sum() > 0 else { throw .noDirection("axis") }
      },
      .number("m34", \.m34), .flag("is_double_sided", \.isDoubleSided),
    ])

  func angle<Number: MotionNumber>(at progress: Number) -> Number {
    (Number(angle) * progress).limited(from: minAngle, to: maxAngle)
  }
}

extension ScaleTransform.Translation3D {
  /// By default a card does not move; the limit is five cards either way.
  static let declarations = OptionList(
    Self(ratios: .zero, minRatios: SIMD3(repeating: -5), maxRatios: SIMD3(repeating: 5)),
    [
      .triple("ratios", \.ratios), .triple("min_ratios", \.minRatios).checkedWithOthers,
      .triple("max_ratios", \.maxRatios).checked { shift throws(LayoutError) in
        try OptionCheck.bounds(shift.minRatios, shift.maxRatios, "min_ratios", "max_ratios")
      },
    ])

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
}
