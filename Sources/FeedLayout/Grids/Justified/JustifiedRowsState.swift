/// Where greedy justified rows stand after an item: the bottom of the last closed row, and the items
/// of the open one.
///
/// Rows that are laid out page by page from their state have the same frames, bit for bit, as rows
/// laid out at once, for any size of the pages. Appending n items costs O(n), whatever came before.
///
/// For each item, with the aspect ratios a of the open row and W its width without the insets:
///
/// 1. If it is the turn of a full-width row, the item is that row.
/// 2. If Σa with the item is less than W/target · (1 − tolerance), the row stays open.
/// 3. If Σa is at most W/target · (1 + tolerance), or the item is alone, the row is closed.
/// 4. Else the row is closed with the item if Σa is then at least as near to the sum that fills the
///    row at the target height, which is what the gaps leave of W divided by the target; and before
///    the item if not.
///
/// A closed row is (what the gaps leave of W)/Σa high, within the bounds. The rule is the one of
/// flickr/justified-layout (2016, MIT), which copies the rows so far for each row; here every item
/// is looked at once or twice.
public struct JustifiedRowsState: Hashable, Sendable {
  /// The width of the viewport the rows are laid out for, in points.
  public let viewportWidth: Double
  /// What the rows were told. Their breaks are always greedy: an optimum needs all items.
  public let options: JustifiedRowsLayout.Options
  /// How many rows are closed.
  public var rowCount: Int { cursor.rowCount }
  /// How many items have been appended.
  public var itemCount: Int { cursor.itemCount + open.count }
  /// The bottom of the last closed row, in points.
  public var bottom: Double { cursor.bottom }
  /// The items whose row is still open.
  public var openItemIDs: [Int] { open.map(\.id) }

  let space: JustifiedRowSpace
  var cursor: JustifiedRowsCursor
  var open: [JustifiedItem]
  private var openSum: Double

  /// Rows without items.
  ///
  /// - Throws: ``LayoutError`` for an option out of its range.
  public init(
    viewport: Viewport, options: JustifiedRowsLayout.Options = .init()
  ) throws(LayoutError) {
    try self.init(
      viewportWidth: viewport.width, options: options, cursor: JustifiedRowsCursor(), open: [])
  }

  init(
    viewportWidth: Double, options: JustifiedRowsLayout.Options, cursor: JustifiedRowsCursor,
    open: [JustifiedItem]
  ) throws(LayoutError) {
    var options = options
    options.breaks = .greedy
    self.viewportWidth = viewportWidth
    self.options = options
    self.cursor = cursor
    self.open = open
    openSum = open.reduce(0) { $0 + $1.aspectRatio }
    space = try JustifiedRowSpace(options: options, viewportWidth: viewportWidth)
  }

  /// Appends `items` and returns the rows they close, with the frames of all items in them.
  ///
  /// - Throws: ``LayoutError/missingMediaSize(index:id:)`` or
  ///   ``LayoutError/unusableMediaSize(index:id:size:)``, and nothing has changed.
  /// - Complexity: O(n) in the number of `items`.
  public mutating func append(_ items: [LayoutItem]) throws(LayoutError) -> JustifiedRowsPage {
    let before = self
    var page = JustifiedRowsPage()
    page.frames.reserveCapacity(items.count + open.count)
    do {
      for item in items { place(try JustifiedItem(item, index: itemCount), on: &page) }
    } catch {
      self = before
      throw error
    }
    return page
  }

  /// The open row as it is drawn if no item follows: as a widow. It has no rows if none is open.
  public var openRow: JustifiedRowsPage {
    var page = JustifiedRowsPage()
    guard !open.isEmpty else { return page }
    var cursor = cursor
    cursor.add(
      open[...], aspectSum: openSum, isWidow: true, space: space, options: options, to: &page)
    return page
  }

  private mutating func place(_ item: JustifiedItem, on page: inout JustifiedRowsPage) {
    // 0. After the last row there is no place.
    guard cursor.rowCount < options.maxRows ?? .max else {
      return cursor.hide([item], space: space, to: &page)
    }
    let sum = openSum + item.aspectRatio
    let isFullWidth = options.isFullWidth(row: cursor.rowCount)
    // 2. Too few yet; a row that can hold no more items is closed as it is.
    if !isFullWidth && sum < space.window.lowerBound && open.count + 1 < space.capacity {
      open.append(item)
      openSum = sum
      return
    }
    // 4. Too many: whichever is nearer to its target. Then the item begins a row of its own.
    if sum > space.window.upperBound, !open.isEmpty {
      let with = abs(sum - space.room(for: open.count + 1) / space.targetHeight)
      let without = abs(openSum - space.room(for: open.count) / space.targetHeight)
      if with > without {
        close(on: &page)
        return place(item, on: &page)
      }
    }
    // 1. and 3. Just right, alone, or full.
    open.append(item)
    openSum = sum
    close(on: &page)
  }

  private mutating func close(on page: inout JustifiedRowsPage) {
    cursor.add(open[...], aspectSum: openSum, space: space, options: options, to: &page)
    open.removeAll(keepingCapacity: true)
    openSum = 0
  }
}
