import CVips

/// An opaque picture that is drawn on, in pixels from the top left corner.
struct Canvas: ~Copyable {
  private let canvas: OpaquePointer

  /// A canvas that repeats a square tile.
  ///
  /// - Parameters:
  ///   - tile: its pixels row by row, three bytes each: red, green and blue in sRGB.
  ///   - side: the width and height of the tile.
  init(tile: [UInt8], side: Int, width: Int, height: Int) throws(PictureError) {
    try LibVips.start()
    guard
      let canvas = tanada_vips_canvas_create(tile, Int32(side), Int32(width), Int32(height))
    else { throw LibVips.failure() }
    self.canvas = canvas
  }

  /// A white canvas.
  init(width: Int, height: Int) throws(PictureError) {
    let side = 64
    let white = [UInt8](repeating: 255, count: 3 * side * side)
    try self.init(tile: white, side: side, width: width, height: height)
  }

  deinit {
    tanada_vips_canvas_free(canvas)
  }

  /// Draws a picture file into a box of its proportions. What is transparent becomes white.
  ///
  /// - Parameter orientation: the EXIF orientation that is to be applied, 1 to 8.
  func drawPicture(at path: String, orientation: Int, in box: CardLayout.Box) throws(PictureError) {
    let isDrawn = path.withCString { path in
      let source = tanada_source(path: path, orientation: Int32(orientation), whole: false)
      return tanada_vips_canvas_draw_picture(
        canvas, source, Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height))
    }
    guard isDrawn else { throw LibVips.failure(about: path) }
  }

  /// Draws a line of text so that the box of its ink begins at (`x`, `y`), on white.
  func draw(_ text: String, font: CanvasFont, x: Int, y: Int) throws(PictureError) {
    let isDrawn = font.withFont {
      tanada_vips_canvas_draw_text(canvas, $0, text, Int32(x), Int32(y))
    }
    guard isDrawn else { throw LibVips.failure() }
  }

  /// Makes the canvas, with what has been drawn, smaller.
  func shrink(width: Int, height: Int) throws(PictureError) {
    let isShrunk = tanada_vips_canvas_shrink(canvas, Int32(width), Int32(height))
    guard isShrunk else { throw LibVips.failure() }
  }

  /// Returns the encoded picture of the canvas, which is consumed.
  ///
  /// - Parameter suffix: the format and the options of its encoder: `.jpg[Q=90]`.
  consuming func encoded(_ suffix: String) throws(PictureError) -> [UInt8] {
    try LibVips.bytes { tanada_vips_canvas_encode(canvas, suffix, $0, $1) }
  }
}

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
  func ink(of text: String) throws(PictureError) -> CardLayout.Ink {
    try LibVips.start()
    var (top, width, height): (Int32, Int32, Int32) = (0, 0, 0)
    let isMeasured = withFont { tanada_vips_text_ink($0, text, &top, &width, &height) }
    guard isMeasured else { throw LibVips.failure() }
    return CardLayout.Ink(top: Int(top), width: Int(width), height: Int(height))
  }

  func withFont<Result>(_ body: (tanada_font) -> Result) -> Result {
    Self.families.withCString { families in
      color.withCString { color in
        body(tanada_font(families: families, size: size, color: color))
      }
    }
  }
}
