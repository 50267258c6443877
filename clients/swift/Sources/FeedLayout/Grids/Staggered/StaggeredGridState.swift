/// The state of a staggered grid after an item: all that it takes to place the next one.
///
/// A grid that is laid out page by page from its state has the same frames, bit for bit, as one laid
/// out at once, for any size of the pages. Placing an item costs the same whatever came before it.
///
/// A grid also grows upwards: ``prepend(_:)`` places items above the others, which stay where they
/// are. The first item that was placed below stays at 0, so what is above it has negative
/// coordinates; ``contentTop`` says how far up they reach, and ``Frame/moved(downBy:)`` by
/// `-contentTop` moves all frames so that the content begins at 0.
public struct StaggeredGridState: Hashable, Sendable {
  /// One column so far.
  public struct Column: Codable, Hashable, Sendable {
    /// The sum the next item's column is chosen by, in points.
    public internal(set) var balanceHeight = 0.0
    /// The far edge of the last cell, in points.
    public internal(set) var height = 0.0
    /// How many cells it has; one that takes several columns counts in each.
    public internal(set) var itemCount = 0

    private enum CodingKeys: String, CodingKey {
      case balanceHeight = "balance_height"
      case height
      case itemCount = "item_count"
    }
  }

  /// The width of the viewport the grid is laid out for, in points.
  public let viewportWidth: Double
  /// The options of the grid.
  public let options: StaggeredGridLayout.Options
  /// The lower edge.
  private(set) var end: StaggeredGridOutline
  /// The upper edge, mirrored.
  private(set) var start: StaggeredGridOutline

  private let cells: StaggeredGridCells

  /// A grid without items.
  ///
  /// - Throws: ``LayoutError`` for an option out of its range, and
  ///   ``LayoutError/placementNotResumable(_:)`` for a placement that has to see all items.
  public init(
    viewport: Viewport, options: StaggeredGridLayout.Options = .init()
  ) throws(LayoutError) {
    try self.init(viewportWidth: viewport.width, options: options, end: nil, start: nil)
  }

  /// A grid with the edges it had; without any when they are `nil`.
  init(
    viewportWidth: Double, options: StaggeredGridLayout.Options, end: StaggeredGridOutline?,
    start: StaggeredGridOutline?
  ) throws(LayoutError) {
    cells = try StaggeredGridCells(options: options, viewportWidth: viewportWidth)
    guard options.placement != .balanced else {
      throw .placementNotResumable(options.placement.rawValue)
    }
    self.viewportWidth = viewportWidth
    // Explaining is for whole layouts.
    var options = options
    options.explains = false
    self.options = options
    self.end = end ?? StaggeredGridOutline(columnCount: options.columnCount)
    self.start = start ?? StaggeredGridOutline(columnCount: options.columnCount)
  }

  /// The columns from left to right, as far as they reach down.
  public var columns: [Column] { end.columns }

  /// The columns from left to right, as far as they reach up; their heights grow upwards, from
  /// ``StaggeredGridLayout/Options/spacing`` above 0.
  public var startColumns: [Column] { start.columns.reversed() }

  /// How many items have been placed.
  public var itemCount: Int { end.itemCount + start.itemCount }

  /// The top of the highest cell, in points: 0 unless something was prepended, else negative.
  public var contentTop: Double {
    guard start.itemCount > 0 else { return 0 }
    return -(options.spacing + (start.columns.map(\.height).max() ?? 0))
  }

  /// The bottom of the lowest cell that was not prepended, in points.
  public var contentBottom: Double { end.columns.map(\.height).max() ?? 0 }

