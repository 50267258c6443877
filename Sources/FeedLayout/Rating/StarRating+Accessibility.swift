/// The steps are those of Cosmos 25 (evgenyneu, MIT).
extension StarRating {
  /// The lowest rating a person can give unless asked otherwise: one star.
  public static let defaultMinimumTouchRating = 1.0

  /// The minimum touch ratings there are; one above the count of stars counts as the count.
  public static let supportedMinimumTouchRatings = 0...Double(maximumCount)

  /// What a screen reader's step up adds to a rating: up to the next star in mode
  /// ``FillMode/full``, else up to the next half.
  ///
  /// It is rounded to tenths, so that it is 0 for a rating less than 0.05 below the next step, as it
  /// is for a full rating.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - count: how many stars there are, limited to 0…``maximumCount``.
  ///   - mode: which steps there are.
  /// - Returns: 0…1 star.
  public static func accessibilityIncrement(
    rating: Double, count: Int = defaultCount, mode: FillMode = .precise
  ) -> Double {
    let limited = limited(rating, count: count)
    guard limited < Double(Self.limited(count)) else { return 0 }
    let step = mode.accessibilityStep
    let rest = (limited / step).rounded(.up) * step - limited
    return tenths(rest == 0 ? step : rest)
  }

  /// What a screen reader's step down takes from a rating: down to the star below in mode
  /// ``FillMode/full``, else down to the half below.
  ///
  /// It is rounded to tenths, so that it is 0 for a rating less than 0.05 above the step below, as
  /// it is for a rating no higher than the minimum.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - count: how many stars there are, limited to 0…``maximumCount``.
  ///   - mode: which steps there are.
  ///   - minimumTouchRating: the lowest rating a person can give, in
  ///     ``supportedMinimumTouchRatings``.
  /// - Returns: 0…1 star.
  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)`` for another minimum.
  public static func accessibilityDecrement(
    rating: Double, count: Int = defaultCount, mode: FillMode = .precise,
    minimumTouchRating: Double = defaultMinimumTouchRating
  ) throws(LayoutError) -> Double {
    try checkMinimum(minimumTouchRating)
    let limited = limited(rating, count: count)
    // No rating goes below 0, whatever the minimum.
    guard limited > minimumTouchRating else { return 0 }
    let step = mode.accessibilityStep
    let rest = limited - (limited / step).rounded(.down) * step
    return tenths(rest == 0 ? step : rest)
  }

  static func checkMinimum(_ minimumTouchRating: Double) throws(LayoutError) {
    try OptionCheck.number(
      minimumTouchRating, in: supportedMinimumTouchRatings, "minimum_touch_rating")
  }

  private static func tenths(_ step: Double) -> Double {
    (step * 10).rounded(.toNearestOrAwayFromZero) / 10
  }
}

extension StarRating.FillMode {
  /// The step of a screen reader, in stars.
  fileprivate var accessibilityStep: Double {
    switch self {
    case .full: 1
    case .half, .precise: 0.5
    }
  }
}
