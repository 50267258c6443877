/// A row of equal stars in one coordinate space: (0, 0) is its top left corner, in points.
///
/// Positions and sizes are those of Cosmos 25 (evgenyneu, MIT). A star's fill level says how much of
/// that star's own width is covered, so the spacing enters where stars are and what a touch means,
/// but never how full a star is.
public struct StarStrip: Hashable, Sendable {
  /// Which side the first star is at.
  public typealias Direction = LayoutDirection

  /// How many stars there may be.
  public static let supportedCounts = 1...StarRating.maximumCount
  /// The star sizes there may be, in points.
  public static let supportedStarSizes = OptionCheck.divisor
  /// The spacings there may be, in points.
  public static let supportedSpacings = OptionCheck.unsigned
  /// The default side of a star, in points.
  public static let defaultStarSize = 20.0
  /// The default space between two stars, in points.
  public static let defaultSpacing = 5.0
  /// A strip is touched at least this far across, in points: Apple's Human Interface Guidelines.
  public static let minimumHitSide = 44.0

  /// How many stars there are.
  public let count: Int
  /// Width and height of a star, in points.
  public let starSize: Double
  /// The space between two stars, in points.
  public let spacing: Double
  /// Which side the first star is at.
  public let direction: Direction

  /// A strip of `count` stars.
  ///
  /// - Parameters:
  ///   - count: in ``supportedCounts``.
  ///   - starSize: width and height of a star in points, in ``supportedStarSizes``.
  ///   - spacing: between two stars in points, in ``supportedSpacings``.
  ///   - direction: which side the first star is at.
  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)``.
  public init(
    count: Int = StarRating.defaultCount, starSize: Double = defaultStarSize,
    spacing: Double = defaultSpacing, direction: Direction = .leftToRight
  ) throws(LayoutError) {
    let counts = Self.supportedCounts
    try OptionCheck.number(
      Double(count), in: Double(counts.lowerBound)...Double(counts.upperBound), "count")
    try OptionCheck.number(starSize, in: Self.supportedStarSizes, "star_size")
    try OptionCheck.number(spacing, in: Self.supportedSpacings, "spacing")
    self.count = count
    self.starSize = starSize
    self.spacing = spacing
    self.direction = direction
  }

  /// From one star's edge to the same edge of the next, in points.
  var pitch: Double { starSize + spacing }

  /// The size of the whole strip, in points: five stars of 20 that are 5 apart are 120 × 20.
  public var size: Size {
    Size(
      width: Double(count) * starSize + Double(count - 1) * spacing, height: starSize)
  }

  /// The left edge of each star in points, in the order they fill: rising from 0 in a strip that
  /// reads to the right, and falling to 0 in one that reads to the left.
  ///
  /// - Complexity: O(count).
  public var positions: [Double] {
    let rising = (0..<count).map { Double($0) * pitch }
    return direction == .rightToLeft ? rising.reversed() : rising
  }

  /// Where a touch counts: the strip, grown about its middle to at least ``minimumHitSide`` each
  /// way; in points.
  public var hitArea: Rect {
    let size = size
    let width = max(size.width, Self.minimumHitSide)
    let height = max(size.height, Self.minimumHitSide)
    return Rect(
      x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
  }
}

extension StarStrip {
  /// The covered part of each star in points, in the order they fill: ``starSize`` × its fill level
  /// wide, from the star's leading edge; of no width for an empty star.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - mode: how the levels are rounded.
  /// - Complexity: O(count).
  public func filledRects(rating: Double, mode: StarRating.FillMode = .precise) -> [Rect] {
    zip(positions, StarRating.fills(rating: rating, count: count, mode: mode)).map { x, fill in
      let width = starSize * fill
      let lead = direction == .rightToLeft ? starSize - width : 0
      return Rect(x: x + lead, y: 0, width: width, height: starSize)
    }
  }

  /// The part of the strip to show of a strip of full stars, for who draws all stars at once behind
  /// one mask; in points.
  ///
  /// Its width is k × (``starSize`` + ``spacing``) + f × ``starSize`` for k full stars and one of
  /// fill level f, and never more than the strip's; it begins at the leading edge.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - mode: how the rating is rounded.
  public func clip(rating: Double, mode: StarRating.FillMode = .precise) -> Rect {
    let displayed = StarRating.displayed(rating: rating, count: count, mode: mode)
    let full = displayed.rounded(.down)
    let size = size
    // The last star has no spacing after it.
    let width = min(full * pitch + (displayed - full) * starSize, size.width)
    return Rect(
      x: direction == .rightToLeft ? size.width - width : 0, y: 0, width: width,
      height: size.height)
  }
}

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
  /// The amount added to the place of a touch, in stars.
  fileprivate var touchOffset: Double {
    switch self {
    case .full: 0.45
    case .half: 0.2
    case .precise: 0
    }
  }
}
