extension StaggeredGridOutline {
  /// The leftmost column of the place that the options' rule chooses for `cell`.
  ///
  /// - Complexity: O(columns · span).
  func start(
    for cell: StaggeredGridCells.Cell, options: StaggeredGridLayout.Options
  ) -> Int {
    if let kept = cell.keptColumn { return kept }
    let last = columns.count - cell.span
    switch options.placement {
    case .sourceOrder:
      return cursor <= last ? cursor : 0
    case .sample, .shortest, .balanced:
      var best = 0
      var lowest = height(of: 0, span: cell.span, options: options)
      for start in 0...last where start > 0 {
        let height = height(of: start, span: cell.span, options: options)
        if height < lowest { (best, lowest) = (start, height) }
      }
      return best
    case .forward:
      // 1. The lowest place of all: comparing neighbours only could walk down a staircase.
      var lowest = Double.infinity
      for start in 0...last {
        lowest = min(lowest, height(of: start, span: cell.span, options: options))
      }
      // 2. The first place at or after the cursor that is about as low, else the first of all.
      var first: Int?
      for start in 0...last
      where height(of: start, span: cell.span, options: options) <= lowest + options.tolerance {
        if start >= cursor { return start }
        first = first ?? start
      }
      return first ?? 0
    }
  }

  /// What the options' rule compares: the height of the place that begins at column `start`.
  func height(of start: Int, span: Int, options: StaggeredGridLayout.Options) -> Double {
    let range = start..<(start + span)
    switch options.placement {
    case .sample: return greatestBalanceHeight(in: range)
    case .forward: return position(in: range, spacing: options.spacing)
    case .shortest, .sourceOrder, .balanced: return greatestHeight(in: range)
    }
  }

  /// The facts behind ``start(for:options:)``.
  func choice(
    for cell: StaggeredGridCells.Cell, at start: Int, options: StaggeredGridLayout.Options
  ) -> StaggeredGridLayout.Choice {
    let heights = (0...(columns.count - cell.span)).map {
      height(of: $0, span: cell.span, options: options)
    }
    let lowest = heights.min() ?? 0
    let rule: StaggeredGridLayout.Choice.Rule =
      cell.keptColumn == nil ? .placement(options.placement) : .keptColumn
    let limit = options.placement == .forward ? lowest + options.tolerance : lowest
    let isCompared = cell.keptColumn == nil && options.placement != .sourceOrder
    return StaggeredGridLayout.Choice(
      id: cell.id, column: start, rule: rule, heights: heights,
      isTie: isCompared && heights.count { $0 <= limit } > 1,
      cursor: options.placement.movesAlongRow ? cursor : nil)
  }
}
