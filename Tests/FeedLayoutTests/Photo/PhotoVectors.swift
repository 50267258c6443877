import FeedLayout
import TestSupport

/// How sizes and places are written in the cases under `Tests/Conformance/photo`.
enum PhotoVectors {
  struct Extent: Decodable, Sendable {
    let width: Double
    let height: Double
    var size: Size { Size(width: width, height: height) }
  }

  struct Place: Decodable, Sendable {
    let x: Double
    let y: Double
    var point: Point { Point(x: x, y: y) }
  }

  struct Box: Decodable, Sendable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
  }

  static func load<Vectors: Decodable>(_: Vectors.Type, from name: String) -> Result<
    Vectors, any Error
  > { Result { try ConformanceCase.decode(Vectors.self, from: "photo/\(name).json") } }
}

/// Numbers a caller may pass where a length is expected.
enum Numbers {
  /// Invalid lengths: zero, negative or not finite.
  static let notPositive = [0, -0.0, -1, -390, .nan, .infinity, -.infinity]
  static let notFinite = [Double.nan, .infinity, -.infinity]
  /// Positive lengths of every magnitude.
  static let anyLength = [
    Double.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-200, 1e-9, 0.3, 1, 390, 6000, 1e9, 1e19,
    1e200, .greatestFiniteMagnitude,
  ]

  /// A length such as screens and pictures have, or at times one of ``anyLength``.
  static func length(using random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: anyLength.randomElement(using: &random) ?? 1
    case 1: Double(Int.random(in: 1...12_000, using: &random))
    default: Double.random(in: 0.5...6_000, using: &random)
    }
  }

  /// A finite number of any sign and magnitude.
  static func number(using random: inout SeededGenerator) -> Double {
    let magnitude = length(using: &random)
    return Bool.random(using: &random) ? magnitude : -magnitude
  }

  static func size(using random: inout SeededGenerator) -> Size {
    Size(width: length(using: &random), height: length(using: &random))
  }

  static func point(using random: inout SeededGenerator) -> Point {
    Point(x: number(using: &random), y: number(using: &random))
  }
}

extension Point {
  var isFinite: Bool { x.isFinite && y.isFinite }

  /// Whether the two places are the same but for rounding.
  func isClose(to other: Point, within slack: Double = 1e-6) -> Bool {
    abs(x - other.x) <= slack && abs(y - other.y) <= slack
  }
}

extension Size {
  var isFinite: Bool { width.isFinite && height.isFinite }
}
