/// How the cards of a pile move, as a pure function of progress.
///
/// The formulas are those of the stack transform of CollectionViewPagingLayout 1.1 (amirdew, MIT),
/// evaluated in doubles. A progress above 0 is still in the pile, one below 0 is being swiped away.
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
    /// Higher is nearer to the viewer: −|round(progress)|.
    public let zIndex: Double
  }

  /// The published name.
  public let name: String
  /// Scale lost per card of depth.
  let scaleFactor: Double
  /// The scale stays between these.
  let scaleBounds: ClosedRange<Double>
  /// How many cards of the pile are visible.
  let visibleCards: Double
  /// Distance between two cards of the pile, relative to the card's extent.
  let spacingFactor: Double
  /// How long a card takes to fade out at the bottom of the pile, in cards.
  let bottomFade: Double
  /// How long a card takes to fade out when swiped away, in cards.
  let topFade: Double
  /// The rotation of a card that has been swiped away, in radians.
  let popAngle: Double
  /// The displacement of a card that has been swiped away, relative to its extents.
  let popOffset: SIMD2<Double>
  /// Where the pile leans: (0, −1) is straight up.
  let lean: SIMD2<Double>

  /// What a bare stack view of the library does.
  public static let `default` = StackTransform(
    name: "stack.default", scaleFactor: 0.15, scaleBounds: 0...1, visibleCards: 3,
    spacingFactor: 0.03, bottomFade: 0.9, topFade: 0.3, popAngle: .pi / 7,
    popOffset: [-1.3, 0.3], lean: [0, -1])

  /// The transform of a page of `page` points at `progress`, which must be finite.
  public func sample(at progress: Double, page: Size) -> Sample {
    // 1. Cards shrink with depth.
    let scale = min(max(1 - progress * scaleFactor, scaleBounds.lowerBound), scaleBounds.upperBound)
    // 2. They move along the lean, and out along the pop offset once swiped.
    func displacement(_ extent: Double, lean: Double, pop: Double) -> Double {
      let spacing = extent * spacingFactor
      // Keeps the edge the pile leans toward where it is while the card shrinks.
      let anchored = (scale - 1) * extent / 2 * lean
      let piled = spacing * max(progress, 0) * lean - anchored
      return progress < 0 ? piled - extent * pop * progress : piled
    }
    return Sample(
      scale: scale,
      tx: displacement(page.width, lean: lean.x, pop: popOffset.x),
      ty: displacement(page.height, lean: lean.y, pop: popOffset.y),
      alpha: alpha(at: progress),
      rotation: progress < 0 ? -min(-progress, 1) * popAngle : 0,
      zIndex: -abs(progress.rounded(.toNearestOrAwayFromZero)))
  }

  /// Full in the pile, fading over its last card and when swiped away.
  private func alpha(at progress: Double) -> Double {
    if progress >= visibleCards - 1 {
      1 - fraction(of: progress, from: visibleCards - 1, to: visibleCards - 1 + bottomFade)
    } else if progress < 0 {
      fraction(of: progress, from: -1, to: -1 + topFade)
    } else {
      1
    }
  }

  /// How far `value` is from `start` to `end`, limited to 0…1.
  private func fraction(of value: Double, from start: Double, to end: Double) -> Double {
    (min(max(value, start), end) - start) / (end - start)
  }
}
