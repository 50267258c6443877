/// Finished justified rows: those of all items, or those that further items have closed.
public struct JustifiedRowsPage: Hashable, Sendable {
  /// One row.
  public struct Row: Hashable, Sendable {
    /// The 0-based number of the row.
    public let index: Int
    /// The positions of its items, counted from the first item of all.
    public let items: Range<Int>
    /// Top edge, in points.
    public let y: Double
    /// Height of the row and of every frame in it, in points.
    public let height: Double
    /// Whether it is a last row that its items did not fill.
    public let isWidow: Bool
    /// Whether it is one picture across the whole width because it was that row's turn.
    public let isFullWidth: Bool
    /// Whether a bound limits the height of the row, so that its frames are wider or narrower than
    /// their pictures: those are cropped to fill them.
    public let isCropped: Bool
  }

  /// One frame per item, in their order; a hidden item has one without extent at the bottom.
  public internal(set) var frames: [Frame] = []
  /// The rows from top to bottom.
  public internal(set) var rows: [Row] = []
  /// The items that no row shows.
  public internal(set) var hiddenItemIDs: [Int] = []

  /// Puts `other` below: the open row below those that are closed.
  public mutating func add(_ other: Self) {
    frames += other.frames
    rows += other.rows
    hiddenItemIDs += other.hiddenItemIDs
  }
}

/// The place of the next row, and the state of the rows above that it depends on.
struct JustifiedRowsCursor: Hashable, Sendable {
  /// How many rows there are.
  var rowCount = 0
  /// How many items are in them, or hidden.
  var itemCount = 0
  /// The bottom of the last row, in points.
  var bottom = 0.0
  /// The height of the last row that is not one picture across the whole width, in points.
  var previousHeight: Double?

  /// Adds the row of `items`, filled, or left as `options` say when it is a widow.
  mutating func add(
    _ items: ArraySlice<JustifiedItem>, aspectSum: Double, isWidow: Bool = false,
    space: JustifiedRowSpace, options: JustifiedRowsLayout.Options,
    to page: inout JustifiedRowsPage
  ) {
    guard !isWidow || options.widows != .hide else { return hide(items, space: space, to: &page) }
    let top = rowCount == 0 ? 0 : bottom + space.spacing
    let row: (height: Double, isCropped: Bool)
    if isWidow && options.widows != .justify {
      row = space.leave(
        items, aspectSum: aspectSum, top: top, height: previousHeight ?? space.targetHeight,
        isCentered: options.widows == .center, into: &page.frames)
    } else {
      row = space.fill(items, aspectSum: aspectSum, top: top, into: &page.frames)
    }
    let isFullWidth = options.isFullWidth(row: rowCount)
    page.rows.append(
      .init(
        index: rowCount, items: itemCount..<itemCount + items.count, y: top, height: row.height,
        isWidow: isWidow, isFullWidth: isFullWidth, isCropped: row.isCropped))
    rowCount += 1
    itemCount += items.count
    bottom = top + row.height
    if !isFullWidth { previousHeight = row.height }
  }

  /// Gives `items` frames without extent at the bottom.
  mutating func hide(
    _ items: ArraySlice<JustifiedItem>, space: JustifiedRowSpace,
    to page: inout JustifiedRowsPage
  ) {
    for item in items {
      page.frames.append(Frame(id: item.id, x: space.left, y: bottom, width: 0, height: 0))
      page.hiddenItemIDs.append(item.id)
    }
    itemCount += items.count
  }
}
