/// The grid of the existing screens, in as little time as the divisions and the stores need.
extension StaggeredGridRun {
  /// Places the first of `items` in two columns by balance heights, up to the first one that takes
  /// several columns, keeps one, or cannot be placed: those are for ``place(_:)``, which goes on
  /// with ``frames`` placed so far.
  ///
  /// Its numbers are those of ``place(_:)``, bit for bit. Both heights of a cell are divided in one
  /// vector, and nothing but what is unusual is a branch: which column an item goes to cannot be
  /// predicted, and guessing wrong costs more than all the arithmetic.
  ///
  /// - Complexity: O(n), with three allocations.
  static func splitting(
    _ items: [LayoutItem], options: StaggeredGridLayout.Options, cells: StaggeredGridCells
  ) -> StaggeredGridRun {
    if let eighths = CountedBottoms.eighths(of: options.spacing) {
      return withPair(of: Int.self) {
        StaggeredGridRun(
          splitting: items, options: options, cells: cells,
          bottoms: CountedBottoms(spacingInEighths: eighths, in: $0))
      }
    }
    return withPair(of: Double.self) {
      StaggeredGridRun(
        splitting: items, options: options, cells: cells,
        bottoms: SummedBottoms(spacing: options.spacing, in: $0))
    }
  }

  private init(
    splitting items: [LayoutItem], options: StaggeredGridLayout.Options, cells: StaggeredGridCells,
    bottoms: some ColumnBottoms
  ) {
    let loop = TwoColumnLoop(cells: cells)
    var split = TwoColumnLoop.Split()
    var rightIDs: [Int] = []
    var leftIDs: [Int] = []
    let frames = [Frame](unsafeUninitializedCapacity: items.count) { frames, frameCount in
      leftIDs = Array(unsafeUninitializedCapacity: items.count) { left, leftCount in
        rightIDs = Array(unsafeUninitializedCapacity: items.count) { right, rightCount in
          if let frames = frames.baseAddress, let left = left.baseAddress,
            let right = right.baseAddress
          {
            split = items.withUnsafeBufferPointer {
              loop.split($0, bottoms: bottoms, frames: frames, left: left, right: right)
            }
          }
          rightCount = split.rightCount
        }
        leftCount = split.leftCount
      }
      frameCount = split.leftCount + split.rightCount
    }
    self.init(
      options: options, cells: cells,
      outline: StaggeredGridOutline(
        columns: split.columns(endingAt: bottoms), itemCount: frames.count),
      frames: frames, itemIDs: [leftIDs, rightIDs])
  }
}

/// Puts items into two columns.
private struct TwoColumnLoop {
  /// The two columns at its end.
  ///
  /// Balance heights are whole points, so they are counted as integers, and only their difference has
  /// to be known to choose a column: a subtraction, where floating-point sums that are chosen between
  /// would make each item wait for the last.
  struct Split {
    var leftCount = 0
    var rightCount = 0
    /// The balance heights of both columns together, and how much higher the left one is.
    var total = 0.0
    var lead = 0

    func columns(endingAt bottoms: some ColumnBottoms) -> [StaggeredGridState.Column] {
      var left = StaggeredGridState.Column()
      if leftCount > 0 {
        left.balanceHeight = (total + Double(lead)) / 2
        (left.height, left.itemCount) = (bottoms.left, leftCount)
      }
      var right = StaggeredGridState.Column()
      if rightCount > 0 {
        right.balanceHeight = (total - Double(lead)) / 2
        (right.height, right.itemCount) = (bottoms.right, rightCount)
      }
      return [left, right]
    }
  }

  /// The widths of a cell, for its balance height and as it is drawn.
  private let widths: SIMD2<Double>
  private let leftEdges: (Double, Double)

  init(cells: StaggeredGridCells) {
    widths = SIMD2(cells.balanceWidth, cells.columns.cellWidth)
    leftEdges = (cells.columns.leftEdges[0], cells.columns.leftEdges[1])
  }

  /// Writes the frames and the ids of `items` up to the first unusual one; everything that is pointed
  /// to has room for all.
  func split(
    _ items: UnsafeBufferPointer<LayoutItem>, bottoms: some ColumnBottoms,
    frames: UnsafeMutablePointer<Frame>,
    left leftIDs: UnsafeMutablePointer<Int>, right rightIDs: UnsafeMutablePointer<Int>
  ) -> Split {
    var totals = SIMD2<Double>.zero
    var lead = 0
    var (frame, left, right) = (frames, leftIDs, rightIDs)
    withPair(of: Double.self) { leftEdges in
      (leftEdges[0], leftEdges[1]) = self.leftEdges
      for item in items.prefix(WholeHeights.greatestCount) {
        // 1. Both heights of the item; the balance height is the greater one.
        let heights = WholeHeights(
          roundingUp: widths / SIMD2(repeating: item.mediaWidth)
            * SIMD2(repeating: item.mediaHeight))
        // 2. What is unusual goes the general way.
        guard item.isPlain, heights.areOrdinary else { break }
        // 3. Left, unless the left column is higher: all bits set for right, none for left.
        let isRight = (0 &- lead) >> (Int.bitWidth - 1)
        lead &+= (heights.balance ^ isRight) &- isRight
        totals += heights.values
        // 4. A cell below the last one.
        let column = isRight & 1
        let top = bottoms.place(heights, in: column)
        frame.initialize(
          to: Frame(
            id: item.id, x: leftEdges[column], y: top, width: widths.y, height: heights.drawn,
            storedColumn: Int32(truncatingIfNeeded: column)))
        frame += 1
        // Written to both lists, of which only one grows.
        left.initialize(to: item.id)
        right.initialize(to: item.id)
        left += 1 &+ isRight
        right -= isRight
      }
    }
    return Split(
      leftCount: left - leftIDs, rightCount: right - rightIDs,
      total: totals.x, lead: lead)
  }
}

/// Memory for two numbers that are looked up by column, while `body` runs.
private func withPair<Number, Result>(
  of _: Number.Type, _ body: (UnsafeMutablePointer<Number>) -> Result
) -> Result {
  withUnsafeTemporaryAllocation(of: Number.self, capacity: 2) { memory in
    // An allocation that is not empty has an address.
    body(memory.baseAddress.unsafelyUnwrapped)
  }
}
