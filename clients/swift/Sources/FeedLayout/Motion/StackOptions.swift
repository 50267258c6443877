extension StackTransform {
  /// The options of a pile, by the names of the library. Angles are in radians, clockwise; ratios
  /// are relative to the card's width along x and its height along y.
  ///
  /// The library's `blurEffectStyle` is missing: only Apple's systems have those materials.
  public struct Options: Hashable, Sendable {
    /// Scale lost per card of depth; below 0 the cards grow.
    public var scaleFactor = 0.15
    /// The scale is at least this, if there is such a bound.
    public var minScale: Double? = 0
    /// The scale is at most this, if there is such a bound.
    public var maxScale: Double? = 1
    /// How many cards of the pile are visible; at least 1, as depths are divided by it.
    public var maxStackSize = 3
    /// Distance between two cards of the pile, relative to the card's extent.
    public var spacingFactor = 0.03
    /// The distance is at most this, relative to the card's extent, if there is such a bound.
    public var maxSpacing: Double?
    /// Opacity lost per card of depth.
    public var alphaFactor = 0.0
    /// How long a card takes to fade out at the bottom of the pile, in cards; above 0.
    public var bottomStackAlphaSpeedFactor = 0.9
    /// How long a card takes to fade out when swiped away, in cards; above 0.
    public var topStackAlphaSpeedFactor = 0.3
    /// How far the deepest card is drawn together with those above it, relative to its extent.
    public var perspectiveRatio = 0.0
    /// Whether cards cast a shadow, the same at any progress.
    public var shadowEnabled = true
    /// The shadow's colour.
    public var shadowColor = ShadowColor.black
    /// The shadow's opacity, 0 to 1.
    public var shadowOpacity = 0.1
    /// The shadow's displacement, in points.
    public var shadowOffset = Size.zero
    /// The shadow's radius, in points; 0 and up.
    public var shadowRadius = 10.0
    /// The angle of the cards in the pile, to one side and the other (the library's
    /// `stackRotateAngel`).
    ///
    /// From 0 to 1 the angle grows with depth whatever its sign. The library's formula does so above
    /// 0 only; below 0 its front card jumps to twice the angle as soon as it moves.
    public var stackRotateAngle = 0.0
    /// The counterclockwise angle of a card that has been swiped away.
    public var popAngle = Double.pi / 7
    /// The displacement of a card that has been swiped away.
    public var popOffsetRatio: SIMD2<Double> = [-1.3, 0.3]
    /// Where the pile leans: (0, −1) is straight up.
    public var stackPosition: SIMD2<Double> = [0, -1]
    /// Whether the pile is run through backwards, from a screen that starts at its end.
    public var reverse = false
    /// Whether the cards of the pile are blurred; off too where ``maxBlurEffectRadius`` is 0.
    public var blurEffectEnabled = false
    /// How much of the system blur lies over the deepest card, 0 and up.
    public var maxBlurEffectRadius = 0.0

    /// The options of a bare stack view.
    public init() {}
  }
}

extension StackTransform.Options: DeclaredOptions {
  public static let declarations = OptionList(Self(), pile + looks)

  private static let pile: [LayoutOption<Self>] = [
    .number("scale_factor", \.scaleFactor),
    .number("min_scale", \.minScale).checkedWithOthers,
    .number("max_scale", \.maxScale).checked { options throws(LayoutError) in
      try OptionCheck.bounds(options.minScale, options.maxScale, "min_scale", "max_scale")
    },
    .integer("max_stack_size", \.maxStackSize, in: 1...Int(OptionCheck.limit)),
    .number("spacing_factor", \.spacingFactor), .number("max_spacing", \.maxSpacing),
    .number("alpha_factor", \.alphaFactor),
    .number(
      "bottom_stack_alpha_speed_factor", \.bottomStackAlphaSpeedFactor, in: OptionCheck.divisor),
    .number("top_stack_alpha_speed_factor", \.topStackAlphaSpeedFactor, in: OptionCheck.divisor),
    .number("perspective_ratio", \.perspectiveRatio),
  ]

