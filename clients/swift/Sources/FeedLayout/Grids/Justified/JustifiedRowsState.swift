/// The state of greedy justified rows after an item: the bottom of the last closed row, and the
/// items of the open one.
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
  /// The options of the rows. Their breaks are always greedy: an optimum needs all items.
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

extension JustifiedRowsState: Codable {
  private enum CodingKeys: String, CodingKey {
    case viewportWidth = "viewport_width"
    case rowCount = "row_count"
    case itemCount = "item_count"
    case bottom
    case previousHeight = "previous_height"
    case open
  }

  /// The options that were in states from the beginning.
  private static let writtenOptions: Set = [
    "row_height", "tolerance", "spacing", "inset", "widows", "full_width_cadence",
  ]
  /// The options that states are without: their breaks are always greedy.
  private static let unwrittenOptions: Set = ["breaks"]

  /// Reads a state that was written before.
  ///
  /// - Throws: `DecodingError` for one that no rows can have.
  public init(from decoder: any Decoder) throws {
    let options = try JustifiedRowsLayout.Options.declarations
      .decode(from: decoder, always: Self.writtenOptions, never: Self.unwrittenOptions)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let cursor = JustifiedRowsCursor(
      rowCount: try container.decode(Int.self, forKey: .rowCount),
      itemCount: try container.decode(Int.self, forKey: .itemCount),
      bottom: try container.decode(Double.self, forKey: .bottom),
      previousHeight: try container.decodeIfPresent(Double.self, forKey: .previousHeight))
    let width = try container.decode(Double.self, forKey: .viewportWidth)
    guard Viewport.supportedWidths.contains(width),
      let state = try? Self(
        viewportWidth: width, options: options, cursor: cursor,
        open: try container.decode([JustifiedItem].self, forKey: .open)),
      state.isPossible
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .open, in: container, debugDescription: "not the state of justified rows")
    }
    self = state
  }

  /// Writes the state as ``init(from:)`` reads it.
  public func encode(to encoder: any Encoder) throws {
    try JustifiedRowsLayout.Options.declarations.encode(
      options, to: encoder, always: Self.writtenOptions, never: Self.unwrittenOptions)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(viewportWidth, forKey: .viewportWidth)
    try container.encode(cursor.rowCount, forKey: .rowCount)
    try container.encode(cursor.itemCount, forKey: .itemCount)
    try container.encode(cursor.bottom, forKey: .bottom)
    try container.encodeIfPresent(cursor.previousHeight, forKey: .previousHeight)
    try container.encode(open, forKey: .open)
  }

  /// More than any grid has, and little enough for sums not to overflow.
  private static let maximumCount = 1 << 40

  private var isPossible: Bool {
    let highest = Double(Self.maximumCount) * JustifiedRowsLayout.supportedRowHeights.upperBound
    let isOpen = !open.isEmpty
    return (0...Self.maximumCount).contains(cursor.rowCount)
      && (cursor.rowCount...Self.maximumCount).contains(cursor.itemCount)
      && (0...highest).contains(cursor.bottom)
      && (cursor.previousHeight.map(space.heights.contains) ?? true)
      && open.allSatisfy {
        JustifiedRowsLayout.supportedAspectRatios.contains($0.aspectRatio)
      }
      && (!isOpen || open.count < space.capacity && cursor.rowCount < options.maxRows ?? .max)
  }
}
