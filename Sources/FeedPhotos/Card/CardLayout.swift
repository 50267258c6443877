import FeedModel

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

  /// A text in a line: all of it, or a part of it that others stand beside.
  package struct Line: Hashable, Sendable {
    package let text: String
    package let style: CardText.Line
    /// The size of the em in pixels.
    package let fontSize: Double
    /// The colour as `#rrggbb`.
    package let color: String
    /// The box of the text's ink.
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
  /// From top to bottom, and from left to right.
  package let lines: [Line]

  /// Lays a card out.
  ///
  /// - Parameters:
  ///   - photoWidth: the width of the photo as it is shown; only its proportion to the height counts.
  ///   - width: the width of the card in pixels.
  ///   - ink: measures a line of text at a font size in pixels.
  package init<Failure>(
    photoWidth: Int, photoHeight: Int, text: CardText, style: CardOptions.Style = .standard,
    width: Int, ink: @escaping (_ text: String, _ fontSize: Double) throws(Failure) -> Ink
  ) throws(Failure) {
    let design = style.design
    let scale = Double(width) / 390
    let margin = Int((design.margin * scale).rounded())
    // 1. The photo, as wide as the margins leave, or narrower if it would be too high.
    let photo = Self.photo(
      aspect: Double(photoWidth) / Double(photoHeight), left: margin, width: width - 2 * margin,
      lowestAspect: design.lowestAspect)
    // 2. The lines, one below the other.
    var lines: [Line] = []
    var bottom = Double(photo.maxY)
    for line in CardText.Line.allCases where !text[line].isEmpty {
      bottom += (lines.isEmpty ? design.photoGap : design.gap) * scale
      let letters = design[line]
      let (fontSize, rows) = try Self.rows(
        of: text[line], into: width - 2 * margin, fontSize: letters.fontSize * scale,
        gap: Int((design.partGap * scale).rounded()), ink: ink)
      for row in rows {
        var left = (width - row.width) / 2
        var lowest = 0
        for (text, ink) in row.texts {
          let top = max(
            bottom.rounded(.up),
            bottom + Double(ink.top) - design.rise * fontSize)
          let box = Box(x: left, y: Int(top.rounded()), width: ink.width, height: ink.height)
          lines.append(
            Line(text: text, style: line, fontSize: fontSize, color: letters.color, ink: box))
          left += ink.width + row.gap
          lowest = max(lowest, box.maxY)
        }
        let height = design.lineHeight * fontSize
        bottom = max(
          bottom + (design.hasWholeLines ? height.rounded(.up) : height), Double(lowest))
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
  /// The least part of its size that a line is reduced to before it is broken.
  private static let smallestShare = 0.7

  /// The box of a photo on a card of `style`, `width` pixels wide.
  static func photo(_ size: PictureSize, _ style: CardOptions.Style, width: Int) -> Box {
    let margin = Int((style.design.margin * Double(width) / 390).rounded())
    return photo(
      aspect: Double(size.width) / Double(size.height), left: margin, width: width - 2 * margin,
      lowestAspect: style.design.lowestAspect)
  }

  private static func photo(
    aspect: Double, left: Int, width: Int, lowestAspect: Double
  ) -> Box {
    let height = max(1, Int((Double(width) / max(aspect, lowestAspect)).rounded()))
    guard aspect < lowestAspect else { return Box(x: left, y: left, width: width, height: height) }
    let narrower = max(1, Int((Double(height) * aspect).rounded()))
    return Box(x: left + (width - narrower) / 2, y: left, width: narrower, height: height)
  }

  /// Texts on one baseline.
  private struct Row {
    let texts: [(text: String, ink: Ink)]
    /// Between two of them, in pixels.
    let gap: Int

    var width: Int { texts.reduce(-gap) { $0 + $1.ink.width + gap } }
  }

  /// The font size and the rows with which the parts of a line fit into a width: beside each other if they do, otherwise
  /// as one text.
  private static func rows<Failure>(
    of parts: [String], into width: Int, fontSize: Double, gap: Int,
    ink: @escaping (String, Double) throws(Failure) -> Ink
  ) throws(Failure) -> (fontSize: Double, rows: [Row]) {
    if parts.count > 1 {
      var texts: [(text: String, ink: Ink)] = []
      for part in parts { texts.append((part, try ink(part, fontSize))) }
      let row = Row(texts: texts, gap: gap)
      if row.width <= width { return (fontSize, [row]) }
    }
    let (size, texts) = try fit(
      parts.joined(separator: " "), into: width, fontSize: fontSize, ink: ink)
    var rows: [Row] = []
    for text in texts { rows.append(Row(texts: [(text, try ink(text, size))], gap: 0)) }
    return (size, rows)
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

/// The lengths and colours of a style of cards. Lengths are points of a card 390 wide, and grow in proportion to its width.
struct CardDesign {
  /// How a line of text is drawn: the size of the em, and `#rrggbb`.
  typealias Letters = (fontSize: Double, color: String)

  /// Around the photo and the texts.
  let margin = 16.0
  /// From the photo to the first line.
  let photoGap: Double
  /// From one line to the next, beyond the height of the line.
  let gap: Double
  /// From one part of a line to the next.
  let partGap: Double
  /// From one baseline to the next, in em.
  let lineHeight: Double
  /// The part at the top of a measured line that is above the line, in em: no letter of Latin or Japanese has ink there.
  let rise: Double
  /// Whether lines are whole pixels high.
  let hasWholeLines: Bool
  /// The lowest proportion of width to height that a photo fills the width with: a card of a screenshot
  /// can still be seen as a whole.
  let lowestAspect: Double
  fileprivate let letters: [CardText.Line: Letters]

  subscript(line: CardText.Line) -> Letters {
    letters[line] ?? (14, "#000000")
  }
}

extension CardOptions.Style {
  var design: CardDesign {
    switch self {
    case .standard:
      CardDesign(
        photoGap: 13, gap: 4, partGap: 0, lineHeight: 1.25, rise: 0.22, hasWholeLines: false,
        lowestAspect: 9.0 / 16,
        letters: [
          .camera: (20, "#1c1c1e"),
          .lens: (15, "#3a3a3c"),
          .exposure: (14, "#6c6c70"),
        ])
    case .article:
      // A vertical stack with 4 points between its views; the photo has a padding of 16 below it. Texts are bold, in the size
      // of body text and black, the lens in the grey of the system; horizontal stacks have the 8 points of SwiftUI. Lines are
      // as high as those of San Francisco.
      CardDesign(
        photoGap: 16 + 4, gap: 4, partGap: 8, lineHeight: 1.193359375, rise: 1.16 - 0.9521484375,
        hasWholeLines: true, lowestAspect: 9.0 / 21,
        letters: [
          .camera: (17, "#000000"),
          .lens: (17, "#8e8e93"),
          .exposure: (17, "#000000"),
        ])
    }
  }
}
