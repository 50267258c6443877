import Foundation

/// A placeholder of some 25 bytes that hold the lowest frequencies of a picture's brightness and colour (the format of
/// Evan Wallace).
public struct ThumbHash: Hashable, Sendable {
  private let bytes: [UInt8]

  /// The hash written as `base64`; `nil` if it is too short for one.
  public init?(base64: String) {
    guard let data = Data(base64Encoded: base64), data.count >= 5 else { return nil }
    bytes = [UInt8](data)
  }

  /// A picture in pixels.
  public struct Pixels: Hashable, Sendable {
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int
    /// Red, green, blue and opacity of each pixel, row by row.
    public let rgba: [UInt8]
  }

  /// The longer side of a placeholder, in pixels: more than its waves can show.
  public static let side = 16

  /// The placeholder of a picture whose width is `aspect` times its height; `nil` for one that is transparent in parts,
  /// through which its placeholder would be seen.
  public func pixels(aspect: Double) -> Pixels? {
    let aspect = aspect > 0 && aspect.isFinite ? aspect : 1
    func side(_ share: Double) -> Int {
      Int((Double(Self.side) * min(share, 1)).rounded().limited(to: 1...Double(Self.side)))
    }
    return pixels(width: side(aspect), height: side(1 / aspect))
  }

  /// The placeholder in `width` × `height` pixels.
  public func pixels(width: Int, height: Int) -> Pixels? {
    // 1. The header: mean values, scales and the number of frequencies.
    let first = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
    let second = Int(bytes[3]) | Int(bytes[4]) << 8
    let isLandscape = second >> 15 != 0
    let fewer = max(3, second & 7)
    guard first >> 23 == 0, width > 0, height > 0 else { return nil }
    // 2. The waves of each channel, four bits each, after the header.
    var waves = WaveReader(bytes: bytes)
    let light = waves.channel(
      mean: Double(first & 63) / 63, scale: Double(first >> 18 & 31) / 31,
      across: isLandscape ? 7 : fewer, down: isLandscape ? fewer : 7)
    let warm = waves.channel(
      mean: Double(first >> 6 & 63) / 31.5 - 1, scale: Double(second >> 3 & 63) / 63 * 1.25,
      across: 3, down: 3)
    let green = waves.channel(
      mean: Double(first >> 12 & 63) / 31.5 - 1, scale: Double(second >> 9 & 63) / 63 * 1.25,
      across: 3, down: 3)
    // 3. Their sums at each pixel, as red, green and blue.
    let across = Self.cosines(width)
    let down = Self.cosines(height)
    var rgba: [UInt8] = []
    rgba.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        func sum(_ waves: [Wave]) -> Double {
          waves.reduce(0) { $0 + $1.value * across[x][$1.x] * down[y][$1.y] }
        }
        let (l, p, q) = (sum(light), sum(warm), sum(green))
        let b = l - 2 / 3.0 * p
        let r = (3 * l - b + q) / 2
        for part in [r, r - q, b, 1] {
          // Halves go to even, as in the byte arrays of browsers.
          rgba.append(UInt8((part * 255).limited(to: 0...255).rounded(.toNearestOrEven)))
        }
      }
    }
    return Pixels(width: width, height: height, rgba: rgba)
  }

  private static func cosines(_ length: Int) -> [[Double]] {
    (0..<length).map { place in
      (0..<8).map { wave in
        cos(Double.pi / Double(length) * (Double(place) + 0.5) * Double(wave))
      }
    }
  }
}

/// A frequency of a channel.
private struct Wave {
  let x: Int
  let y: Int
  let value: Double
}

/// Reads the waves of channels one after the other.
private struct WaveReader {
  let bytes: [UInt8]
  private var nibble = 10

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func channel(mean: Double, scale: Double, across: Int, down: Int) -> [Wave] {
    var waves = [Wave(x: 0, y: 0, value: mean)]
    for y in 0..<down {
      var x = y == 0 ? 1 : 0
      while x * down < across * (down - y) {
        let byte = nibble >> 1 < bytes.count ? bytes[nibble >> 1] : 0
        let bits = Int(byte) >> ((nibble & 1) * 4) & 15
        waves.append(Wave(x: x, y: y, value: (Double(bits) / 7.5 - 1) * scale * 2))
        nibble += 1
        x += 1
      }
    }
    return waves
  }
}

extension Double {
  fileprivate func limited(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
