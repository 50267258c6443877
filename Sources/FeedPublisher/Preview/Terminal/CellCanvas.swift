import FeedLayout
package import FeedModel

/// Rows of character cells. A wide character takes several cells and never loses only some of them.
package struct CellCanvas {
  private enum Cell {
    case glyph(Character, Ink)
    /// Covered by the wide character further left.
    case continued
  }

  /// Cells in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  private var cells: [Cell]

  /// A blank canvas.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: .glyph(" ", .none), count: width * height)
  }

  /// Writes `character` at (`x`, `y`) unless some of it would be outside.
  package mutating func put(_ character: Character, x: Int, y: Int, ink: Ink) {
    let columns = DisplayWidth.of(character)
    guard columns > 0, y >= 0, y < height, x >= 0, x + columns <= width else { return }
    for column in x..<(x + columns) { erase(x: column, y: y) }
    cells[y * width + x] = .glyph(character, ink)
    for column in (x + 1)..<(x + columns) where columns > 1 {
      cells[y * width + column] = .continued
    }
  }

  /// Writes `text` from (`x`, `y`) to the right, as much of it as is inside.
  package mutating func put(_ text: String, x: Int, y: Int, ink: Ink) {
    var column = x
    for character in text {
      put(character, x: column, y: y, ink: ink)
      column += DisplayWidth.of(character)
    }
  }

  /// Writes `character`, which takes one cell, to every cell of `box` that is inside.
  mutating func fill(_ box: CellBox, with character: Character, ink: Ink) {
    let seen = box.intersection(CellBox(left: 0, top: 0, right: width, bottom: height))
    for y in seen.top..<seen.bottom where seen.width > 0 {
      // Only at the sides can a wide character be partly inside.
      erase(x: seen.left, y: y)
      erase(x: seen.right - 1, y: y)
      for x in seen.left..<seen.right { cells[y * width + x] = .glyph(character, ink) }
    }
  }

  /// Blanks a cell, and with it the rest of the wide character it is part of.
  private mutating func erase(x: Int, y: Int) {
    let row = y * width
    var start = x
    while start > 0, case .continued = cells[row + start] { start -= 1 }
    var end = x + 1
    while end < width, case .continued = cells[row + end] { end += 1 }
    for column in start..<end { cells[row + column] = .glyph(" ", .none) }
  }

  /// A row as text, without the blanks at its end.
  package func line(_ row: Int, style: TerminalPreview.Style, paint: Paint) -> String {
    var line = ""
    var run = ""
    var runInk = Ink.none
    var blanks = ""
    func flushed() -> String {
      style == .plain ? run : SGR.wrap(run, runInk.parameters(paint))
    }
    for cell in cells[(row * width)..<((row + 1) * width)] {
      guard case .glyph(let character, let ink) = cell else { continue }
      if character == " " {
        blanks += " "
        continue
      }
      if ink != runInk {
        line += flushed()
        (run, runInk) = ("", ink)
        line += blanks
      } else {
        run += blanks
      }
      run.append(character)
      blanks = ""
    }
    return line + flushed()
  }
}

/// The part of a drawing that a cell of the canvas belongs to.
package enum Ink {
  case none, line, shade, id, title, detail

  /// The parameters that set this ink on a terminal that shows its default.
  func parameters(_ paint: Paint) -> String {
    switch self {
    case .none: ""
    case .line: "\(paint.code)"
    case .shade: "2;\(paint.code)"
    case .id: "1;\(paint.code)"
    case .title: "1"
    case .detail: "2"
    }
  }
}

/// A colour of the terminal's own palette, as a Select Graphic Rendition parameter.
package struct Paint: Hashable {
  let code: Int

  /// The colour of a section of `kind`.
  package static func of(_ kind: ContentKind) -> Paint {
    switch kind.name {
    case "campaign_banners": Paint(code: 33)
    case "recent_news": Paint(code: 34)
    case "featured_topics": Paint(code: 31)
    case "trend_articles": Paint(code: 36)
    case "pickup_photos": Paint(code: 32)
    case "favorite_scenes": Paint(code: 35)
    // The six colours beside black and white.
    default: Paint(code: 31 + kind.colorNumber % 6)
    }
  }
}

/// Text between two colour changes.
enum SGR {
  static func wrap(_ text: String, _ parameters: String) -> String {
    parameters.isEmpty || text.isEmpty ? text : "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
  }
}

/// A box of cells; the upper bounds are exclusive.
struct CellBox: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  var width: Int { right - left }
  var height: Int { bottom - top }

  /// The cells inside the border.
  var interior: CellBox {
    CellBox(left: left + 1, top: top + 1, right: right - 1, bottom: bottom - 1)
  }

  func intersection(_ other: CellBox) -> CellBox {
    let left = max(left, other.left)
    let top = max(top, other.top)
    return CellBox(
      left: left, top: top, right: max(left, min(right, other.right)),
      bottom: max(top, min(bottom, other.bottom)))
  }
}

/// From points to cells.
struct CellScale {
  /// The width of a column, in points.
  let pointsPerColumn: Double

  /// The height of a row, in points: characters are about twice as high as wide.
  var pointsPerRow: Double { pointsPerColumn * 2 }

  /// Edges go to the nearest line between cells, so that boxes that touch still do.
  func cells(_ box: Rect) -> CellBox {
    let left = Self.cell(box.x / pointsPerColumn)
    let top = Self.cell(box.y / pointsPerRow)
    // A box of any size takes at least one cell, so that it is seen.
    return CellBox(
      left: left, top: top,
      right: max(left + 1, Self.cell(box.maxX / pointsPerColumn)),
      bottom: max(top + 1, Self.cell(box.maxY / pointsPerRow)))
  }

  /// A cell's number; far more than a canvas has for what no canvas could show.
  static func cell(_ position: Double) -> Int {
    Int(min(max(position.rounded(), -1e6), 1e6))
  }
}
