/// A staggered grid while it is laid out at once.
struct StaggeredGridRun {
  let options: StaggeredGridLayout.Options
  let cells: StaggeredGridCells
  var outline: StaggeredGridOutline
  var frames: [Frame]
  /// The items of each column.
  var itemIDs: [[Int]]
  var choices: [StaggeredGridLayout.Choice] = []

  init(options: StaggeredGridLayout.Options, cells: StaggeredGridCells) {
    self.init(
      options: options, cells: cells,
      outline: StaggeredGridOutline(columnCount: options.columnCount), frames: [],
      itemIDs: Array(repeating: [], count: options.columnCount))
  }

  /// A grid with some of its items placed.
  init(
    options: StaggeredGridLayout.Options, cells: StaggeredGridCells, outline: StaggeredGridOutline,
    frames: [Frame], itemIDs: [[Int]]
  ) {
    self.options = options
    self.cells = cells
    self.outline = outline
    self.frames = frames
    self.itemIDs = itemIDs
  }

  /// Places `items`, whose indices are those of the whole list, by the options' rule.
  mutating func place(_ items: ArraySlice<LayoutItem>) throws(LayoutError) {
    for index in items.indices {
      let cell = try cells.cell(for: items[index], index: index)
      place(cell, at: outline.start(for: cell, options: options))
    }
  }

  mutating func place(_ cell: StaggeredGridCells.Cell, at start: Int) {
    if options.explains {
      choices.append(outline.choice(for: cell, at: start, options: options))
    }
    let top = outline.place(cell, at: start, options: options)
    frames.append(cell.frame(x: cells.columns.leftEdges[start], y: top, column: start))
    for column in start..<(start + cell.span) { itemIDs[column].append(cell.id) }
  }
}

extension StaggeredGridRun {
  /// Places `items` in two columns so that the grid becomes as low as possible.
  ///
  /// An item that takes both columns begins below everything and leaves both columns level, so the
  /// items between two of these are a split of their own, and the lowest splits make the lowest grid.
  mutating func placeBalanced(_ items: [LayoutItem]) throws(LayoutError) -> TwoColumnOptimum {
    // 1. All cells, and the runs of those that take one column.
    var all: [StaggeredGridCells.Cell] = []
    all.reserveCapacity(items.count)
    frames.reserveCapacity(items.count)
    for index in items.indices { all.append(try cells.cell(for: items[index], index: index)) }
    let runs = all.split(omittingEmptySubsequences: true) { $0.span > 1 }
    // 2. Each run split by itself, within its share of the work.
    let limit = max(
      TwoColumnSplit.workLimit / max(1, runs.count), TwoColumnSplit.smallestWorkLimit)
    var columns = Array(repeating: 0, count: all.count)
    var isExact = true
    var slack = 0.0
    for run in runs {
      let split = TwoColumnSplit(
        heights: run.map(\.height), keptColumns: run.map(\.keptColumn), spacing: options.spacing,
        workLimit: limit)
      for (index, column) in zip(run.indices, split.columns) { columns[index] = column }
      isExact = isExact && split.optimum.isExact
      slack += split.optimum.height - split.optimum.lowerBound
    }
    // 3. Every cell in its column.
    for (cell, column) in zip(all, columns) { place(cell, at: column) }
    let height = outline.columns.map(\.height).max() ?? 0
    return TwoColumnOptimum(
      height: height, lowerBound: isExact ? height : max(0, height - slack), isExact: isExact)
  }
}

/// The sizes of a staggered grid's cells.
struct StaggeredGridCells: Hashable, Sendable {
  /// The extents of one item, before it has a place.
  struct Cell {
    let id: Int
    let media: Size
    let span: Int
    let width: Double
    let height: Double
    /// The height the column is chosen by.
    let balanceHeight: Double
    let keptColumn: Int?
  }

  let columns: ColumnGrid
  let columnCount: Int
  private let viewportWidth: Double

  init(options: StaggeredGridLayout.Options, viewportWidth: Double) throws(LayoutError) {
    try options.check()
    columns = try ColumnGrid(
      count: options.columnCount, spacing: options.spacing, inset: options.inset,
      viewportWidth: viewportWidth)
    columnCount = options.columnCount
    self.viewportWidth = viewportWidth
  }

  /// A column's share of the whole viewport, in points.
  var balanceWidth: Double { viewportWidth / Double(columnCount) }

  /// Measures `item`, which errors name by `index`.
  func cell(for item: LayoutItem, index: Int) throws(LayoutError) -> Cell {
    guard let media = item.mediaSize else {
      throw .missingMediaSize(index: index, id: item.id)
    }
    let span = try item.columnSpan(in: columnCount, index: index)
    let width = columns.width(ofSpan: span)
    let height = Self.height(of: media, atWidth: width)
    let balanceHeight = Self.height(of: media, atWidth: balanceWidth * Double(span))
    guard media.width > 0, media.height > 0, media.width.isFinite, balanceHeight.isFinite,
      height <= StaggeredGridLayout.greatestHeight
    else {
      throw .unusableMediaSize(index: index, id: item.id, size: media)
    }
    // A column that no longer exists, or has too few to its right, is not kept.
    let kept = item.keptColumn.flatMap { (0...(columnCount - span)).contains($0) ? $0 : nil }
    return Cell(
      id: item.id, media: media, span: span, width: width, height: height,
      balanceHeight: balanceHeight, keptColumn: kept)
  }

  /// The height of a picture scaled to `width`, rounded up to a whole point.
  private static func height(of media: Size, atWidth width: Double) -> Double {
    (width / media.width * media.height).rounded(.up)
  }
}
