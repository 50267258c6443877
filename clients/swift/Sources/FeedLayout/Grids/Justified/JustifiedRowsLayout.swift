/// Rows of pictures that keep their aspect ratios, are equally high within a row, and fill its width.
///
/// The height of a closed row of m pictures with the aspect ratios a is
/// h = (W − 2 · inset − (m − 1) · spacing)/Σa, and a picture is h · a wide. Where h is not within
/// the bounds it is limited to them, the widths stay as they are, and the pictures are cropped
/// (``JustifiedRowsPage/Row/isCropped``). The last picture ends at W − inset to the last bit.
///
/// A last row that its items do not fill is a *widow*: for ``Breaks/greedy`` a row that nothing has
/// closed, for ``Breaks/optimal`` one that would be too high. It is as high as the last row before
/// it that is not a full-width one, or as the target if there is none, but not so high that it is
/// wider than the viewport.
///
/// ``Breaks/greedy`` takes O(n) and is described at ``JustifiedRowsState``. ``Breaks/optimal`` takes
/// O(n · k), where k is the number of items that fit in the lowest row, at most
/// ``largestItemCount``: it finds the breaks with the fewest rows that do not fit between the
/// bounds, and of those the ones with the smallest Σ(h − target)² over all rows but the full-width
/// ones, with h limited to the bounds; the last row counts like every other.
public struct JustifiedRowsLayout: SectionLayout {
  public let viewport: Viewport
  public internal(set) var contentSize: Size
  /// The options of the rows.
  public let options: Options
  /// The rows from top to bottom.
  public let rows: [JustifiedRowsPage.Row]
  /// The items that no row shows, in their order: those of a hidden widow and those after the last
  /// allowed row. Their frames have no extent and are at the bottom of the left edge.
  public let hiddenItemIDs: [Int]
  /// The position of the first of ``frames`` among the items of all pages.
  private let firstItem: Int
  /// The frames of the items, in their order, in points.
  public internal(set) var frames: [Frame]

  /// Breaks `items` into rows, in their order.
  ///
  /// - Throws: ``LayoutError/missingMediaSize(index:id:)`` or
  ///   ``LayoutError/unusableMediaSize(index:id:size:)`` for the first item that has no usable
  ///   picture size, ``LayoutError`` for an option out of its range.
  /// - Complexity: O(n), or O(n · k) for ``Breaks/optimal``.
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    let page =
      switch options.breaks {
      case .greedy: try Self.greedy(items, viewport: viewport, options: options)
      case .optimal: try Self.optimal(items, viewport: viewport, options: options)
      }
    self.init(page, viewport: viewport, options: options)
  }

  /// The layout of `page`.
  ///
  /// - Parameters:
  ///   - firstItem: the position of its first item.
  ///   - bottom: the height of what is above a page without rows, in points.
  private init(
    _ page: JustifiedRowsPage, firstItem: Int = 0, below bottom: Double = 0, viewport: Viewport,
    options: Options
  ) {
    self.firstItem = firstItem
    frames = page.frames
    rows = page.rows
    hiddenItemIDs = page.hiddenItemIDs
    contentSize = Size(
      width: viewport.width, height: page.rows.last.map { $0.y + $0.height } ?? bottom)
    self.options = options
    self.viewport = viewport
  }

  private static func greedy(
    _ items: [LayoutItem], viewport: Viewport, options: Options
  ) throws(LayoutError) -> JustifiedRowsPage {
    var state = try JustifiedRowsState(viewport: viewport, options: options)
    var page = try state.append(items)
    page.add(state.openRow)
    return page
  }

  private static func optimal(
    _ items: [LayoutItem], viewport: Viewport, options: Options
  ) throws(LayoutError) -> JustifiedRowsPage {
    let space = try JustifiedRowSpace(options: options, viewportWidth: viewport.width)
    // 1. The aspect ratios.
    var known: [JustifiedItem] = []
    known.reserveCapacity(items.count)
    for (index, item) in items.enumerated() {
      known.append(try JustifiedItem(item, index: index))
    }
    // 2. The breaks.
    let lengths = OptimalRowBreaks(space: space, fullWidthCadence: options.fullWidthCadence)
      .rowLengths(known)
    // 3. The rows, as many as are allowed.
    var page = JustifiedRowsPage()
    page.frames.reserveCapacity(items.count)
    var cursor = JustifiedRowsCursor()
    for length in lengths.prefix(options.maxRows ?? .max) {
      let row = known[cursor.itemCount..<cursor.itemCount + length]
      let sum = row.reduce(0) { $0 + $1.aspectRatio }
      let isTooHigh =
        space.naturalHeight(aspectSum: sum, count: length) > space.heights.upperBound
      cursor.add(
        row, aspectSum: sum,
        isWidow: isTooHigh && row.endIndex == known.endIndex
          && !options.isFullWidth(row: cursor.rowCount),
        space: space, options: options, to: &page)
    }
    // 4. What is left has no place.
    cursor.hide(known[cursor.itemCount...], space: space, to: &page)
    return page
  }
}

