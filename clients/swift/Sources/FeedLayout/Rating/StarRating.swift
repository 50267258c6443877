/// How far each star of a rating is filled.
///
/// The levels are those of Cosmos 25 (evgenyneu, MIT): the margin between stars never enters them.
public enum StarRating {
  /// How fill levels are rounded, halves away from zero.
  public enum FillMode: String, CaseIterable, Hashable, Sendable {
    /// A star is empty or filled.
    case full
    /// A star may be half filled.
    case half
    /// A star is filled to the exact fraction.
    case precise
  }

  /// The default number of stars in a row.
  public static let defaultCount = 5

  /// The most stars in a row; a request for more gets this many.
  public static let maximumCount = 1000

  /// The fill level of each star, 0 (empty) to 1 (filled), from the leading side.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - count: how many stars there are; none for a negative count, and ``maximumCount`` for more
  ///     than that.
  ///   - mode: how the levels are rounded.
  /// - Complexity: O(count).
  public static func fills(
    rating: Double, count: Int = defaultCount, mode: FillMode = .precise
  ) -> [Double] {
    let limited = limited(rating, count: count)
    return (0..<Self.limited(count)).map { star in
      mode.rounded((limited - Double(star)).limited(to: 0...1))
    }
  }
}

extension StarRating {
  /// The rating as the stars show it: the sum of ``fills(rating:count:mode:)``, 0…count.
  ///
  /// The formula is that of Cosmos 25 (evgenyneu, MIT): the whole stars plus the fraction, rounded
  /// by the mode. 4.6 of five stars is 5 in full, 4.5 in halves, and 4.6 precisely.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - count: how many stars there are, limited to 0…``maximumCount``.
  ///   - mode: how the fraction is rounded, halves away from zero.
  public static func displayed(
    rating: Double, count: Int = defaultCount, mode: FillMode = .precise
  ) -> Double {
    let limited = limited(rating, count: count)
    let whole = limited.rounded(.down)
    return whole + mode.rounded(limited - whole)
  }

  /// The displayed rating for a screen reader, such as `4` or `4.5`: without decimals if it is whole
  /// when rounded to tenths, else with one. The decimal mark is a point.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - count: how many stars there are, limited to 0…``maximumCount``.
  ///   - mode: how the fraction is rounded.
  public static func accessibilityValue(
    rating: Double, count: Int = defaultCount, mode: FillMode = .precise
  ) -> String {
    let displayed = displayed(rating: rating, count: count, mode: mode)
    // At most ten times the most stars, so it fits.
    let tenths = Int((displayed * 10).rounded(.toNearestOrAwayFromZero))
    let (whole, fraction) = tenths.quotientAndRemainder(dividingBy: 10)
    return fraction == 0 ? "\(whole)" : "\(whole).\(fraction)"
  }

  static func limited(_ rating: Double, count: Int) -> Double {
    rating.isNaN ? 0 : rating.limited(to: 0...Double(limited(count)))
  }

  static func limited(_ count: Int) -> Int {
    min(max(0, count), maximumCount)
  }
}

extension StarRating.FillMode {
  /// A fill level 0…1 as this mode shows it, halves away from zero.
  func rounded(_ level: Double) -> Double {
    switch self {
    case .full: level.rounded(.toNearestOrAwayFromZero)
    case .half: (level * 2).rounded(.toNearestOrAwayFromZero) / 2
    case .precise: level
    }
  }
}

/// The steps are those of Cosmos 25 (evgenyneu, MIT).
extension StarRating {
  /// The default of the lowest rating that a person can give: one star.
  public static let defaultMinimumTouchRating = 1.0

  /// The minimum touch ratings there are; one above the count of stars counts as the count.
  public static let supportedMinimumTouchRatings = 0...Double(maximumCount)

  /// Returns the amount that a screen reader's increment adds to a rating: up to the next star in
  /// mode ``FillMode/full``, else up to the next half.
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

  /// Returns the amount that a screen reader's decrement subtracts from a rating: down to the star
  /// below in mode ``FillMode/full``, else down to the half below.
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
