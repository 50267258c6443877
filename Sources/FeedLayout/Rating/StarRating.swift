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

  /// Stars in a row unless asked otherwise.
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
