/// The layout of an EXIF card, in pixels: the photo, and below it the lines of text, centred.
///
/// Lengths are given for a card 390 wide and grow in proportion.
package struct CardLayout: Hashable, Sendable {
  /// A box in pixels from the top left corner of the card.
  package struct Box: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    package var maxX: Int { x + width }
    package var maxY: Int { y + height }
  }

  /// A line of text.
  package struct Line: Hashable, Sendable {
    package let text: String
    package let style: Style
    /// The size of the em in pixels.
    package let fontSize: Double
    /// The box of the line's ink.
    package let ink: Box
  }

  /// How large the ink of a line of text is, in pixels.
  package struct Ink: Hashable, Sendable {
    /// How far below the top of the line it begins. The baseline is 1.16 em below the top.
    package let top: Int
    package let width: Int
    package let height: Int

    package init(top: Int, width: Int, height: Int) {
      self.top = top
      self.width = width
      self.height = height
    }
  }

  package let width: Int
  package let height: Int
  package let photo: Box
  /// From top to bottom.
  package let lines: [Line]

  /// Lays a card out.
  ///
  /// - Parameters:
  ///   - photoWidth: the width of the photo as it is shown; only its proportion to the height counts.
  ///   - width: the width of the card in pixels.
  ///   - ink: measures a line of text at a font size in pixels.
  package init<Failure>(
    photoWidth: Int, photoHeight: Int, text: CardText, width: Int,
    ink: @escaping (_ text: String, _ fontSize: Double) throws(Failure) -> Ink
  ) throws(Failure) {
    let scale = Double(width) / 390
    let margin = Int((16 * scale).rounded())
    // 1. The photo, as wide as the margins leave, or narrower if it would be too high.
    let photo = Self.photo(
      aspect: Double(photoWidth) / Double(photoHeight), left: margin, width: width - 2 * margin)
    // 2. The lines, one below the other.
    var lines: [Line] = []
    var bottom = Double(photo.maxY)
    for (style, text) in Style.allCases.compactMap({ style in text[style].map { (style, $0) } }) {
      bottom += (lines.isEmpty ? Self.photoGap : Self.gap) * scale
      let (fontSize, texts) = try Self.fit(
        text, into: width - 2 * margin, fontSize: style.fontSize * scale, ink: ink)
      for text in texts {
        let ink = try ink(text, fontSize)
        let top = max(bottom.rounded(.up), bottom + Double(ink.top) - Self.rise * fontSize)
        let box = Box(
          x: (width - ink.width) / 2, y: Int(top.rounded()), width: ink.width, height: ink.height)
        lines.append(Line(text: text, style: style, fontSize: fontSize, ink: box))
        bottom = max(bottom + Self.lineHeight * fontSize, Double(box.maxY))
      }
    }
    // 3. The card around it.
    self.width = width
    self.photo = photo
    self.lines = lines
    height = (lines.isEmpty ? photo.maxY : Int(bottom.rounded(.up))) + margin
  }
}

// MARK: - Lengths

extension CardLayout {
  /// The style of a line, by its content.
  package enum Style: CaseIterable, Sendable {
    case camera, lens, exposure

    /// The font size for a card 390 wide.
    fileprivate var fontSize: Double {
      switch self {
      case .camera: 20
      case .lens: 15
      case .exposure: 14
      }
    }

    /// The colour as `#rrggbb`.
    package var color: String {
      switch self {
      case .camera: "#1c1c1e"
      case .lens: "#3a3a3c"
      case .exposure: "#6c6c70"
      }
    }
  }

  /// From the photo to the first line.
  private static let photoGap = 13.0
  /// From one line to the next, beyond the height of the line.
  private static let gap = 4.0
  /// From one baseline to the next, in em.
  private static let lineHeight = 1.25
  /// The share of an em at the top of a line that no letter of Latin or Japanese has ink in.
  private static let rise = 0.22
  /// The least part of its size that a line is reduced to before it is broken.
  private static let smallestShare = 0.7
  /// The lowest proportion of width to height that a photo fills the width with: a card of a screenshot
  /// can still be seen as a whole.
  private static let lowestAspect = 9.0 / 16

  private static func photo(aspect: Double, left: Int, width: Int) -> Box {
    let height = max(1, Int((Double(width) / max(aspect, lowestAspect)).rounded()))
    guard aspect < lowestAspect else { return Box(x: left, y: left, width: width, height: height) }
    let narrower = max(1, Int((Double(height) * aspect).rounded()))
    return Box(x: left + (width - narrower) / 2, y: left, width: narrower, height: height)
  }

  /// The font size and the lines with which a text fits into a width.
  private static func fit<Failure>(
    _ text: String, into width: Int, fontSize: Double,
    ink: @escaping (String, Double) throws(Failure) -> Ink
  ) throws(Failure) -> (fontSize: Double, lines: [String]) {
    let smallest = smallestShare * fontSize
    // 1. In one line, at its own size or somewhat smaller. Widths are not quite in proportion to sizes.
    let whole = try ink(text, fontSize).width
    var size = fontSize
    var measured = whole
    while measured > width, size >= smallest {
      size *= min(0.99, Double(width) / Double(measured))
      measured = try ink(text, size).width
    }
    if size >= smallest { return (size, [text]) }
    // 2. In two, as large as possible; in more, at the smallest size.
    size = fontSize * min(1, 2 * Double(width) / Double(whole))
    while true {
      size = max(size, smallest)
      let breaker = LineBreaker(width: width) { [size] (line) throws(Failure) in
        try ink(line, size).width
      }
      let lines = try breaker.lines(of: text)
      if lines.count <= 2 || size == smallest { return (size, lines) }
      size *= 0.95
    }
  }
}

extension CardText {
  fileprivate subscript(style: CardLayout.Style) -> String? {
    switch style {
    case .camera: camera
    case .lens: lens
    case .exposure: exposure
    }
  }
}
