/// The state of a uniform grid after an item: all that it takes to place the next one.
///
/// A grid that is laid out page by page from its state has the same frames, bit for bit, as one laid
/// out at once, for any size of the pages.
public struct UniformGridState: Hashable, Sendable {
  /// The width of the viewport the grid is laid out for, in points.
  public let viewportWidth: Double
  /// The options of the grid.
  public let options: UniformGridLayout.Options
  /// The 0-based row of the last item; 0 before the first one.
  public private(set) var row: Int
  /// The 0-based column after the last item; the column count at the end of a row.
  public private(set) var column: Int
  /// How many items have been placed.
  public private(set) var itemCount: Int

  private let grid: ColumnGrid

  /// A grid without items.
  ///
  /// - Throws: ``LayoutError`` for an option out of its range.
  public init(
    viewport: Viewport, options: UniformGridLayout.Options = .init()
  ) throws(LayoutError) {
    try self.init(
      viewportWidth: viewport.width, options: options, row: 0, column: 0, itemCount: 0)
  }

  init(
    viewportWidth: Double, options: UniformGridLayout.Options, row: Int, column: Int,
    itemCount: Int
  ) throws(LayoutError) {
    try UniformGridLayout.Options.declarations.check(options)
    self.viewportWidth = viewportWidth
    self.options = options
    self.row = row
    self.column = column
    self.itemCount = itemCount
    grid = try ColumnGrid(
      count: options.columnCount, spacing: options.spacing, inset: options.inset,
      viewportWidth: viewportWidth)
  }

  /// The picture at the top of a cell that takes one column, in points.
  public var mediaSize: Size {
    Size(width: grid.cellWidth, height: grid.cellWidth / options.mediaAspectRatio)
  }

  /// The bottom of the last row, in points; 0 before the first item.
  public var contentBottom: Double {
    guard itemCount > 0 else { return 0 }
    let cellHeight = mediaSize.height + options.captionHeight
    return Double(row) * (cellHeight + options.spacing) + cellHeight
  }

  /// Places `item` after everything placed so far.
  ///
  /// - Throws: ``LayoutError/spanOverColumns(index:id:span:columns:)``, and nothing has changed.
  /// - Complexity: O(1).
  public mutating func place(_ item: LayoutItem) throws(LayoutError) -> Frame {
    let span = try item.columnSpan(in: options.columnCount, index: itemCount)
    // 1. What does not fit in the rest of the row begins the next one.
    if column + span > options.columnCount {
      row += 1
      column = 0
    }
    // 2. Rows are counted from the top, so that no error adds up.
    let cellHeight = mediaSize.height + options.captionHeight
    let frame = Frame(
      id: item.id,
      x: grid.leftEdges[column], y: Double(row) * (cellHeight + options.spacing),
      width: grid.width(ofSpan: span), height: cellHeight,
      columnSpan: span)
    // 3. The next item goes to its right.
    column += span
    itemCount += 1
    return frame
  }
}

extension UniformGridState: Codable {
  private enum CodingKeys: String, CodingKey {
    case viewportWidth = "viewport_width"
    case row, column
    case itemCount = "item_count"
  }

  /// The options that were in states from the beginning.
  private static let writtenOptions: Set = [
    "columns", "spacing", "inset", "aspect_ratio", "caption_height",
  ]

  /// More than any grid has, and few enough for sums of them not to overflow.
  private static let maximumCount = 1 << 40

  /// Reads a state that was written before.
  ///
  /// - Throws: `DecodingError` for one that no grid can have.
  public init(from decoder: any Decoder) throws {
    let options = try UniformGridLayout.Options.declarations
      .decode(from: decoder, always: Self.writtenOptions)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let width = try container.decode(Double.self, forKey: .viewportWidth)
    let row = try container.decode(Int.self, forKey: .row)
    let column = try container.decode(Int.self, forKey: .column)
    let itemCount = try container.decode(Int.self, forKey: .itemCount)
    guard Viewport.supportedWidths.contains(width),
      let state = try? Self(
        viewportWidth: width, options: options, row: row, column: column, itemCount: itemCount),
      (0...Self.maximumCount).contains(itemCount), (0...max(0, itemCount - 1)).contains(row),
      (itemCount == 0 ? 0...0 : 1...options.columnCount).contains(column)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .row, in: container, debugDescription: "not the state of a uniform grid")
    }
    self = state
  }

  /// Writes the state as ``init(from:)`` reads it.
  public func encode(to encoder: any Encoder) throws {
    try UniformGridLayout.Options.declarations
      .encode(options, to: encoder, always: Self.writtenOptions)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(viewportWidth, forKey: .viewportWidth)
    try container.encode(row, forKey: .row)
    try container.encode(column, forKey: .column)
    try container.encode(itemCount, forKey: .itemCount)
  }
}
