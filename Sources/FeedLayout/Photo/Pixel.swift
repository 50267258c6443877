/// A pixel of an image, counted from the top left one, which is (0, 0).
public struct Pixel: Hashable, Sendable {
  /// The largest coordinate a point is converted to: 2⁵³, up to which every integer is a double.
  static let largest = 0x1p53

  /// Pixels to the right of the first column.
  public var x: Int
  /// Pixels below the first row.
  public var y: Int

  /// The pixel in column `x` and row `y`.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// The extents of an image in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// Columns; at least 1.
  public let width: Int
  /// Rows; at least 1.
  public let height: Int

  /// An image of `width` × `height` pixels.
  ///
  /// - Throws: ``LayoutError/notPositive(_:value:)`` for an extent that is not above 0.
  public init(width: Int, height: Int) throws(LayoutError) {
    try LayoutError.checkPositive(Double(width), as: .imageWidth)
    try LayoutError.checkPositive(Double(height), as: .imageHeight)
    self.init(checkedWidth: width, height: height)
  }

  init(checkedWidth width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The pixel itself if it is in the image, else the nearest one that is.
  func limited(_ pixel: Pixel) -> Pixel {
    Pixel(x: min(max(pixel.x, 0), width - 1), y: min(max(pixel.y, 0), height - 1))
  }
}
