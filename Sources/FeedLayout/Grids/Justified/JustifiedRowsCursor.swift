/// Where the next row begins, and what of the rows above matters to it.
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
