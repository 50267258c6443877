import CVips

/// A diagonal gradient, opaque: red and green are 0, blue is (x + y) mod 256. A pixel's colour says
/// where it is, so that mistakes in scaling and tapping can be read off.
package struct TestPattern: Codable, Hashable, Sendable {
  /// The valid lengths of a side, in pixels.
  package static let sides = 1...16_384
  /// The most pixels.
  package static let largestCount = 100_000_000

  package let width: Int
  package let height: Int

  /// A pattern of this size; `nil` if a side is not in ``sides``, or if it has more pixels than
  /// ``largestCount``.
  package init?(width: Int, height: Int) {
    guard Self.sides.contains(width), Self.sides.contains(height),
      width * height <= Self.largestCount
    else { return nil }
    self.width = width
    self.height = height
  }

  /// The pattern as a PNG, which loses nothing, made in this process: commands have workers do it.
  package func png() throws(PictureError) -> [UInt8] {
    // The colours repeat every 256 pixels in both directions.
    let side = 256
    var tile: [UInt8] = []
    tile.reserveCapacity(3 * side * side)
    for y in 0..<side {
      for x in 0..<side { tile += [0, 0, UInt8(truncatingIfNeeded: x + y)] }
    }
    let canvas = try Canvas(tile: tile, side: side, width: width, height: height)
    return try canvas.encoded(".png")
  }
}

/// A drawing in SVG that this program has made.
///
/// Text appears in the fonts of the system, chosen by fontconfig. It must not be used for untrusted
/// documents, which the renderer is not made for.
package struct VectorDrawing: Codable, Hashable, Sendable {
  /// How many pixels a unit of the drawing can have in each direction.
  package static let scales = 1.0...4.0
  /// The longest side of a picture, in pixels.
  package static let largestSide = 32_767.0

  private let svg: String

  package init(svg: String) {
    self.svg = svg
  }

  /// The drawing as a PNG with `scale` pixels for each of its units, made in this process: commands have workers
  /// do it.
  ///
  /// - Throws: ``PictureError/invalid(_:)`` for a document that cannot be read.
  func png(scale: Double) throws(PictureError) -> [UInt8] {
    var svg = svg
    return try LibVips.bytes { bytes, count in
      svg.withUTF8 { text in
        text.withMemoryRebound(to: CChar.self) {
          tanada_vips_drawing($0.baseAddress, $0.count, scale, bytes, count)
        }
      }
    }
  }
}
