/// How the cards of a pile move, as a pure function of progress.
///
/// The formulas are those of the stack transform of CollectionViewPagingLayout (amirdew, 2022, MIT),
/// evaluated in doubles. A progress above 0 is still in the pile, one below 0 is being swiped away;
/// in a reversed pile it is the other way round.
public struct StackTransform: Hashable, Sendable {
  /// A card's place and look at one progress. A point q relative to the card's centre is drawn at
  /// centre + (tx, ty) + scale · rotated(q).
  public struct Sample: Hashable, Sendable {
    /// Size relative to the untransformed card.
    public let scale: Double
    /// Displacement to the right, in points.
    public internal(set) var tx: Double
    /// Displacement down, in points.
    public let ty: Double
    /// 0 (invisible) to 1.
    public let alpha: Double
    /// Clockwise angle, in radians.
    public internal(set) var rotation: Double
    /// Higher is nearer to the viewer: −|round(progress)|, with halves away from zero.
    ///
    /// The library's two front ends differ: in UIKit a swiped card stays on top (−round(progress)),
    /// in SwiftUI it drops behind the next one from half a page on. This is the latter; cards of
    /// equal index lie in the order of the items.
    public let zIndex: Double
    /// How much of the system blur lies over the card, 0 to 1; `nil` where blurring is off.
    public let blur: Double?
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

  /// The transform of a stack view of the library without options.
  public static let `default` = StackTransform(.default)

  /// The transform of a page of `page` points at `progress`.
  ///
  /// Total: infinities count as very large, what is not a number as 0.
  public func sample(at progress: Double, page: Size) -> Sample {
    let progress = MotionInput.progress(progress)
    let motion = motion(at: progress, page: MotionInput.page(page))
    return Sample(
      scale: motion.scale, tx: motion.tx, ty: motion.ty, alpha: motion.alpha,
      rotation: motion.rotation, zIndex: -abs(progress.rounded(.toNearestOrAwayFromZero)),
      blur: motion.blur)
  }
}

/// The continuous values of a card of a pile.
struct StackMotion<Number: MotionNumber> {
  let scale, tx, ty, alpha, rotation: Number
  let blur: Number?
}

extension StackTransform {
  /// The motion of a page of `page` points at `progress`, both within ``MotionInput``'s limits.
  func motion<Number: MotionNumber>(at progress: Number, page: Size) -> StackMotion<Number> {
    // 1. How deep in the pile the card is; below 0 it is being swiped away.
    let depth = options.reverse ? -progress : progress
    // 2. Cards shrink with depth, and where the pile has a perspective they draw together.
    let scale = (Number(1) - depth * Number(options.scaleFactor))
      .limited(from: options.minScale, to: options.maxScale)
    let depthFraction = depth.fraction(from: 0, to: Double(options.maxStackSize))
    let perspective =
      TransformCurve.easeOut.value(of: depthFraction) * Number(options.perspectiveRatio)
    // 3. They move along the lean, and out along the pop offset once swiped.
    func displacement(_ extent: Double, lean: Double, pop: Double) -> Number {
      let spacing = (extent * options.spacingFactor)
        .limited(from: nil, to: options.maxSpacing.map { extent * $0 })
      // Keeps the edge the pile leans toward where it is while the card shrinks.
      let shrunk = (scale - Number(1)) * Number(extent) / Number(2)
      let anchored = (shrunk + perspective * Number(extent)) * Number(lean)
      let piled = Number(spacing) * depth.limited(from: 0, to: nil) * Number(lean) - anchored
      return depth.decisive < 0 ? piled - Number(extent * pop) * depth : piled
    }
    return StackMotion(
      scale: scale,
      tx: displacement(page.width, lean: options.stackPosition.x, pop: options.popOffsetRatio.x),
      ty: displacement(page.height, lean: options.stackPosition.y, pop: options.popOffsetRatio.y),
      alpha: alpha(at: depth),
      rotation: rotation(at: depth),
      blur: options.blursCards
        ? (depthFraction * Number(options.maxBlurEffectRadius)).limited(from: nil, to: 1) : nil)
  }

  /// Full in front, fainter with depth, fading over the last card and when swiped away.
  private func alpha<Number: MotionNumber>(at depth: Number) -> Number {
    let bottom = Double(options.maxStackSize) - 1
    // 1. The two fades.
    let faded =
      if depth.decisive >= bottom {
        Number(1)
          - depth.fraction(from: bottom, to: bottom + options.bottomStackAlphaSpeedFactor)
      } else if depth.decisive < 0 {
        depth.fraction(from: -1, to: -1 + options.topStackAlphaSpeedFactor)
      } else {
        Number(1)
      }
    // 2. The opacity that a card which can still be seen loses to each card above it.
    return (faded - depth.limited(from: 0, to: nil) * Number(options.alphaFactor))
      .limited(from: 0, to: 1).gated(by: faded)
  }

  /// Turning away when swiped; in the pile, every other card to the other side.
  private func rotation<Number: MotionNumber>(at depth: Number) -> Number {
    guard depth.decisive > 0 else {
      return -(-depth).limited(from: nil, to: 1) * Number(options.popAngle)
    }
    // 1. From upright in front to the full angle at depth 1.
    guard depth.decisive >= 1 else { return Number(options.stackRotateAngle) * depth }
    // 2. From there on a triangle wave: the full angle at odd depths, its opposite at even ones.
    let whole = depth.decisive.rounded(.towardZero)
    let wave =
      Number(options.stackRotateAngle) * (Number(1) - Number(2) * (depth - Number(whole)))
    return whole.truncatingRemainder(dividingBy: 2) == 0 ? -wave : wave
  }
}
