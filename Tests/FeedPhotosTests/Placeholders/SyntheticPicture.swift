import FeedPhotos

/// A small picture by a formula, which other implementations can be given too.
enum SyntheticPicture: String, CaseIterable, Sendable {
  case hills, tower, panorama, checks, dusk, moon, dot

  var pixels: RGBAPixels {
    let (width, height) = size
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += color(x, y).map { UInt8(truncatingIfNeeded: $0) } }
    }
    return RGBAPixels(bytes: bytes, width: width, height: height)
  }

  private var size: (width: Int, height: Int) {
    switch self {
    case .hills: (32, 24)
    case .tower: (16, 32)
    case .panorama: (96, 24)
    case .checks: (9, 9)
    case .dusk: (20, 30)
    case .moon: (24, 24)
    case .dot: (1, 1)
    }
  }

  /// Red, green, blue and opacity, modulo 256.
  private func color(_ x: Int, _ y: Int) -> [Int] {
    switch self {
    case .hills: return [4 * x + 2 * y, 255 - 6 * y, x * y, 255]
    case .tower: return [x * x + 3 * y, 7 * y, 255 - 8 * x, 255]
    case .panorama: return [2 * x, x + 8 * y, 200 - 5 * y, 255]
    case .checks: return (x / 2 + y / 2) % 2 == 1 ? [250, 20, 40, 255] : [10, 90, 220, 255]
    case .dusk: return [255 - 8 * y, 3 * y, 40 + 4 * x, 255]
    case .moon:
      let distance = (x - 12) * (x - 12) + (y - 12) * (y - 12)
      return distance < 64 ? [240, 230, 200, 255] : [20, 24, 60, max(0, 255 - distance)]
    case .dot: return [200, 100, 50, 255]
    }
  }
}