  private static let looks: [LayoutOption<Self>] = [
    .flag("shadow_enabled", \.shadowEnabled),
    .part("shadow_color", \.shadowColor, ShadowColor.declarations),
    .number("shadow_opacity", \.shadowOpacity, in: 0...1),
    .part("shadow_offset", \.shadowOffset, Size.declarations),
    .number("shadow_radius", \.shadowRadius, in: OptionCheck.unsigned),
    .number("stack_rotate_angle", \.stackRotateAngle), .number("pop_angle", \.popAngle),
    .pair("pop_offset_ratio", \.popOffsetRatio), .pair("stack_position", \.stackPosition),
    .flag("reverse", \.reverse), .flag("blur_effect_enabled", \.blurEffectEnabled),
    .number("max_blur_effect_radius", \.maxBlurEffectRadius, in: OptionCheck.unsigned),
  ]

  /// The shadow of every card, if there is one.
  var shadow: CardShadow? {
    shadowEnabled
      ? CardShadow(
        offset: shadowOffset, radius: shadowRadius, opacity: shadowOpacity, color: shadowColor)
      : nil
  }

  /// Whether samples have a blur.
  var blursCards: Bool { blurEffectEnabled && maxBlurEffectRadius > 0 }
}

extension StackTransform {
  /// The piles of the library, by their published names.
  public enum Preset: String, CaseIterable, Hashable, Sendable {
    case `default`
    case transparent
    case perspective
    case rotary
    case vortex
    case reverse
    case blur
  }
}

extension StackTransform.Options {
  /// The options of `preset`.
  public init(_ preset: StackTransform.Preset) {
    self.init()
    switch preset {
    case .default:
      break

    case .transparent:
      scaleFactor = 0.12
      maxStackSize = 4
      alphaFactor = 0.2
      bottomStackAlphaSpeedFactor = 10
      topStackAlphaSpeedFactor = 0.1
      popAngle = .pi / 10
      popOffsetRatio = [-1.45, 0.3]

    case .perspective:
      scaleFactor = 0.1
      minScale = 0.2
      maxStackSize = 6
      spacingFactor = 0.08
      perspectiveRatio = 0.3
      shadowRadius = 5
      popAngle = .pi / 10
      popOffsetRatio = [-1.45, 0.3]
      stackPosition = [1, 0]

    case .rotary:
      scaleFactor = -0.03
      minScale = 0.2
      spacingFactor = 0.01
      alphaFactor = 0.1
      shadowRadius = 8
      stackRotateAngle = .pi / 16
      popAngle = .pi / 4
      popOffsetRatio = [-1.45, 0.4]
      stackPosition = [0, 1]

    case .vortex:
      scaleFactor = -0.15
      minScale = 0.2
      maxScale = nil
      maxStackSize = 4
      spacingFactor = 0
      alphaFactor = 0.4
      topStackAlphaSpeedFactor = 1
      perspectiveRatio = -0.3
      shadowEnabled = false
      popAngle = .pi
      popOffsetRatio = [0, 0]
      stackPosition = [0, 1]

    case .reverse:
      swipeBackwards()
      maxStackSize = 4
      spacingFactor = 0.08
      stackPosition = [-1, -0.2]

    case .blur:
      swipeBackwards()
      maxStackSize = 7
      spacingFactor = 0.06
      topStackAlphaSpeedFactor = 0.1
      perspectiveRatio = 0.04
      stackPosition = [-1, 0]
      blurEffectEnabled = true
      maxBlurEffectRadius = 0.08
    }
  }

  /// Sets the options that the two reversed piles share.
  private mutating func swipeBackwards() {
    scaleFactor = 0.1
    maxScale = nil
    shadowRadius = 8
    popAngle = -.pi / 4
    popOffsetRatio = [1.45, 0.4]
    reverse = true
  }
}
