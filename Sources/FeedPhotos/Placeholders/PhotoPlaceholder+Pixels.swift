package import FeedModel
import Foundation

extension PhotoPlaceholder {
  /// The placeholder of a picture.
  ///
  /// - Precondition: at most ``RGBAPixels/largestThumbHashSide`` pixels a side.
  package init(of pixels: RGBAPixels) {
    self.init(
      blurHash: pixels.blurHash(), thumbHash: Data(pixels.thumbHash()).base64EncodedString(),
      color: pixels.dominantColor)
  }
}

extension RGBAPixels {
  /// The colour that most of the picture has, as `#rrggbb`.
  ///
  /// Each of red, green and blue is cut into eight levels, which makes 512 groups of similar colours. The
  /// colour is the mean of the largest group; of groups of one size, of that with the least red, then the
  /// least green, then the least blue. Pixels that are more transparent than opaque are left out, and a
  /// picture without any others is white.
  package var dominantColor: String {
    // 1. The groups: how many pixels, and their sums.
    var groups = [(count: Int, red: Int, green: Int, blue: Int)](
      repeating: (0, 0, 0, 0), count: 512)
    for index in 0..<count {
      let pixel = self[index]
      guard pixel.opacity >= 128 else { continue }
      let group = Int(pixel.red >> 5) << 6 | Int(pixel.green >> 5) << 3 | Int(pixel.blue >> 5)
      groups[group].count += 1
      groups[group].red += Int(pixel.red)
      groups[group].green += Int(pixel.green)
      groups[group].blue += Int(pixel.blue)
    }
    // 2. The mean of the largest, rounded half up.
    var largest = groups[0]
    for group in groups where group.count > largest.count { largest = group }
    guard largest.count > 0 else { return "#ffffff" }
    let mean = [largest.red, largest.green, largest.blue].map { sum in
      UInt8((2 * sum + largest.count) / (2 * largest.count))
    }
    return "#" + mean.hexadecimalText
  }
}
