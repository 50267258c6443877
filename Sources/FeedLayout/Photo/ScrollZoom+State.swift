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

  /// What a double tap at `point` of the view does: the whole image grows to ``doubleTapScale`` about
  /// that point, and an image at any other scale goes back to the whole (PhotoSwipe 5,
  /// `toggleZoom`).
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func doubleTapped(_ state: State, at point: Point) throws(LayoutError) -> State {
    let isWhole = state.scale == minimumScale
    return try zoomed(state, to: isWhole ? doubleTapScale : minimumScale, about: point)
  }
}
