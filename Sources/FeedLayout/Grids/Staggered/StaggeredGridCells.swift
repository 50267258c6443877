/// The sizes of a staggered grid's cells.
struct StaggeredGridCells: Hashable, Sendable {
  /// The extents of one item, before it has a place.
  struct Cell {
    let id: Int
    let media: Size
    let span: Int
    let width: Double
    let height: Double
    /// The height the column is chosen by.
    let balanceHeight: Double
    let keptColumn: Int?
  }

  let columns: ColumnGrid
  let columnCount: Int
  private let viewportWidth: Double

  init(options: StaggeredGridLayout.Options, viewportWidth: Double) throws(LayoutError) {
    try options.check()
    columns = try ColumnGrid(
      count: options.columnCount, spacing: options.spacing, inset: options.inset,
      viewportWidth: viewportWidth)
    columnCount = options.columnCount
    self.viewportWidth = viewportWidth
  }

  /// A column's share of the whole viewport, in points.
  var balanceWidth: Double { viewportWidth / Double(columnCount) }

  /// Measures `item`, which errors name by `index`.
  func cell(for item: LayoutItem, index: Int) throws(LayoutError) -> Cell {
    guard let media = item.mediaSize else {
      throw .missingMediaSize(index: index, id: item.id)
    }
    let span = item.columnSpan
    guard (1...columnCount).contains(span) else {
      throw .spanOverColumns(index: index, id: item.id, span: span, columns: columnCount)
    }
    let width = columns.width(ofSpan: span)
    let height = Self.height(of: media, atWidth: width)
    let balanceHeight = Self.height(of: media, atWidth: balanceWidth * Double(span))
    guard media.width > 0, media.height > 0, media.width.isFinite, height.isFinite,
      balanceHeight.isFinite
    else {
      throw .unusableMediaSize(index: index, id: item.id, size: media)
    }
    // A column that no longer exists, or has too few to its right, is not kept.
    let kept = item.keptColumn.flatMap { (0...(columnCount - span)).contains($0) ? $0 : nil }
    return Cell(
      id: item.id, media: media, span: span, width: width, height: height,
      balanceHeight: balanceHeight, keptColumn: kept)
  }

  /// The height of a picture scaled to `width`, rounded up to a whole point.
  private static func height(of media: Size, atWidth width: Double) -> Double {
    (width / media.width * media.height).rounded(.up)
  }
}
