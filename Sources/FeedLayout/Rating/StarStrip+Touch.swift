extension StarStrip {
  /// The rating a touch gives, in stars; the formula and its offsets are those of Cosmos 25
  /// (evgenyneu, MIT).
  ///
  /// A touch in the space after a star gives the whole star, one before the strip the minimum, and
  /// one behind it all stars. A touch counts for a little more than where it is unless the mode is
  /// precise, so that a star need not be touched at its far end.
  ///
  /// - Parameters:
  ///   - x: from the left edge of the strip in points, anywhere.
  ///   - mode: which ratings can be given.
  ///   - minimumTouchRating: the lowest rating that can be given, in
  ///     ``StarRating/supportedMinimumTouchRatings``; limited to the count of stars.
  /// - Returns: the minimum…count.
  /// - Throws: ``LayoutError/notFinite(_:value:)`` for the touch, and
  ///   ``LayoutError/optionOutOfRange(_:value:allowed:)`` for the minimum.
  public func rating(
    atTouch x: Double, mode: StarRating.FillMode = .precise,
    minimumTouchRating: Double = StarRating.defaultMinimumTouchRating
  ) throws(LayoutError) -> Double {
    try LayoutError.checkFinite(x, as: .tap)
    try StarRating.checkMinimum(minimumTouchRating)
    // 1. How far the touch is from the leading edge; all places far behind the strip are one.
    let distance = direction == .rightToLeft ? size.width - x : x
    let inside = distance.limited(to: 0...Double(count + 1) * pitch)
    // 2. The stars passed, and the share of the one touched: all of it from its far edge on.
    let passed = (inside / pitch).rounded(.down).limited(to: 0...Double(count))
    let share = ((inside - passed * pitch) / starSize).limited(to: 0...1)
    // 3. The rating of that place, as the mode shows it.
    let displayed = StarRating.displayed(
      rating: passed + share + mode.touchOffset, count: count, mode: mode)
    // 4. Not below the minimum.
    return max(displayed, min(minimumTouchRating, Double(count)))
  }
}

extension StarRating.FillMode {
  /// What a touch counts for more than where it is, in stars.
  fileprivate var touchOffset: Double {
    switch self {
    case .full: 0.45
    case .half: 0.2
    case .precise: 0
    }
  }
}
