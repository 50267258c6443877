/// How an image must be turned and mirrored to be displayed, as its file says.
///
/// The raw values are those of the EXIF tag Orientation (0x0112), and the formulas agree with what
/// libvips' `autorot` does to images of all eight. In them (u, v) is a displayed pixel, (x, y) a
/// stored one, and W × H the stored size.
public enum ImageOrientation: Int, CaseIterable, Hashable, Sendable {
  /// Stored as displayed.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Rows and columns exchanged.
  case leftMirrored = 5
  /// To be turned by 90° clockwise.
  case right = 6
  /// Rows and columns exchanged and both reversed.
  case rightMirrored = 7
  /// To be turned by 90° counterclockwise.
  case left = 8

  /// Whether the rows of the stored image are the columns of the displayed one.
  public var exchangesSides: Bool { rawValue >= Self.leftMirrored.rawValue }

  /// The size an image of `stored` pixels is displayed in.
  public func displayedSize(of stored: PixelSize) -> PixelSize {
    exchangesSides ? PixelSize(checkedWidth: stored.height, height: stored.width) : stored
  }

  /// The stored pixel that is displayed at `displayed` in an image of `stored` pixels. A pixel
  /// outside the displayed image counts as the nearest one inside.
  public func storedPixel(of displayed: Pixel, in stored: PixelSize) -> Pixel {
    let pixel = displayedSize(of: stored).limited(displayed)
    let (u, v) = (pixel.x, pixel.y)
    let (lastX, lastY) = (stored.width - 1, stored.height - 1)
    return switch self {
    case .up: Pixel(x: u, y: v)
    case .upMirrored: Pixel(x: lastX - u, y: v)
    case .down: Pixel(x: lastX - u, y: lastY - v)
    case .downMirrored: Pixel(x: u, y: lastY - v)
    case .leftMirrored: Pixel(x: v, y: u)
    case .right: Pixel(x: v, y: lastY - u)
    case .rightMirrored: Pixel(x: lastX - v, y: lastY - u)
    case .left: Pixel(x: lastX - v, y: u)
    }
  }

  /// Where the pixel `pixel` of an image of `stored` pixels is displayed: the inverse of
  /// ``storedPixel(of:in:)``. A pixel outside the stored image counts as the nearest one inside.
  public func displayedPixel(of pixel: Pixel, in stored: PixelSize) -> Pixel {
    let pixel = stored.limited(pixel)
    let (x, y) = (pixel.x, pixel.y)
    let (lastX, lastY) = (stored.width - 1, stored.height - 1)
    return switch self {
    case .up: Pixel(x: x, y: y)
    case .upMirrored: Pixel(x: lastX - x, y: y)
    case .down: Pixel(x: lastX - x, y: lastY - y)
    case .downMirrored: Pixel(x: x, y: lastY - y)
    case .leftMirrored: Pixel(x: y, y: x)
    case .right: Pixel(x: lastY - y, y: x)
    case .rightMirrored: Pixel(x: lastY - y, y: lastX - x)
    case .left: Pixel(x: y, y: lastX - x)
    }
  }
}

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
