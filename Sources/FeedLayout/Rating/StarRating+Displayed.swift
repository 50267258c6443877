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
