/// Columns of cells that keep the aspect ratio of their pictures.
///
/// Each item goes to the leftmost of the columns with the smallest *balance height*: with two
/// columns, to the left unless the left one is higher. Balance heights are those of cells that
/// fill the whole viewport without gaps, so the split is a little different from that of the
/// drawn heights. That is how the existing screens do it, and it is kept.
public struct StaggeredGridLayout: SectionGeometry {
  /// Columns unless asked otherwise.
  public static let defaultColumnCount = 2
  /// The numbers of columns that can be asked for; at the narrowest viewport a cell is 4 pt wide.
  public static let supportedColumnCounts = 1...16
  /// Gap between cells, and between the cells and the viewport's edges, in points.
  public static let spacing = 8.0

  /// One column of the finished grid.
  public struct Column: Hashable, Sendable {
    /// The items from top to bottom.
    public internal(set) var itemIDs: [Int] = []
    /// The sum the next item's column is chosen by, in points.
    public internal(set) var balanceHeight = 0.0
    /// The bottom of the last cell, in points.
    public internal(set) var height = 0.0
  }

  public let viewport: Viewport
  public let contentSize: Size
  /// The columns from left to right.
  public let columns: [Column]
  public let frames: [Frame]

  /// Places `items` in their order.
  ///
  /// - Throws: ``LayoutError/missingMediaSize(index:id:)`` or
  ///   ``LayoutError/unusableMediaSize(index:id:size:)`` for the first item that has no usable
  ///   picture size, ``LayoutError/outOfRange(_:value:allowed:)`` for the column count.
  /// - Complexity: O(n · columns).
  public init(
    items: [LayoutItem], viewport: Viewport, columnCount: Int = defaultColumnCount
  ) throws(LayoutError) {
    let supported = Self.supportedColumnCounts
    try LayoutError.check(
      Double(columnCount), in: Double(supported.lowerBound)...Double(supported.upperBound),
      as: .columnCount)
    let grid = ColumnGrid(
      count: columnCount, spacing: Self.spacing, viewportWidth: viewport.width)
    let balanceWidth = viewport.width / Double(columnCount)

    var columns = Array(repeating: Column(), count: columnCount)
    var frames: [Frame] = []
    frames.reserveCapacity(items.count)

    for (index, item) in items.enumerated() {
      guard let media = item.mediaSize else {
        throw .missingMediaSize(index: index, id: item.id)
      }
      // 1. The column that is shortest so far, by balance height.
      let column = Self.shortest(of: columns)
      // 2. Both heights of the item.
      let balance = Self.height(of: media, atWidth: balanceWidth)
      let height = Self.height(of: media, atWidth: grid.cellWidth)
      // 3. A cell below the last one.
      let top = columns[column].itemIDs.isEmpty ? 0 : columns[column].height + Self.spacing
      guard media.width > 0, media.height > 0, media.width.isFinite, (top + height).isFinite,
        (columns[column].balanceHeight + balance).isFinite
      else {
        throw .unusableMediaSize(index: index, id: item.id, size: media)
      }
      frames.append(
        Frame(
          id: item.id, x: grid.leftEdges[column], y: top,
          width: grid.cellWidth, height: height, column: column))
      columns[column].itemIDs.append(item.id)
      columns[column].balanceHeight += balance
      columns[column].height = top + height
    }

    self.init(columns: columns, frames: frames, viewport: viewport)
  }

  /// A finished grid.
  init(columns: [Column], frames: [Frame], viewport: Viewport) {
    self.viewport = viewport
    self.columns = columns
    self.frames = frames
    contentSize = Size(width: viewport.width, height: columns.map(\.height).max() ?? 0)
  }

  /// The height of a picture scaled to `width`, rounded up to a whole point.
  static func height(of media: Size, atWidth width: Double) -> Double {
    (width / media.width * media.height).rounded(.up)
  }

  private static func shortest(of columns: [Column]) -> Int {
    var best = 0
    for index in columns.indices.dropFirst()
    where columns[best].balanceHeight > columns[index].balanceHeight {
      best = index
    }
    return best
  }
}