extension JustifiedRowsLayout: ContinuingLayout {
  public static let name = "justified_rows"
  public static let abstract = "Rows of pictures that keep their aspect ratios and fill the width."
  public static let pageText = """
    With with_state and state items are laid out page by page, with the same rows as all at once. \
    A last row that is not full continues on the next page: the answer to a state begins with that \
    row, and its frames are the new ones of its items. Only greedy breaks can be continued.
    """
  public static let itemFields = LayoutItemFields.pictured
  public static let standardCell = "overlay"
  public static let members = [
    Member<Self>("rows", .list(of: row), "The rows from top to bottom.") { layout in
      layout.rows.map { row in
        let first = layout.firstItem
        return (row, layout.frames[row.items.lowerBound - first..<row.items.upperBound - first])
      }
    },
    Member(
      "hidden_item_ids", .itemIDs,
      "The last items, which have no place and frames without extent."
    ) { $0.hiddenItemIDs },
  ]

  private static let row = Published<(JustifiedRowsPage.Row, ArraySlice<Frame>)>(
    "JustifiedRow", "A row of pictures.",
    [
      Member("index", .position, "Its place among the rows, from 0.") { $0.0.index },
      Member("item_ids", .itemIDs, "Its items in the reading direction.") { $0.1 },
      Member("y", .number, "Its upper edge in points.") { $0.0.y },
      Member("height", .length, "Its height in points.") { $0.0.height },
      Member("widow", .flag, "Whether it is a last row that its items did not fill.") {
        $0.0.isWidow
      },
      Member(
        "full_width", .flag,
        "Whether it is one picture across the whole width because it was that row's turn."
      ) { $0.0.isFullWidth },
      Member(
        "cropped", .flag,
        "Whether a bound limits its height, so that pictures are cropped to fill their frames."
      ) { $0.0.isCropped },
    ])

  public var hiddenItemCount: Int { hiddenItemIDs.count }

  public static func obstacle(toPagesWith options: Options, continuing: Bool) -> PageObstacle? {
    guard options.breaks != .greedy else { return nil }
    return PageObstacle(option: nil, expected: "greedy breaks", found: options.breaks.rawValue)
  }

  /// The rows that `items` close, and the last one as it is drawn if no item follows.
  public init(
    _ items: [LayoutItem], after state: inout JustifiedRowsState, goesUp _: Bool,
    in viewport: Viewport
  ) throws(LayoutError) {
    let first = state.itemCount - state.openItemIDs.count
    var page = try state.append(items)
    page.add(state.openRow)
    self.init(
      page, firstItem: first, below: state.bottom, viewport: viewport, options: state.options)
  }

  public mutating func becomePart(ofHeight height: Double) { contentSize.height = height }

  public mutating func mirror() { frames.mirror(in: viewport.width) }
}

extension JustifiedRowsState: LayoutState {
  public typealias Layout = JustifiedRowsLayout
}
