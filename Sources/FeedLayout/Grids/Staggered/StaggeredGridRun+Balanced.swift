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
    for (index, cell) in all.enumerated() { try place(cell, at: columns[index], index: index) }
    let height = outline.columns.map(\.height).max() ?? 0
    return TwoColumnOptimum(
      height: height, lowerBound: isExact ? height : max(0, height - slack), isExact: isExact)
  }
}
