/// Columns of cells that keep the aspect ratio of their pictures.
///
/// By default each item goes to the leftmost of the columns with the smallest *balance height*:
/// with two columns, to the left unless the left one is higher. Balance heights are those of cells
/// that fill the whole viewport without gaps, so the split is a little different from that of the
/// drawn heights. That is how the existing screens do it, and it is kept; the other rules are in
/// ``Placement``.
///
/// An item that takes s columns is s cells and the gaps between them wide, and begins below the
/// lowest of its columns; its balance height is that of s shares of the viewport, on top of the
/// greatest balance height of its columns. ``LayoutItem/keptColumn`` goes before any rule.
public struct StaggeredGridLayout: SectionLayout {
  /// One column of the finished grid.
  public struct Column: Hashable, Sendable {
    /// The items from top to bottom; one that takes several columns is in each of them.
    public let itemIDs: [Int]
    /// The sum the next item's column is chosen by, in points.
    public let balanceHeight: Double
    /// The bottom of the last cell, in points.
    public let height: Double
  }

  public let viewport: Viewport
  public internal(set) var contentSize: Size
  /// The options of the grid.
  public let options: Options
  /// The columns from left to right.
  public let columns: [Column]
  /// The frames of the items, in their order, in points.
  public internal(set) var frames: [Frame]
  /// The top of the content of a page, in points: 0 until something is prepended. `nil` for a whole grid, and for a page
  /// whose grid grows downwards only.
  public internal(set) var contentTop: Double?
  /// How good the split is, for ``Placement/balanced``; `nil` for every other placement.
  public let optimum: TwoColumnOptimum?
  /// Why every item is where it is, and how good the whole is, when ``Options/explains``.
  public let explanation: Explanation?

  /// Places `items` in their order.
  ///
  /// - Throws: ``LayoutError/missingMediaSize(index:id:)``,
  ///   ``LayoutError/unusableMediaSize(index:id:size:)`` or
  ///   ``LayoutError/spanOverColumns(index:id:span:columns:)`` for the first item that cannot be
  ///   placed, ``LayoutError/outOfRange(_:value:allowed:)`` for the column count and
  ///   ``LayoutError/optionOutOfRange(_:value:allowed:)`` for another option.
  /// - Complexity: O(n · columns · span). ``Placement/balanced`` adds the work of
  ///   ``TwoColumnOptimum``, explaining adds O(n log n) and, for two columns, that work too.
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    let cells = try StaggeredGridCells(options: options, viewportWidth: viewport.width)
    var run: StaggeredGridRun
    var optimum: TwoColumnOptimum?
    switch options.placement {
    case .balanced:
      run = StaggeredGridRun(options: options, cells: cells)
      optimum = try run.placeBalanced(items)
    case .sample where options.columnCount == 2 && !options.explains:
      run = StaggeredGridRun.splitting(items, options: options, cells: cells)
      try run.place(items[run.frames.count...])
    case .sample, .shortest, .sourceOrder, .forward:
      run = StaggeredGridRun(options: options, cells: cells)
      run.frames.reserveCapacity(items.count)
      try run.place(items[...])
    }

    self.viewport = viewport
    self.options = options
    columns = run.itemIDs.indices.map { index in
      let column = run.outline.columns[index]
      return Column(
        itemIDs: run.itemIDs[index], balanceHeight: column.balanceHeight, height: column.height)
    }
    frames = run.frames
    contentSize = Size(width: viewport.width, height: columns.reduce(0) { max($0, $1.height) })
    self.optimum = optimum
    explanation =
      options.explains
      ? Explanation(
        choices: run.choices,
        quality: Quality(
          frames: frames, contentHeight: contentSize.height, options: options, cells: cells))
      : nil
  }
}

extension StaggeredGridLayout {
  /// A grid that was laid out again, and the changes of its frames.
  public struct Update: Hashable, Sendable {
    /// The new grid.
    public let layout: StaggeredGridLayout
    /// The frames that moved, came and went.
    public let changes: FrameChanges
  }

  /// Lays out a changed list of items in the same viewport with the same options, so that the items
  /// a person has `seen` stay in their columns.
  ///
  /// When all items that were there are seen and take one column each, an item that is inserted,
  /// removed or resized moves those below it in its column, and no others.
  ///
  /// - Throws: the errors of ``init(items:viewport:options:)``.
  /// - Complexity: that of ``init(items:viewport:options:)``; comparing is O(n).
  public func updated(items: [LayoutItem], seen: Set<Int>) throws(LayoutError) -> Update {
    let layout = try StaggeredGridLayout(
      items: LayoutItem.keepingColumns(of: frames, seen: seen, in: items), viewport: viewport,
      options: options)
    return Update(layout: layout, changes: FrameChanges(from: frames, to: layout.frames))
  }
}

extension LayoutItem {
  /// `items`, of which those that were `seen` keep the columns that `frames` have them in; what is
  /// already kept elsewhere, or not among the frames, stays as it is.
  ///
  /// - Complexity: O(n).
  public static func keepingColumns(
    of frames: [Frame], seen: Set<Int>, in items: [LayoutItem]
  ) -> [LayoutItem] {
    var columns: [Int: Int] = [:]
    for frame in frames where seen.contains(frame.id) { columns[frame.id] = frame.column }
    return items.map { item in
      guard item.keptColumn == nil, let column = columns[item.id] else { return item }
      return item.keeping(column: column)
    }
  }
}
