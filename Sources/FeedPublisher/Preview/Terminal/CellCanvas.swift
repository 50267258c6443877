import FeedLayout

/// Rows of character cells. A wide character takes several cells and never loses only some of them.
package struct CellCanvas {
  /// A character; `nil` where the wide one further left covers the cell.
  private typealias Cell = (character: Character, ink: Ink)?

  /// Cells in a row.
  package let width: Int
  /// Rows.
  package let height: Int
  private var cells: [Cell]

  /// A blank canvas.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: (" ", .none), count: width * height)
  }

  /// Writes `character` at (`x`, `y`) unless some of it would be outside.
  package mutating func put(_ character: Character, x: Int, y: Int, ink: Ink) {
    let columns = DisplayWidth.of(character)
    guard columns > 0, y >= 0, y < height, x >= 0, x + columns <= width else { return }
    for column in x..<(x + columns) { erase(x: column, y: y) }
    cells[y * width + x] = (character, ink)
    for column in (x + 1)..<(x + columns) where columns > 1 {
      cells[y * width + column] = nil
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
      for x in seen.left..<seen.right { cells[y * width + x] = (character, ink) }
    }
  }

  /// Blanks a cell, and with it the rest of the wide character it is part of.
  private mutating func erase(x: Int, y: Int) {
    let row = y * width
    var start = x
    while start > 0, cells[row + start] == nil { start -= 1 }
    var end = x + 1
    while end < width, cells[row + end] == nil { end += 1 }
    for column in start..<end { cells[row + column] = (" ", .none) }
  }

  /// A row as text, without the blanks at its end.
  ///
  /// - Parameter color: the colour of lines, as a Select Graphic Rendition parameter.
  package func line(_ row: Int, style: TerminalPreview.Style, color: Int) -> String {
    var line = ""
    var run = ""
    var runInk = Ink.none
    var blanks = ""
    func flushed() -> String { style == .plain ? run : run.sgr(runInk.parameters(color)) }
    for cell in cells[(row * width)..<((row + 1) * width)] {
      guard let (character, ink) = cell else { continue }
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
  func parameters(_ color: Int) -> String {
    switch self {
    case .none: ""
    case .line: "\(color)"
    case .shade: "2;\(color)"
    case .id: "1;\(color)"
    case .title: "1"
    case .detail: "2"
    }
  }
}

extension String {
  /// The text with Select Graphic Rendition `parameters`, up to its end.
  func sgr(_ parameters: String) -> String {
    parameters.isEmpty || isEmpty ? self : "\u{1B}[\(parameters)m\(self)\u{1B}[0m"
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

extension CellBox {
  /// The cells of `box`, a box in points. Edges go to the nearest line between cells, so that boxes
  /// that touch still do.
  init(_ box: Rect, pointsPerColumn: Double) {
    let pointsPerRow = Self.pointsPerRow(pointsPerColumn)
    left = Self.cell(box.x / pointsPerColumn)
    top = Self.cell(box.y / pointsPerRow)
    // A box of any size takes at least one cell, so that it is seen.
    right = max(left + 1, Self.cell(box.maxX / pointsPerColumn))
    bottom = max(top + 1, Self.cell(box.maxY / pointsPerRow))
  }

  /// The height of a row, in points: characters are about twice as high as wide.
  static func pointsPerRow(_ pointsPerColumn: Double) -> Double { pointsPerColumn * 2 }

  /// A cell's number; far more than a canvas has for what no canvas could show.
  static func cell(_ position: Double) -> Int { Int(min(max(position.rounded(), -1e6), 1e6)) }
}
