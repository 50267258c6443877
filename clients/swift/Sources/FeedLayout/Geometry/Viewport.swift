/// The part of the screen a feed is laid out for.
///
/// A viewport can only be made with dimensions every layout can work with, so no layout needs to
/// check them again.
public struct Viewport: Hashable, Sendable {
  /// The widths a feed can be laid out for, in points: from a watch-sized column to a 4K display.
  public static let supportedWidths: ClosedRange<Double> = 200...4096

  /// The width of a request that does not name one, in points.
  public static let defaultWidth = 390.0

  /// The supported heights, in points. The lower bound leaves a card between the paddings of a
  /// ``CardStackLayout``.
  public static let supportedHeights: ClosedRange<Double> = 200...16384

  /// Horizontal extent, in points; inside ``supportedWidths``.
  public let width: Double
  /// Vertical extent, in points; inside ``supportedHeights``, or `nil` where the layout decides.
  public let height: Double?

  /// A viewport of `width` points, and of `height` points if one is given.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` for a dimension that is not finite or
  ///   not in its supported range.
  public init(width: Double, height: Double? = nil) throws(LayoutError) {
    try LayoutError.check(width, in: Self.supportedWidths, as: .viewportWidth)
    if let height {
      try LayoutError.check(height, in: Self.supportedHeights, as: .viewportHeight)
    }
    self.width = width
    self.height = height
  }
}

/// Which way a screen, a row or a strip reads.
public enum LayoutDirection: String, CaseIterable, Hashable, Sendable {
  /// The first item is at the left.
  case leftToRight = "ltr"
  /// The first item is at the right.
  case rightToLeft = "rtl"
}
