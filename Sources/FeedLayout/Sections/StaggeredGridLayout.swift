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
    public let itemIDs: [Int]
    /// The sum the next item's column is chosen by, in points.
    public let balanceHeight: Double
    /// The bottom of the last cell, in points.
    public let height: Double

    static let empty = Column(itemIDs: [], balanceHeight: 0, height: 0)
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
    var state = try StaggeredGridState(viewport: viewport, columnCount: columnCount)
    var frames: [Frame] = []
    var itemIDs = Array(repeating: [Int](), count: columnCount)
    frames.reserveCapacity(items.count)
    for item in items {
      let frame = try state.place(item)
      frames.append(frame)
      if let column = frame.column { itemIDs[column].append(item.id) }
    }
    let columns = zip(state.columns, itemIDs).map { column, ids in
      Column(itemIDs: ids, balanceHeight: column.balanceHeight, height: column.height)
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
}
