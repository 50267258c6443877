/// Where an image is drawn in a viewport, and which of its pixels a tap is on.
///
/// Both sizes only need to be positive and finite; an image smaller than the viewport is enlarged by
/// ``Mode/fit`` and ``Mode/fill``. A length too large for a double becomes the largest one.
public struct ImageFit: Hashable, Sendable {
  /// How large the image is drawn.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// As large as possible with all of it in the viewport.
    case fit
    /// As small as possible with all of the viewport covered.
    case fill
    /// One point per pixel.
    case actual
  }

  /// How large the image is drawn.
  public let mode: Mode
  /// The image as it is displayed, in pixels.
  public let image: Size
  /// What it is drawn in, in points.
  public let viewport: Size
  /// Where it is drawn: centred, in viewport coordinates. Its origin is negative on an axis where
  /// the image is larger than the viewport.
  public let rect: Rect

  /// Places `image` in the middle of `viewport`.
  ///
  /// - Parameters:
  ///   - image: the image as it is displayed, after its ``ImageOrientation``, in pixels.
  ///   - viewport: what it is drawn in, in points.
  ///   - mode: how large it is drawn.
  /// - Throws: ``LayoutError/notPositive(_:value:)`` for a side that is not finite or not above 0.
  public init(image: Size, viewport: Size, mode: Mode = .fit) throws(LayoutError) {
    try LayoutError.checkImage(image)
    try LayoutError.checkViewport(viewport)

    // 1. Points per pixel.
    let horizontal = viewport.width / image.width
    let vertical = viewport.height / image.height
    let scale =
      switch mode {
      case .fit: min(horizontal, vertical).saturated
      case .fill: max(horizontal, vertical).saturated
      case .actual: 1.0
      }
    // 2. The image at that scale, in the middle.
    let width = (image.width * scale).saturated
    let height = (image.height * scale).saturated
    rect = Rect(
      x: (viewport.width - width) / 2, y: (viewport.height - height) / 2,
      width: width, height: height)
    self.mode = mode
    self.image = image
    self.viewport = viewport
  }
}
