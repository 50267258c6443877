/// Rows of one height, and as many beside each other as the viewport has room for: one composition serves a
/// phone and a tablet.
///
/// Items are placed row by row, in the reading direction, and never out of their order.
public struct ListLayout: SectionLayout {
  /// The options of a list.
  public struct Options: Hashable, Sendable {
    /// The height of a row, in points; inside ``ListLayout/supportedRowHeights``.
    public var rowHeight = 88.0
    /// The least width of a row, in points; inside ``ListLayout/supportedRowWidths``. A narrower viewport has one
    /// column all the same.
    public var minimumRowWidth = 320.0
    /// The most columns; inside ``ListLayout/supportedColumnCounts``.
    public var maximumColumnCount = ListLayout.supportedColumnCounts.upperBound
    /// Gap between rows both ways, in points; inside ``GridSpacing/supported``.
    public var spacing = 0.0
    /// Gap between the rows and the viewport's left and right edge, in points.
    public var inset = 0.0

    /// A list without gaps.
    public init() {}
  }

  /// The supported numbers of columns.
  public static let supportedColumnCounts = 1...16
  /// The supported heights of rows, in points.
  public static let supportedRowHeights = 0.0...4_096.0
  /// The supported least widths of rows, in points.
  public static let supportedRowWidths = 100.0...4_096.0

  public let viewport: Viewport
  public internal(set) var contentSize: Size
  /// The options of the list.
  public let options: Options
  /// How many rows are beside each other; at least 1.
  public let columnCount: Int
  /// The frames of the items, in their order, in points.
  public internal(set) var frames: [Frame]

  /// Places `items` row by row.
  ///
  /// - Throws: ``LayoutError`` for an option out of its range.
  /// - Complexity: O(n).
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    var state = try ListState(viewport: viewport, options: options)
    self.init(items, after: &state, goesUp: false, in: viewport)
  }
}

extension ListLayout.Options: SectionOptions {
  public typealias Layout = ListLayout

  public static let declarations = OptionList(
    Self(),
    [
      .number(
        "row_height", \.rowHeight, in: ListLayout.supportedRowHeights, "points",
        "Height of a row, in points, {range} ({default})."),
      .number(
        "min_row_width", \.minimumRowWidth, in: ListLayout.supportedRowWidths, "points",
        "Least width of a row, in points, {range} ({default}): where two have room, they are beside each other."
      ),
      .integer(
        "max_columns", \.maximumColumnCount, in: ListLayout.supportedColumnCounts, "count",
        "The most rows beside each other, {range} ({default})."),
      .spacing(\.spacing), .inset(\.inset),
    ])

  public var hasPages: Bool { true }

  public func cellBox(in viewport: Viewport) -> CellBox {
    guard let state = try? ListState(viewport: viewport, options: self) else { return CellBox() }
    return CellBox(width: state.rowSize.width, height: state.rowSize.height)
  }

  public func making(room box: CellBox) -> Self {
    guard let height = box.height else { return self }
    var options = self
    options.rowHeight = height
    return options
  }

  public func columnGrid(in viewport: Viewport) -> ColumnGrid? {
    try? ListState(viewport: viewport, options: self).grid
  }

  public func withOneColumnLess(in viewport: Viewport) -> Self? {
    guard let count = columnGrid(in: viewport)?.leftEdges.count, count > 1 else { return nil }
    var options = self
    options.maximumColumnCount = count - 1
    return options
  }
}

extension ListLayout: ContinuingLayout {
  public static let name = "list"
  public static let abstract = "Rows of one height, in as many columns as there is room for."
  public static let version = 2
  public static let pageText = UniformGridLayout.pageText
  public static let standardCell = "row"
  public static let members = [
    Member<Self>("columns", .count, "How many columns there are.") { $0.columnCount },
    Member("row_height", .length, "The height of a row, in points.") { $0.options.rowHeight },
  ]

  public init(
    _ items: [LayoutItem], after state: inout ListState, goesUp _: Bool, in viewport: Viewport
  ) {
    var frames: [Frame] = []
    frames.reserveCapacity(items.count)
    for item in items { frames.append(state.place(item)) }
    self.frames = frames
    contentSize = Size(width: viewport.width, height: state.contentBottom)
    columnCount = state.columnCount
    options = state.options
    self.viewport = viewport
  }

  public mutating func becomePart(ofHeight height: Double) { contentSize.height = height }

  public mutating func mirror() { frames.mirror(in: viewport.width) }
}

extension ListState: LayoutState {
  public typealias Layout = ListLayout
}
