/// One edge of a staggered grid: how far each column reaches, which is all that the rules look at.
///
/// A grid grows at its lower edge. Its upper edge is the mirror image of a lower one, left for right
/// and top for bottom, so that both grow by the same rules.
struct StaggeredGridOutline: Hashable, Sendable {
  typealias Column = StaggeredGridState.Column

  /// The columns from left to right.
  var columns: [Column]
  /// How many items have been placed; one that takes several columns counts once.
  var itemCount = 0
  /// The column after the last item, from which the rules that move along the row go on.
  var cursor = 0

  init(columnCount: Int) {
    self.init(columns: Array(repeating: Column(), count: columnCount), itemCount: 0)
  }

  init(columns: [Column], itemCount: Int) {
    self.columns = columns
    self.itemCount = itemCount
  }

  /// Puts `cell` below what its columns hold, and returns its top. No cell is so high that a sum
  /// would become infinite.
  ///
  /// - Complexity: O(span).
  mutating func place(
    _ cell: StaggeredGridCells.Cell, at start: Int, options: StaggeredGridLayout.Options
  ) -> Double {
    let range = start..<(start + cell.span)
    // 1. Below the lowest of its columns.
    let top = position(in: range, spacing: options.spacing)
    let bottom = top + cell.height
    // 2. The balance heights likewise; they know no gaps.
    let balance = greatestBalanceHeight(in: range) + cell.balanceHeight
    // 3. All its columns end where it ends.
    for index in range {
      columns[index].balanceHeight = balance
      columns[index].height = bottom
      columns[index].itemCount += 1
    }
    itemCount += 1
    if options.placement.movesAlongRow { cursor = range.upperBound % columns.count }
    return top
  }

  /// Where a cell in `range` would begin, in points.
  func position(in range: Range<Int>, spacing: Double) -> Double {
    var position = 0.0
    for index in range where columns[index].itemCount > 0 {
      position = max(position, columns[index].height + spacing)
    }
    return position
  }

  /// The height of the highest of the columns in `range`, in points.
  func greatestHeight(in range: Range<Int>) -> Double {
    var greatest = columns[range.lowerBound].height
    for index in range.dropFirst() { greatest = max(greatest, columns[index].height) }
    return greatest
  }

  /// The greatest balance height of the columns in `range`, in points.
  func greatestBalanceHeight(in range: Range<Int>) -> Double {
    var greatest = columns[range.lowerBound].balanceHeight
    for index in range.dropFirst() { greatest = max(greatest, columns[index].balanceHeight) }
    return greatest
  }
}

extension StaggeredGridLayout.Placement {
  /// Whether the place of an item depends on where the one before it went.
  var movesAlongRow: Bool { self == .sourceOrder || self == .forward }
}

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

  /// Returns the height that the placement compares: that of the place that begins at column
  /// `start`, in points.
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
    let places = 0...(columns.count - cell.span)
    let compared = places.map { height(of: $0, span: cell.span, options: options) }
    let lowest = compared.min() ?? 0
    let rule: StaggeredGridLayout.Choice.Rule =
      cell.keptColumn == nil ? .placement(options.placement) : .keptColumn
    let limit = options.placement == .forward ? lowest + options.tolerance : lowest
    let isCompared = cell.keptColumn == nil && options.placement != .sourceOrder
    // The rule compares tops, which the gaps are a part of; the heights of columns end above them.
    let heights =
      options.placement == .forward
      ? places.map { greatestHeight(in: $0..<($0 + cell.span)) } : compared
    return StaggeredGridLayout.Choice(
      id: cell.id, column: start, rule: rule, heights: heights,
      isTie: isCompared && compared.count { $0 <= limit } > 1,
      cursor: options.placement.movesAlongRow ? cursor : nil)
  }
}

extension StaggeredGridOutline: Codable {
  private enum CodingKeys: String, CodingKey {
    case columns
    case itemCount = "item_count"
    case cursor
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    columns = try container.decode([Column].self, forKey: .columns)
    itemCount = try container.decode(Int.self, forKey: .itemCount)
    cursor = try container.decodeIfPresent(Int.self, forKey: .cursor) ?? 0
    guard isPossible else {
      throw DecodingError.dataCorruptedError(
        forKey: .columns, in: container, debugDescription: "not the edge of a staggered grid")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(columns, forKey: .columns)
    try container.encode(itemCount, forKey: .itemCount)
    if cursor != 0 { try container.encode(cursor, forKey: .cursor) }
  }

  /// Every item is in at least one column, and in none of them twice.
  private var isPossible: Bool {
    guard StaggeredGridLayout.supportedColumnCounts.contains(columns.count),
      columns.allSatisfy(\.isPossible), columns.indices.contains(cursor)
    else { return false }
    let counts = columns.map(\.itemCount)
    return itemCount >= counts.max() ?? 0 && itemCount <= counts.reduce(0, +)
  }
}

extension StaggeredGridState.Column {
  /// More items than any grid has, and few enough for sums of them not to overflow.
  private static let maximumItemCount = 1 << 40

  fileprivate var isPossible: Bool {
    guard itemCount > 0 else { return itemCount == 0 && height == 0 && balanceHeight == 0 }
    return balanceHeight.isFinite && balanceHeight >= 0 && height.isFinite && height >= 0
      && itemCount <= Self.maximumItemCount
  }
}
