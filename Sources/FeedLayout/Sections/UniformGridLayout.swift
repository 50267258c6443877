/// Equal cells in rows of two: a picture above a text.
public struct UniformGridLayout: SectionGeometry {
  /// Cells in a row.
  public static let columnCount = 2
  /// Gap between cells, and between the cells and the viewport's edges, in points.
  public static let spacing = 8.0
  /// Height of the text under the picture, in points.
  public static let captionHeight = 94.0
  /// Width of the picture divided by its height.
  public static let mediaAspectRatio = 1.5

  public let viewport: Viewport
  public let contentSize: Size
  /// The picture at the top of each cell, in points.
  public let mediaSize: Size
  public let frames: [Frame]

  /// Places `items` row by row, from left to right.
  public init(items: [LayoutItem], viewport: Viewport) {
    let columns = ColumnGrid(
      count: Self.columnCount, spacing: Self.spacing, viewportWidth: viewport.width)
    let media = Size(
      width: columns.cellWidth, height: columns.cellWidth / Self.mediaAspectRatio)
    let cellHeight = media.height + Self.captionHeight

    frames = items.enumerated().map { index, item in
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.columnCount)
      return Frame(
        id: item.id,
        x: columns.leftEdges[column], y: Double(row) * (cellHeight + Self.spacing),
        width: columns.cellWidth, height: cellHeight)
    }
    contentSize = Size(width: viewport.width, height: frames.last?.maxY ?? 0)
    mediaSize = media
    self.viewport = viewport
  }
}