  /// Places `item` below everything placed so far.
  ///
  /// - Throws: ``LayoutError/missingMediaSize(index:id:)``,
  ///   ``LayoutError/unusableMediaSize(index:id:size:)`` or
  ///   ``LayoutError/spanOverColumns(index:id:span:columns:)``, and nothing has changed. The index
  ///   is the number of items placed before.
  /// - Complexity: O(columns · span).
  public mutating func place(_ item: LayoutItem) throws(LayoutError) -> Frame {
    let cell = try cells.cell(for: item, index: itemCount)
    let column = end.start(for: cell, options: options)
    let top = end.place(cell, at: column, options: options)
    return cell.frame(x: cells.columns.leftEdges[column], y: top, column: column)
  }

  /// Places `items` above everything placed so far, and returns their frames in the order given.
  ///
  /// The last of them comes first, and everything is the mirror image of ``place(_:)``, left for
  /// right and top for bottom: of equal columns the rightmost one is taken. So a list that is
  /// prepended in pages, the last page first, has the frames it would have as one page.
  ///
  /// - Throws: the errors of ``place(_:)``, with the index in `items`; nothing has changed then.
  /// - Complexity: O(n · columns · span) for n prepended items, whatever came before.
  public mutating func prepend(_ items: [LayoutItem]) throws(LayoutError) -> [Frame] {
    var start = start
    var frames: [Frame] = []
    frames.reserveCapacity(items.count)
    for index in items.indices.reversed() {
      let cell = try cells.cell(for: items[index], index: index).mirrored(in: options.columnCount)
      let mirrored = start.start(for: cell, options: options)
      let top = start.place(cell, at: mirrored, options: options)
      let column = options.columnCount - mirrored - cell.span
      frames.append(
        cell.frame(
          x: cells.columns.leftEdges[column], y: -(options.spacing + (top + cell.height)),
          column: column))
    }
    self.start = start
    frames.reverse()
    return frames
  }
}

extension StaggeredGridCells.Cell {
  func frame(x: Double, y: Double, column: Int) -> Frame {
    Frame(id: id, x: x, y: y, width: width, height: height, column: column, columnSpan: span)
  }

  /// Returns this cell in a grid of `columnCount` columns counted from the right.
  fileprivate func mirrored(in columnCount: Int) -> Self {
    Self(
      id: id, media: media, span: span, width: width, height: height,
      balanceHeight: balanceHeight, keptColumn: keptColumn.map { columnCount - $0 - span })
  }
}

extension StaggeredGridState: Codable {
  private enum CodingKeys: String, CodingKey {
    case viewportWidth = "viewport_width"
    case end, start
  }

  /// The options that were in states from the beginning.
  private static let writtenOptions: Set = ["spacing", "inset"]
  /// The options that states are without: the edges know the number of columns, and explaining is for
  /// whole layouts.
  private static let unwrittenOptions: Set = ["columns", "explain"]

  /// Reads a state that was written before.
  ///
  /// - Throws: `DecodingError` for one that no grid can have.
  public init(from decoder: any Decoder) throws {
    var options = try StaggeredGridLayout.Options.declarations
      .decode(from: decoder, always: Self.writtenOptions, never: Self.unwrittenOptions)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let width = try container.decode(Double.self, forKey: .viewportWidth)
    let end = try container.decode(StaggeredGridOutline.self, forKey: .end)
    let start = try container.decodeIfPresent(StaggeredGridOutline.self, forKey: .start)
    options.columnCount = end.columns.count
    guard Viewport.supportedWidths.contains(width),
      start.map({ $0.columns.count == end.columns.count }) ?? true,
      let state = try? Self(viewportWidth: width, options: options, end: end, start: start)
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .end, in: container, debugDescription: "not the state of a staggered grid")
    }
    self = state
  }

  /// Writes the state as ``init(from:)`` reads it, without options that have their defaults and
  /// without an upper edge where nothing was prepended.
  public func encode(to encoder: any Encoder) throws {
    try StaggeredGridLayout.Options.declarations.encode(
      options, to: encoder, always: Self.writtenOptions, never: Self.unwrittenOptions)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(viewportWidth, forKey: .viewportWidth)
    try container.encode(end, forKey: .end)
    if start.itemCount > 0 { try container.encode(start, forKey: .start) }
  }
}
