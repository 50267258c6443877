extension ScrollZoom {
  /// Where the image can be scrolled to: one range of offsets per axis.
  public struct OffsetLimits: Hashable, Sendable {
    /// The offsets to the right, in points.
    public let x: ClosedRange<Double>
    /// The offsets down, in points.
    public let y: ClosedRange<Double>

    /// `offset`, or the nearest one within the limits.
    public func limited(_ offset: Point) -> Point {
      Point(x: offset.x.limited(to: x), y: offset.y.limited(to: y))
    }
  }

  /// The offsets of an image at `scale`: 0 … its length − that of the bounds on an axis where it is
  /// longer than they are, else only the one that centres it, −(bounds − length) / 2.
  ///
  /// - Throws: ``LayoutError/notPositive(_:value:)``.
  public func offsetLimits(atScale scale: Double) throws(LayoutError) -> OffsetLimits {
    let size = try size(atScale: scale)
    return OffsetLimits(
      x: Self.offsets(content: size.width, bounds: bounds.width),
      y: Self.offsets(content: size.height, bounds: bounds.height))
  }

  private static func offsets(content: Double, bounds: Double) -> ClosedRange<Double> {
    if content > bounds { return 0...(content - bounds) }
    let centred = -(bounds - content) / 2
    return centred...centred
  }

  /// The offset that keeps what is under `point` of the view there while the scale changes:
  /// (offset + point) · (end / start) − point. No limit is applied: a pinch goes past them.
  ///
  /// - Parameters:
  ///   - offset: the offset at the scale `start`, in points.
  ///   - start: the scale before; above 0.
  ///   - end: the scale after; above 0.
  ///   - point: what stays, in view coordinates.
  /// - Throws: ``LayoutError/notFinite(_:value:)`` and ``LayoutError/notPositive(_:value:)``.
  public static func offset(
    _ offset: Point, zoomedFrom start: Double, to end: Double, about point: Point
  ) throws(LayoutError) -> Point {
    try LayoutError.checkFinite(offset, as: .offset)
    try LayoutError.checkPositive(start, as: .scale)
    try LayoutError.checkPositive(end, as: .scale)
    try LayoutError.checkFinite(point, as: .tap)
    let ratio = (end / start).saturated
    func axis(_ offset: Double, _ point: Double) -> Double {
      (((offset + point).saturated * ratio).saturated - point).saturated
    }
    return Point(x: axis(offset.x, point.x), y: axis(offset.y, point.y))
  }
}
