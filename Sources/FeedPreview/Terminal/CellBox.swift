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
  /// What a column stands for, in points.
  let pointsPerColumn: Double

  /// What a row stands for, in points: characters are about twice as high as wide.
  var pointsPerRow: Double { pointsPerColumn * 2 }

  /// Edges go to the nearest line between cells, so that boxes that touch still do.
  func cells(_ box: Rectangle) -> CellBox {
    let left = Self.cell(box.x / pointsPerColumn)
    let top = Self.cell(box.y / pointsPerRow)
    // Whatever has a place is seen.
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
