import CVips

/// The font of a line of text: Noto Sans in bold, with fallback fonts for characters that it lacks.
struct CanvasFont {
  /// The emoji font is not named: it has digits and spaces too, which would be preferred.
  private static let families = "Noto Sans CJK JP, sans-serif"

  /// The size of the em in pixels.
  let size: Double
  /// `#rrggbb`.
  let color: String

  /// The size of the ink of a line in pixels, and how far below the top of the line it begins.
  ///
  /// - Precondition: `text` has something to be seen, and no control characters.
  func ink(of text: String) throws(PictureError) -> (top: Int, width: Int, height: Int) {
    try LibVips.start()
    var (top, width, height): (Int32, Int32, Int32) = (0, 0, 0)
    let isMeasured = withFont { tanada_vips_text_ink($0, text, &top, &width, &height) }
    guard isMeasured else { throw LibVips.failure() }
    return (Int(top), Int(width), Int(height))
  }

  func withFont<Result>(_ body: (tanada_font) -> Result) -> Result {
    Self.families.withCString { families in
      color.withCString { color in
        body(tanada_font(families: families, size: size, color: color))
      }
    }
  }
}
