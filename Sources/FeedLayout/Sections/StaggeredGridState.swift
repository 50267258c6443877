/// Where a staggered grid stands after an item: all that it takes to place the next one.
///
/// A grid that is laid out page by page from its state has the same frames, bit for bit, as one laid
/// out at once, for any size of the pages. Placing an item costs the same whatever came before it.
public struct StaggeredGridState: Hashable, Sendable {
  /// One column so far.
  public struct Column: Codable, Hashable, Sendable {
    /// The sum the next item's column is chosen by, in points.
    public internal(set) var balanceHeight = 0.0
    /// The bottom of the last cell, in points.
    public internal(set) var height = 0.0
    /// How many cells it has.
    public internal(set) var itemCount = 0

    private enum CodingKeys: String, CodingKey {
      case balanceHeight = "balance_height"
      case height
      case itemCount = "item_count"
    }
  }

  /// The width of the viewport the grid is laid out for, in points.
  public let viewportWidth: Double
  /// The columns from left to right.
  public private(set) var columns: [Column]
  /// How many items have been placed.
  public private(set) var itemCount: Int

  private let grid: ColumnGrid

  /// A grid without items.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` for a column count outside
  ///   ``StaggeredGridLayout/supportedColumnCounts``.
  public init(
    viewport: Viewport, columnCount: Int = StaggeredGridLayout.defaultColumnCount
  ) throws(LayoutError) {
    let supported = StaggeredGridLayout.supportedColumnCounts
    try LayoutError.check(
      Double(columnCount), in: Double(supported.lowerBound)...Double(supported.upperBound),
      as: .columnCount)
    self.init(
      viewportWidth: viewport.width, columns: Array(repeating: Column(), count: columnCount))
  }

  private init(viewportWidth: Double, columns: [Column]) {
    self.viewportWidth = viewportWidth
    self.columns = columns
    itemCount = columns.reduce(0) { $0 + $1.itemCount }
    grid = ColumnGrid(
      count: columns.count, spacing: StaggeredGridLayout.spacing, viewportWidth: viewportWidth)
  }

  /// Places `item` below everything placed so far.
  ///
  /// - Throws: ``LayoutError/missingMediaSize(index:id:)`` or
  ///   ``LayoutError/unusableMediaSize(index:id:size:)``, and nothing has changed.
  /// - Complexity: O(columns).
  public mutating func place(_ item: LayoutItem) throws(LayoutError) -> Frame {
    guard let media = item.mediaSize else {
      throw .missingMediaSize(index: itemCount, id: item.id)
    }
    // 1. The column that is shortest so far, by balance height.
    let column = shortestColumn
    // 2. Both heights of the item.
    let balance =
      columns[column].balanceHeight
      + Self.height(of: media, atWidth: viewportWidth / Double(columns.count))
    let height = Self.height(of: media, atWidth: grid.cellWidth)
    // 3. A cell below the last one.
    let top =
      columns[column].itemCount == 0
      ? 0 : columns[column].height + StaggeredGridLayout.spacing
    guard media.width > 0, media.height > 0, media.width.isFinite, (top + height).isFinite,
      balance.isFinite
    else {
      throw .unusableMediaSize(index: itemCount, id: item.id, size: media)
    }
    columns[column].balanceHeight = balance
    columns[column].height = top + height
    columns[column].itemCount += 1
    itemCount += 1
    return Frame(
      id: item.id, x: grid.leftEdges[column], y: top,
      width: grid.cellWidth, height: height, column: column)
  }

  /// The leftmost of the columns with the smallest balance height.
  private var shortestColumn: Int {
    var best = 0
    for index in columns.indices.dropFirst()
    where columns[best].balanceHeight > columns[index].balanceHeight {
      best = index
    }
    return best
  }

  /// The height of a picture scaled to `width`, rounded up to a whole point.
  private static func height(of media: Size, atWidth width: Double) -> Double {
    (width / media.width * media.height).rounded(.up)
  }
}

extension StaggeredGridState: Codable {
  private enum CodingKeys: String, CodingKey {
    case viewportWidth = "viewport_width"
    case columns
  }

  /// Reads a state that was written before.
  ///
  /// - Throws: `DecodingError` for one that no grid can have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let width = try container.decode(Double.self, forKey: .viewportWidth)
    let columns = try container.decode([Column].self, forKey: .columns)
    guard Viewport.supportedWidths.contains(width),
      StaggeredGridLayout.supportedColumnCounts.contains(columns.count),
      columns.allSatisfy(\.isPossible)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .columns, in: container, debugDescription: "not the state of a staggered grid")
    }
    self.init(viewportWidth: width, columns: columns)
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(viewportWidth, forKey: .viewportWidth)
    try container.encode(columns, forKey: .columns)
  }
}

extension StaggeredGridState.Column {
  /// More items than any grid has, and few enough for sums of them not to overflow.
  private static let maximumItemCount = 1 << 40

  fileprivate var isPossible: Bool {
    balanceHeight.isFinite && balanceHeight >= 0 && height.isFinite && height >= 0
      && (0...Self.maximumItemCount).contains(itemCount)
  }
}
