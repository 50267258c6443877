/// A row of equal stars in one coordinate space: (0, 0) is its top left corner, in points.
///
/// Positions and sizes are those of Cosmos 25 (evgenyneu, MIT). A star's fill level says how much of
/// that star's own width is covered, so the spacing enters where stars are and what a touch means,
/// but never how full a star is.
public struct StarStrip: Hashable, Sendable {
  /// Which side the first star is at.
  public typealias Direction = CarouselLayout.Direction

  /// How many stars there may be.
  public static let supportedCounts = 1...StarRating.maximumCount
  /// The star sizes there may be, in points.
  public static let supportedStarSizes = OptionCheck.divisor
  /// The spacings there may be, in points.
  public static let supportedSpacings = OptionCheck.unsigned
  /// The side of a star unless asked otherwise, in points.
  public static let defaultStarSize = 20.0
  /// The space between two stars unless asked otherwise, in points.
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
