extension ImageFit {
  /// The last place of a tap is this far from the far edge of the image: a tap is one point large.
  public static let tapExtent = 1.0

  /// What a tap is on.
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

  /// What a tap at `tap`, in viewport coordinates, is on.
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
    let position = length > 0 ? ((place - origin) * pixels).saturated / length : 0
    // 3. Limited before it becomes an integer: there may be more pixels than integers.
    let last = (pixels - 1).rounded(.down).limited(to: 0...Pixel.largest)
    let pixel = position.rounded(.toNearestOrAwayFromZero).limited(to: 0...last)
    return (inside, place, Int(pixel))
  }
}
