import FeedLayout
import FeedPublisher

/// A section on a canvas.
struct SectionPicture {
  let section: FeedSection
  let columns: Int

  /// More rows than anybody scrolls through; content beyond them is counted in the heading.
  static let maximumRows = 5_000

  var scale: CellScale {
    CellScale(pointsPerColumn: section.layout.viewport.width / Double(columns))
  }

  var rows: Int {
    guard section.frame.height > 0 else { return 0 }
    let rows = CellScale.cell(section.frame.height / scale.pointsPerRow)
    return min(max(rows, 1), Self.maximumRows)
  }

  /// How many items begin right of the viewport.
  var countBeyondRight: Int {
    section.layout.frames.count { $0.x >= section.layout.viewport.width }
  }

  /// How many items begin below the last row.
  var countBelow: Int {
    let bottom = Double(Self.maximumRows) * scale.pointsPerRow
    return section.layout.frames.count { $0.y >= bottom }
  }

  func canvas() -> CellCanvas {
    var canvas = CellCanvas(width: columns, height: rows)
    for painted in section.paintedItems where painted.opacity > 0 {
      ItemBox(
        box: scale.cells(painted.box),
        media: scale.cells(section.layout.mediaArea(of: painted.box)),
        hasFullBleedMedia: section.layout.hasFullBleedMedia,
        id: painted.id, text: ItemText(painted.item)
      ).paint(on: &canvas)
    }
    return canvas
  }
}
