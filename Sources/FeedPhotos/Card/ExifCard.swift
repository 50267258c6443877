package import FeedModel

/// A photo on white with its camera data below it, as a picture to share.
package struct ExifCard: Sendable {
  package let layout: CardLayout
  /// The width of the card in pixels. A card that is narrower than letters can be drawn is laid out larger.
  private let width: Int
  private let path: String
  private let orientation: Int
  private let format: CardOptions.Format

  /// Lays out the card of the photo in the file at `path`, which is not decoded yet.
  ///
  /// - Parameters:
  ///   - orientation: the EXIF orientation that a decoder has to apply, 1 to 8.
  ///   - maximumPixelCount: the most pixels that are decoded.
  package init(
    path: String, orientation: Int, camera: CameraData, options: CardOptions,
    maximumPixelCount: Int
  ) throws(PictureError) {
    let file = PictureFile(
      path: path, orientation: orientation, maximumPixelCount: maximumPixelCount)
    let size = try file.size()
    width = options.width
    layout = try CardLayout(
      photoWidth: size.width, photoHeight: size.height,
      text: CardText(camera, options: options), style: options.style,
      width: max(width, Self.narrowestLayout)
    ) { (text, fontSize) throws(PictureError) in
      try CanvasFont(size: fontSize, color: "#000000").ink(of: text)
    }
    self.path = path
    self.orientation = orientation
    format = options.format
  }

  /// The least width at which letters are measured, in pixels.
  private static let narrowestLayout = 200

  /// Draws the card: a picture in sRGB without metadata.
  package func encoded() throws(PictureError) -> [UInt8] {
    let canvas = try Canvas(width: layout.width, height: layout.height)
    try canvas.drawPicture(at: path, orientation: orientation, in: layout.photo)
    for line in layout.lines {
      let font = CanvasFont(size: line.fontSize, color: line.color)
      try canvas.draw(line.text, font: font, x: line.ink.x, y: line.ink.y)
    }
    if width < layout.width {
      let height = Double(layout.height) * Double(width) / Double(layout.width)
      try canvas.shrink(width: width, height: max(1, Int(height.rounded())))
    }
    return try canvas.encoded(format.suffix)
  }
}

extension CardOptions.Format {
  /// The encoder's options. Text needs a higher quality than photos do.
  fileprivate var suffix: String {
    switch self {
    case .png: ".png"
    case .jpg: ".jpg[Q=90,optimize_coding]"
    }
  }
}
