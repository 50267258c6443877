/// The zoom of an image in a scroll view: how far it goes, where the image is and where it can be
/// scrolled to.
///
/// A place in the image is (offset + place in the view) / scale, so an offset is measured from the
/// image's own top left corner, and is negative on an axis where the image is centred. A scroll view
/// that instead moves the image's centre to ``center(atScale:)`` has offset 0 there.
///
/// A length too large for a double becomes the largest one.
public struct ScrollZoom: Hashable, Sendable {
  /// One point per pixel: an image is not enlarged beyond it, unless its minimum does.
  public static let actualScale = 1.0

  /// The image as it is displayed, in pixels.
  public let image: Size
  /// The scroll view, in points.
  public let bounds: Size
  /// The scale at which the whole image just fits: min(bounds width / image width, bounds height /
  /// image height), as ``ImageFit/Mode/fit`` draws it, but for the last bits: a scale is not an
  /// aspect. It is above 1 for an image smaller than the bounds.
  public let minimumScale: Double
  /// 1, or the minimum where that is above 1: an image smaller than the bounds fills them and has no
  /// other scale. (The minimum wins so that the viewer opens with the rectangle of
  /// ``ImageFit/Mode/fit``, whatever the image.)
  public let maximumScale: Double

  /// The zoom of `image` in a scroll view of `bounds`.
  ///
  /// - Throws: ``LayoutError/notPositive(_:value:)`` for a side that is not finite or not above 0.
  public init(image: Size, bounds: Size) throws(LayoutError) {
    try LayoutError.checkImage(image)
    try LayoutError.checkViewport(bounds)
    self.image = image
    self.bounds = bounds
    // Above 0 even where the quotient is not: a scale is divided by.
    minimumScale = min(bounds.width / image.width, bounds.height / image.height)
      .limited(to: Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude)
    maximumScale = max(minimumScale, Self.actualScale)
  }

  /// `scale` limited to the minimum and the maximum.
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func limitedScale(_ scale: Double) throws(LayoutError) -> Double {
    try LayoutError.checkFinite(scale, as: .scale)
    return scale.limited(to: minimumScale...maximumScale)
  }

  /// The size of the image at `scale`, in points.
  ///
  /// - Throws: ``LayoutError/notPositive(_:value:)``.
  public func size(atScale scale: Double) throws(LayoutError) -> Size {
    try LayoutError.checkPositive(scale, as: .scale)
    return Size(
      width: (image.width * scale).saturated, height: (image.height * scale).saturated)
  }

  /// Where the centre of the zoomed image is in the scroll view's content: the middle of the bounds
  /// on an axis where the image is smaller than they are, else half the image's size.
  ///
  /// - Throws: ``LayoutError/notPositive(_:value:)``.
  public func center(atScale scale: Double) throws(LayoutError) -> Point {
    let size = try size(atScale: scale)
    return Point(
      x: (size.width < bounds.width ? bounds.width : size.width) / 2,
      y: (size.height < bounds.height ? bounds.height : size.height) / 2)
  }
}

extension ScrollZoom {
  /// An image at rest: its scale and offset, both within their limits.
  public struct State: Hashable, Sendable {
    /// Points per pixel.
    public let scale: Double
    /// The place of the view's top left corner, measured from that of the image, in points.
    public let offset: Point
  }

  /// How much larger than all of the image a double tap shows it (PhotoSwipe 5, `secondary` zoom
  /// level).
  public static let doubleTapFactor = 3.0
  /// The width of the image, in points, a double tap does not go beyond (PhotoSwipe 5,
  /// `MAX_IMAGE_WIDTH`).
  public static let maximumDoubleTapWidth = 4000.0

  /// The whole image, centred: how a viewer opens.
  public var initialState: State {
    get throws(LayoutError) { try state(scale: minimumScale, offset: .zero) }
  }

  /// The state nearest to `scale` and `offset` within the limits: where an image comes to rest.
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func state(scale: Double, offset: Point) throws(LayoutError) -> State {
    try LayoutError.checkFinite(offset, as: .offset)
    let scale = try limitedScale(scale)
    return State(scale: scale, offset: try offsetLimits(atScale: scale).limited(offset))
  }

  /// Zooms to `scale`, limited, keeping what is under `point` of the view there as far as the offset
  /// limits allow.
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func zoomed(
    _ state: State, to scale: Double, about point: Point
  ) throws(LayoutError) -> State {
    let scale = try limitedScale(scale)
    let offset = try Self.offset(
      state.offset, zoomedFrom: state.scale, to: scale, about: point)
    return try self.state(scale: scale, offset: offset)
  }

  /// The scale a double tap on the whole image goes to: three times the minimum but at most 1, and
  /// less where the image would be wider than ``maximumDoubleTapWidth``; never outside the limits.
  public var doubleTapScale: Double {
    // 1. min(1, 3 · fit)
    var scale = min(Self.actualScale, minimumScale * Self.doubleTapFactor)
    // 2. Not wider than 4000.
    if scale * image.width > Self.maximumDoubleTapWidth {
      scale = Self.maximumDoubleTapWidth / image.width
    }
    return scale.limited(to: minimumScale...maximumScale)
  }

  /// Returns the state after a double tap at `point` of the view: the whole image grows to
  /// ``doubleTapScale`` about that point, and an image at any other scale goes back to the whole
  /// (PhotoSwipe 5, `toggleZoom`).
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func doubleTapped(_ state: State, at point: Point) throws(LayoutError) -> State {
    let isWhole = state.scale == minimumScale
    return try zoomed(state, to: isWhole ? doubleTapScale : minimumScale, about: point)
  }
}

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
  ///   - point: the fixed point of the zoom, in view coordinates.
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
