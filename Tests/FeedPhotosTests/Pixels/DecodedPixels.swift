import CVips
import FeedPhotos
import Foundation
import TestSupport
import Testing

extension RGBAPixels {
  /// The pixels of an encoded picture, at its own size.
  init(decoding bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Data(bytes), to: "picture")
    try self.init(decodingFileAt: path)
  }

  /// The pixels of a picture file, at its own size.
  init(decodingFileAt path: String) throws {
    try LibVips.start()
    var pixels: UnsafeMutablePointer<UInt8>?
    var (width, height): (Int32, Int32) = (0, 0)
    let isDecoded = path.withCString { path in
      let source = tanada_source(path: path, orientation: 1, whole: true)
      let box = tanada_box(
        width: 16_384, height: 16_384, fit: tanada_fit_contain, focus_x: 0.5, focus_y: 0.5)
      return tanada_vips_pixels(source, box, &pixels, &width, &height)
    }
    let decoded = try #require(isDecoded ? pixels : nil, "\(String(cString: tanada_vips_error()))")
    defer { tanada_vips_free(decoded) }
    let count = 4 * Int(width) * Int(height)
    self.init(
      bytes: Array(UnsafeBufferPointer(start: decoded, count: count)), width: Int(width),
      height: Int(height))
  }
}

extension Data {
  /// The encoded picture of pixels of `bands` bytes each, row by row.
  init(
    encoding pixels: [UInt8], width: Int, height: Int, bands: Int32 = 3, as suffix: String = ".png"
  ) throws {
    try LibVips.start()
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    let isEncoded = tanada_vips_encode(
      pixels, Int32(width), Int32(height), bands, suffix, &bytes, &count)
    let encoded = try #require(isEncoded ? bytes : nil)
    defer { tanada_vips_free(encoded) }
    self.init(bytes: encoded, count: count)
  }
}
