extension StaggeredGridLayout {
  /// What a finished grid is like.
  public struct Quality: Hashable, Sendable {
    /// What no cell covers, in square points: holes above cells that take several columns, and the
    /// ends of columns that are shorter than the highest. The gaps between cells do not count.
    public let whiteSpace: Double
    /// White space divided by the box of the columns: the width between the insets times the height
    /// of the content; 0…1.
    public let whiteSpaceShare: Double
    /// How much further down the longest column reaches than the shortest one, in points.
    public let bottomRaggedness: Double
    /// Pairs of items of which the later one begins further up.
    public let orderInversions: Int
    /// The lowest split of the same cells into two columns, none of them kept; `nil` for another
    /// number of columns, and where an item takes both.
    public let optimum: TwoColumnOptimum?
    /// How much higher the grid is than that, in points.
    public let distanceFromOptimum: Double?

    init(
      frames: [Frame], contentHeight: Double, options: Options, cells: StaggeredGridCells
    ) {
      // 1. What is between the cells of each column, and below the last one.
      let bottoms = Columns(frames: frames, count: options.columnCount, spacing: options.spacing)
      let width = cells.columns.width(ofSpan: options.columnCount)
      var area = 0.0
      var share = 0.0
      for (bottom, hole) in zip(bottoms.bottoms, bottoms.holes) where contentHeight > 0 {
        // A column without cells is a hole from the top on.
        let white = hole + (contentHeight - bottom)
        area += (white * cells.columns.cellWidth).saturated
        share += white / contentHeight * (cells.columns.cellWidth / width)
      }
      whiteSpace = area.saturated
      whiteSpaceShare = share.limited(to: 0...1)
      bottomRaggedness = (bottoms.bottoms.max() ?? 0) - (bottoms.bottoms.min() ?? 0)
      // 2. How far reading down differs from the order of the items.
      orderInversions = OrderInversions.count(in: frames.map(\.y))
      // 3. What would have been possible.
      if options.columnCount == 2, frames.allSatisfy({ $0.columnSpan == 1 }) {
        let best = TwoColumnSplit(
          heights: frames.map(\.height),
          keptColumns: Array(repeating: nil, count: frames.count), spacing: options.spacing,
          workLimit: TwoColumnSplit.workLimit
        ).optimum
        // Where the best is not certain, the grid itself may be better than what was found.
        let height = min(best.height, contentHeight)
        optimum = TwoColumnOptimum(
          height: height, lowerBound: min(best.lowerBound, height), isExact: best.isExact)
        distanceFromOptimum = contentHeight - height
      } else {
        optimum = nil
        distanceFromOptimum = nil
      }
    }

    /// How far each column reaches, and the sum of its holes.
    private struct Columns {
      var bottoms: [Double]
      var holes: [Double]

      init(frames: [Frame], count: Int, spacing: Double) {
        bottoms = Array(repeating: 0, count: count)
        holes = bottoms
        var isEmpty = Array(repeating: true, count: count)
        for frame in frames {
          guard let first = frame.column else { continue }
          for column in first..<(first + frame.columnSpan) {
            let expected = isEmpty[column] ? 0 : bottoms[column] + spacing
            holes[column] += frame.y - expected
            bottoms[column] = frame.maxY
            isEmpty[column] = false
          }
        }
      }
    }
  }
}
