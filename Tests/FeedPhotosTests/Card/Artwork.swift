import Foundation
import TestSupport
import Testing

/// A landscape of hills under a low sun, drawn by formulas: a photo that belongs to nobody.
struct Artwork: Sendable {
  /// The colours of a time of day, from the top of the sky down.
  struct Palette: Sendable {
    let sky: SIMD3<Double>
    let horizon: SIMD3<Double>
    let sun: SIMD3<Double>
    /// The nearest hill; those behind it are mixed with the horizon.
    let hill: SIMD3<Double>

    static let evening = Palette(
      sky: [0.16, 0.22, 0.45], horizon: [0.98, 0.65, 0.42], sun: [1.0, 0.93, 0.72],
      hill: [0.10, 0.09, 0.18])
    static let morning = Palette(
      sky: [0.42, 0.66, 0.86], horizon: [0.97, 0.90, 0.82], sun: [1.0, 0.98, 0.90],
      hill: [0.10, 0.26, 0.24])
    static let night = Palette(
      sky: [0.03, 0.05, 0.16], horizon: [0.22, 0.38, 0.56], sun: [0.93, 0.95, 0.98],
      hill: [0.02, 0.04, 0.09])
  }

  let width: Int
  let height: Int
  let palette: Palette
  /// Where the sun is, in parts of the size.
  var sun = SIMD2(0.68, 0.34)

  /// The picture as a PNG in `folder`.
  func file(in folder: TemporaryFolder) throws -> String {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    let tops = (0..<width).map { hills(Double($0) + 0.5) }
    for y in 0..<height {
      for x in 0..<width {
        let color = color(Double(x) + 0.5, Double(y) + 0.5, hills: tops[x])
        for band in 0..<3 { pixels.append(UInt8(min(255, max(0, color[band] * 255)))) }
      }
    }
    return try folder.write(
      try Data(encoding: pixels, width: width, height: height), to: "\(UUID()).png")
  }

  /// How far from the top the hills begin at `x`, from the farthest to the nearest.
  private func hills(_ x: Double) -> [Double] {
    let place = x / side
    return [0.0, 1, 2, 3].map { near in
      let wave =
        sin(place * (2.1 + near) + near * 1.9) + 0.5 * sin(place * (5.3 + near) + near * 4.1)
        + 0.12 * sin(place * 23 + near * 2.3)
      return Double(height) * (0.60 + 0.10 * near) - side * 0.06 * wave
    }
  }

  private func color(_ x: Double, _ y: Double, hills: [Double]) -> SIMD3<Double> {
    // 1. The sky, with a glow around the sun.
    let depth = min(1, y / (0.72 * Double(height)))
    var color = mix(palette.sky, palette.horizon, depth * depth)
    let distance = hypot(x - sun.x * Double(width), y - sun.y * Double(height)) / side
    color = mix(color, palette.sun, 0.55 * exp(-distance * 5))
    color = mix(color, palette.sun, min(1, max(0, (0.075 - distance) * side)))
    // 2. The hills.
    for (near, top) in hills.enumerated() where y > top {
      let shade = mix(palette.horizon, palette.hill, 0.30 + 0.23 * Double(near))
      color = mix(color, shade, min(1, y - top))
    }
    return color
  }

  /// The shorter side.
  private var side: Double { Double(min(width, height)) }

  private func mix(
    _ first: SIMD3<Double>, _ second: SIMD3<Double>, _ share: Double
  ) -> SIMD3<Double> {
    first + (second - first) * share
  }
}
