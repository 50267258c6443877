/// Where an image is drawn in a viewport, and which of its pixels a tap is on.
///
/// Both sizes only need to be positive and finite; an image smaller than the viewport is enlarged by
/// ``Mode/fit`` and ``Mode/fill``. A length too large for a double becomes the largest one.
public struct ImageFit: Hashable, Sendable {
  /// How large the image is drawn.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// The largest size at which all of the image is in the viewport.
    case fit
    /// The smallest size at which the image covers all of the viewport.
    case fill
    /// One point per pixel.
    case actual
  }

  /// How large the image is drawn.
  public let mode: Mode
  /// The image as it is displayed, in pixels.
  public let image: Size
  /// The size of the viewport that the image is drawn in, in points.
  public let viewport: Size
  /// Where it is drawn: centred, in viewport coordinates. Its origin is negative on an axis where
  /// the image is larger than the viewport.
  public let rect: Rect

  /// Places `image` in the middle of `viewport`.
  ///
  /// - Parameters:
  ///   - image: the image as it is displayed, after its ``ImageOrientation``, in pixels.
  ///   - viewport: the size of the viewport that the image is drawn in, in points.
  ///   - mode: how large it is drawn.
  /// - Throws: ``LayoutError/notPositive(_:value:)`` for a side that is not finite or not above 0.
  public init(image: Size, viewport: Size, mode: Mode = .fit) throws(LayoutError) {
    try LayoutError.checkImage(image)
    try LayoutError.checkViewport(viewport)

    // 1. One side is that of the viewport, and the other one follows from the aspect.
    let aspect = image.width / image.height
    let isWider = aspect >= viewport.width / viewport.height
    let size =
      switch mode {
      case .actual: image
      case .fit where isWider, .fill where !isWider:
        Size(width: viewport.width, height: (viewport.width / aspect).saturated)
      case .fit, .fill:
        Size(width: (viewport.height * aspect).saturated, height: viewport.height)
      }
    // 2. In the middle.
    rect = Rect(
      x: (viewport.width - size.width) * 0.5, y: (viewport.height - size.height) * 0.5,
      width: size.width, height: size.height)
    self.mode = mode
    self.image = image
    self.viewport = viewport
  }
}

extension ImageFit {
  /// The last place of a tap is this far from the far edge of the image: a tap is one point large.
  public static let tapExtent = 1.0

  /// The place of a tap on an image.
  public struct Tap: Hashable, Sendable {
    /// Whether the tap itself, before it was limited, is on the image. The left and top edges of the
    /// rectangle belong to it, the right and bottom ones do not: x ≤ tap < x + width. A tap in the
    /// last point before the right edge is thus inside and limited all the same.
    public let inside: Bool
    /// The tap limited to x … x + width − 1 and y … y + height − 1 of the rectangle; to its origin on
    /// an axis where the rectangle is less than a point long.
    public let point: Point
    /// The pixel of ``point`` in the image as it is displayed.
    public let pixel: Pixel
  }

  /// Returns the place on the image of a tap at `tap`, in viewport coordinates.
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func tap(at tap: Point) throws(LayoutError) -> Tap {
    try LayoutError.checkFinite(tap, as: .tap)
    let x = Self.axis(tap.x, origin: rect.x, length: rect.width, pixels: image.width)
    let y = Self.axis(tap.y, origin: rect.y, length: rect.height, pixels: image.height)
    return Tap(
      inside: x.inside && y.inside, point: Point(x: x.place, y: y.place),
      pixel: Pixel(x: x.pixel, y: y.pixel))
  }

  private static func axis(
    _ tap: Double, origin: Double, length: Double, pixels: Double
  ) -> (inside: Bool, place: Double, pixel: Int) {
    // 1. Into the rectangle.
    let inside = origin <= tap && tap < origin + length
    let place = tap.limited(to: origin...max(origin, origin + length - tapExtent))
    // 2. From points to pixels. An image so flat that its length in points is 0 has but one.
    let position = length > 0 ? (place - origin) * (pixels / length).saturated : 0
    // 3. Limited before it becomes an integer: there may be more pixels than integers.
    let last = (pixels - 1).rounded(.down).limited(to: 0...Pixel.largest)
    let pixel = position.rounded(.toNearestOrAwayFromZero).limited(to: 0...last)
    return (inside, place, Int(pixel))
  }
}
