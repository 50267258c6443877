/// What a worker is asked to do with a picture file.
package enum PictureTask: Codable, Hashable, Sendable {
  /// Reads what is published of a photo, and decodes all of it once: the answer is a
  /// ``PreparedPicture`` as JSON.
  case prepare(path: String)
  /// Makes a rendition: the answer is an encoded picture.
  ///
  /// - Parameter orientation: The EXIF orientation that a decoder has to apply.
  case render(path: String, orientation: Int, RenditionOptions)
  /// Draws the EXIF card of a photo: the answer is an encoded picture.
  case frame(path: String, CardOptions)
}

/// What is done with pictures within which limits.
package struct PictureLimits: Codable, Hashable, Sendable {
  /// The most pixels that are decoded.
  package var pixelCount = 100_000_000
  /// The longest that a picture may take, in seconds.
  package var timeout = 20.0
  /// The most memory of a worker, in bytes of addresses: libraries and stacks take about 300 MB of them.
  package var memory = 1 << 30
  /// The most files that a worker has open.
  package var openFiles = 64

  package init() {}
}
