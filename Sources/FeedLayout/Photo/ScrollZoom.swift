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
  /// image height), as ``ImageFit/Mode/fit`` draws it. It is above 1 for an image smaller than the
  /// bounds.
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
