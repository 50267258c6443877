/// The pixels of a picture in sRGB, row by row from the top left: red, green, blue and opacity, a byte
/// each. Colours are not multiplied by their opacity.
package struct RGBAPixels: Hashable, Sendable {
  package let bytes: [UInt8]
  /// At least 1.
  package let width: Int
  /// At least 1.
  package let height: Int

  /// - Precondition: there is at least one pixel, and four bytes of each.
  package init(bytes: [UInt8], width: Int, height: Int) {
    precondition(width > 0 && height > 0 && bytes.count == 4 * width * height)
    self.bytes = bytes
    self.width = width
    self.height = height
  }

  /// The number of pixels.
  package var count: Int { width * height }

  /// The colour and the opacity of a pixel, 0 to 255.
  ///
  /// - Parameter index: its place row by row, `y * width + x`.
  package subscript(index: Int) -> (red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8) {
    let first = 4 * index
    return (bytes[first], bytes[first + 1], bytes[first + 2], bytes[first + 3])
  }
}
