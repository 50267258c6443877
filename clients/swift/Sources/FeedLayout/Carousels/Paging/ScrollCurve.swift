/// How a programmatic scroll gains and loses speed, over a time of 0…1.
///
/// The formulas are those of CollectionViewPagingLayout (amirdew, MIT), which calls t² `easeOut` and
/// 2t − t² `easeIn`: the wrong way round. Here they have the names of CSS and of everybody else: to
/// ease in is to start slowly.
public enum ScrollCurve: String, CaseIterable, Hashable, Sendable {
  /// t: the same speed all the way.
  case linear
  /// t² / (2(t² − t) + 1): slow at both ends, with the steepest middle.
  case parametric
  /// 2t² up to the middle, then −2t² + 4t − 1: slow at both ends.
  case easeInOut = "ease_in_out"
  /// t²: starts slowly. The library's `easeOut`.
  case easeIn = "ease_in"
  /// 2t − t²: ends slowly. The library's `easeIn`.
  case easeOut = "ease_out"

  /// How much of the way is done at `time`, 0…1; a time outside 0…1 counts as the nearer end, and one
  /// that is not a number as 0.
  public func share(at time: Double) -> Double {
    let time = time.isNaN ? 0 : time.limited(to: 0...1)
    let square = time * time
    let share =
      switch self {
      case .linear: time
      case .parametric: square / (2 * (square - time) + 1)
      case .easeInOut: time < 0.5 ? 2 * square : -2 * square + 4 * time - 1
      case .easeIn: square
      case .easeOut: 2 * time - square
      }
    return share.limited(to: 0...1)
  }

  /// Where the content is at `time` on its way from `start` to `end`, in points.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` for an offset.
  public func offset(
    at time: Double, from start: Double, to end: Double
  ) throws(LayoutError) -> Double {
    try LayoutError.check(start, in: SnapCarouselLayout.finite, as: .offset)
    try LayoutError.check(end, in: SnapCarouselLayout.finite, as: .offset)
    return start + (end - start) * share(at: time)
  }
}
