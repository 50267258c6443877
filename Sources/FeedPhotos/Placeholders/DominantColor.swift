/// The colour that most of a picture has.
///
/// Each of red, green and blue is cut into eight levels, which makes 512 groups of similar colours. The
/// colour is the mean of the largest group; of groups of one size, of that with the least red, then the
/// least green, then the least blue. Pixels that are more transparent than opaque are left out, and a
/// picture without any others is white.
package struct DominantColor: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(of pixels: RGBAPixels) {
    // 1. The groups.
    var groups = [Group](repeating: Group(), count: 512)
    for index in 0..<pixels.count {
      let pixel = pixels[index]
      guard pixel.opacity >= 128 else { continue }
      let group = Int(pixel.red >> 5) << 6 | Int(pixel.green >> 5) << 3 | Int(pixel.blue >> 5)
      groups[group].count += 1
      groups[group].red += Int(pixel.red)
      groups[group].green += Int(pixel.green)
      groups[group].blue += Int(pixel.blue)
    }
    // 2. The mean of the largest.
    var largest = Group()
    for group in groups where group.count > largest.count { largest = group }
    red = largest.mean(largest.red)
    green = largest.mean(largest.green)
    blue = largest.mean(largest.blue)
  }

  /// The colour as `#rrggbb`.
  package var text: String {
    let number = Int(red) << 16 | Int(green) << 8 | Int(blue)
    let digits = String(number, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension DominantColor {
  /// Pixels of similar colour: how many, and their sums.
  private struct Group {
    var count = 0
    var red = 0
    var green = 0
    var blue = 0

    /// A sum divided by the count, rounded half up; 255 if there are none.
    func mean(_ sum: Int) -> UInt8 {
      count == 0 ? 255 : UInt8((2 * sum + count) / (2 * count))
    }
  }
}
