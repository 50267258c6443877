import CVips
import FeedModel

/// A picture in a file that libvips decodes.
struct PictureFile {
  let path: String
  /// The EXIF orientation that a decoder has to apply, 1 to 8.
  let orientation: Int
  /// The most pixels that are decoded.
  let maximumPixelCount: Int

  /// Reads the size in pixels as the picture is shown, without decoding it.
  func size() throws(PictureError) -> PictureSize {
    try LibVips.start()
    var (width, height): (Int32, Int32) = (0, 0)
    let isRead = withSource { tanada_vips_size($0, &width, &height) }
    guard isRead else { throw LibVips.failure(about: path) }
    let size = PictureSize(width: Int(width), height: Int(height))
    guard size.width * size.height <= maximumPixelCount else {
      throw .tooManyPixels(width: size.width, height: size.height, limit: maximumPixelCount)
    }
    return size
  }

  /// The picture as `rendition` describes it, encoded: its pixels in sRGB, and nothing else.
  func encoded(as rendition: RenditionOptions) throws(PictureError) -> [UInt8] {
    _ = try size()
    let bytes = try LibVips.bytes(of: path) { bytes, count in
      withSource { tanada_vips_rendition($0, rendition.box, rendition.suffix, bytes, count) }
    }
    guard rendition.isWebP else { return bytes }
    guard let bare = Self.webPWithoutMetadata(bytes) else { throw LibVips.failure() }
    return bare
  }

  /// The whole picture at a size of at most `side` in both directions.
  ///
  /// - Parameter isWhole: whether a file that ends early is refused.
  func pixels(within side: Int, isWhole: Bool) throws(PictureError) -> RGBAPixels {
    _ = try size()
    let box = tanada_box(
      width: Int32(side), height: Int32(side), fit: tanada_fit_contain, focus_x: 0.5, focus_y: 0.5)
    var pixels: UnsafeMutablePointer<UInt8>?
    var (width, height): (Int32, Int32) = (0, 0)
    let isDecoded = withSource(isWhole: isWhole) {
      tanada_vips_pixels($0, box, &pixels, &width, &height)
    }
    guard isDecoded, let pixels else { throw LibVips.failure(about: path) }
    defer { tanada_vips_free(pixels) }
    let count = Int(width) * Int(height) * 4
    return RGBAPixels(
      bytes: [UInt8](UnsafeBufferPointer(start: pixels, count: count)), width: Int(width),
      height: Int(height))
  }

  private func withSource<Result>(
    isWhole: Bool = false, _ body: (tanada_source) -> Result
  ) -> Result {
    path.withCString { path in
      body(tanada_source(path: path, orientation: Int32(orientation), whole: isWhole))
    }
  }
}
