/// The state of a list after an item: all that it takes to place the next one.
///
/// A list that is laid out page by page from its state has the same frames, bit for bit, as one laid out at once.
public struct ListState: Hashable, Sendable {
  /// The width of the viewport the list is laid out for, in points.
  public let viewportWidth: Double
  /// The options of the list.
  public let options: ListLayout.Options
  /// How many items have been placed.
  public private(set) var itemCount: Int

  let grid: ColumnGrid

  /// A list without items.
  ///
  /// - Throws: ``LayoutError`` for an option out of its range.
  public init(viewport: Viewport, options: ListLayout.Options = .init()) throws(LayoutError) {
    try self.init(viewportWidth: viewport.width, options: options, itemCount: 0)
  }

  init(
    viewportWidth: Double, options: ListLayout.Options, itemCount: Int
  ) throws(LayoutError) {
    try ListLayout.Options.declarations.check(options)
    self.viewportWidth = viewportWidth
    self.options = options
    self.itemCount = itemCount
    // c rows of the least width and c − 1 gaps have room in W − 2·inset.
    let room = viewportWidth - options.inset * 2 + options.spacing
    let count = Int((room / (options.minimumRowWidth + options.spacing)).rounded(.down))
    grid = try ColumnGrid(
      count: min(max(1, count), options.maximumColumnCount), spacing: options.spacing,
      inset: options.inset,
      viewportWidth: viewportWidth)
  }

  /// How many rows are beside each other; at least 1.
  public var columnCount: Int { grid.leftEdges.count }

  /// The size of a row, in points.
  public var rowSize: Size { Size(width: grid.cellWidth, height: options.rowHeight) }

  /// The bottom of the last row, in points; 0 before the first item.
  public var contentBottom: Double {
    itemCount > 0 ? top(ofItemAt: itemCount - 1) + options.rowHeight : 0
  }

  /// Places `item` after everything placed so far.
  ///
  /// - Complexity: O(1).
  public mutating func place(_ item: LayoutItem) -> Frame {
    defer { itemCount += 1 }
    return Frame(
      id: item.id, x: grid.leftEdges[itemCount % columnCount], y: top(ofItemAt: itemCount),
      width: grid.cellWidth, height: options.rowHeight)
  }

  /// The top edge of the row with the item at `index`. Rows are counted from the top, so that no error adds up.
  private func top(ofItemAt index: Int) -> Double {
    Double(index / columnCount) * (options.rowHeight + options.spacing)
  }
}

extension ListState: Codable {
  private enum CodingKeys: String, CodingKey {
    case viewportWidth = "viewport_width"
    case itemCount = "item_count"
  }

  /// More than any list has, and few enough for sums of them not to overflow.
  private static let maximumCount = 1 << 40

  /// Reads a state that was written before.
  ///
  /// - Throws: `DecodingError` for one that no list can have.
  public init(from decoder: any Decoder) throws {
    let options = try ListLayout.Options.declarations
      .decode(from: decoder, always: ListLayout.Options.writtenOptions)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let width = try container.decode(Double.self, forKey: .viewportWidth)
    let itemCount = try container.decode(Int.self, forKey: .itemCount)
    guard Viewport.supportedWidths.contains(width), (0...Self.maximumCount).contains(itemCount),
      let state = try? Self(viewportWidth: width, options: options, itemCount: itemCount)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .itemCount, in: container, debugDescription: "not the state of a list")
    }
    self = state
  }

  /// Writes the state as ``init(from:)`` reads it.
  public func encode(to encoder: any Encoder) throws {
    try ListLayout.Options.declarations
      .encode(options, to: encoder, always: ListLayout.Options.writtenOptions)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(viewportWidth, forKey: .viewportWidth)
    try container.encode(itemCount, forKey: .itemCount)
  }
}

extension ListLayout.Options {
  /// The options that are in states from the beginning.
  fileprivate static let writtenOptions: Set = ["row_height", "min_row_width", "spacing", "inset"]
}
