/// The size of an image that follows a pinch without a scroll view.
///
/// Each gesture multiplies the size the one before left; how much one gesture does is limited, and so
/// is the size.
public struct PinchZoom: Hashable, Sendable {
  /// The limits of the scale of a single gesture.
  public static let gestureScales = 0.1...5.0
  /// The limits of the size, relative to the image.
  public static let relativeSizes = 0.2...5.0

  /// The image's own size, in points.
  public let image: Size
  /// The size it is drawn in, in points; that of the image at first.
  public private(set) var size: Size

  /// An image in its own size.
  ///
  /// - Throws: ``LayoutError/notPositive(_:value:)`` for a side that is not finite or not above 0.
  public init(image: Size) throws(LayoutError) {
    try LayoutError.checkImage(image)
    self.image = image
    size = image
  }

  /// Ends a gesture that spread the fingers by `gestureScale`: above 1 enlarges.
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public mutating func pinch(by gestureScale: Double) throws(LayoutError) {
    try LayoutError.checkFinite(gestureScale, as: .scale)
    let scale = gestureScale.limited(to: Self.gestureScales)
    size = Size(
      width: Self.limited(size.width * scale, to: image.width),
      height: Self.limited(size.height * scale, to: image.height))
  }

  /// Brings the image back to its own size.
  public mutating func reset() {
    size = image
  }

  private static func limited(_ length: Double, to image: Double) -> Double {
    length.saturated.limited(
      to: image * relativeSizes.lowerBound...(image * relativeSizes.upperBound).saturated)
  }
}
