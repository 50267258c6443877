/// The resistance of a scroll view that is pulled past its edge.
public enum RubberBand {
  /// How much of a short pull is followed (gist originell/6961057, measured on UIScrollView).
  public static let coefficient = 0.55

  /// How far the content moves when it is pulled by `distance` past its edge:
  /// b(x) = (1 − 1 / (x · c / d + 1)) · d, with c = 0.55 and d the view's length on that axis (gist
  /// originell/6961057). A short pull is followed by the fraction c, and no pull goes beyond d. A
  /// pull the other way is the same with the other sign.
  ///
  /// - Parameters:
  ///   - distance: how far the finger is past the edge, in points.
  ///   - length: the view's length on that axis, in points; above 0.
  /// - Throws: ``LayoutError/notFinite(_:value:)`` and ``LayoutError/notPositive(_:value:)``.
  public static func displacement(
    of distance: Double, length: Double
  ) throws(LayoutError) -> Double {
    try LayoutError.checkFinite(distance, as: .distance)
    try LayoutError.checkPositive(length, as: .viewLength)
    // Of the magnitude: the formula has a pole at −d / c.
    let pulled = (1 - 1 / (distance.magnitude * coefficient / length + 1)) * length
    return distance < 0 ? -pulled : pulled
  }

  /// The offset shown while a finger asks for `offset`: the offset itself within `limits`, and past
  /// them the limit and the displacement beyond it.
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)`` and ``LayoutError/notPositive(_:value:)``.
  public static func offset(
    _ offset: Double, limits: ClosedRange<Double>, length: Double
  ) throws(LayoutError) -> Double {
    try LayoutError.checkFinite(offset, as: .offset)
    try LayoutError.checkFinite(limits.lowerBound, as: .offset)
    try LayoutError.checkFinite(limits.upperBound, as: .offset)
    let limit = offset.limited(to: limits)
    let excess = (offset - limit).saturated
    return (limit + (try displacement(of: excess, length: length))).saturated
  }
}
