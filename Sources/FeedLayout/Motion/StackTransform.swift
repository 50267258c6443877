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
    public let tx: Double
    /// Displacement down, in points.
    public let ty: Double
    /// 0 (invisible) to 1.
    public let alpha: Double
    /// Clockwise angle, in radians.
    public let rotation: Double
    /// Higher is nearer to the viewer: −|round(progress)|, with halves away from zero.
    ///
    /// The library's two front ends differ: in UIKit a swiped card stays on top (−round(progress)),
    /// in SwiftUI it drops behind the next one from half a page on. This is the latter; cards of
    /// equal index lie in the order of the items.
    public let zIndex: Double
    /// How much of the system blur lies over the card, 0 to 1; `nil` where blurring is off.
    public let blur: Double?
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

  /// What a bare stack view of the library does.
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
