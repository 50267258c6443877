import CVips

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
