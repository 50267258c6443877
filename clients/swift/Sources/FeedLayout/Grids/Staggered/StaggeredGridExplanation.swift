extension StaggeredGridLayout {
  /// Why every item is where it is, and how good the whole is.
  public struct Explanation: Hashable, Sendable {
    /// The choice for each item, in the order of the items.
    public let choices: [Choice]
    /// The quality of the finished grid.
    public let quality: Quality
  }

  /// Why an item is where it is.
  public struct Choice: Hashable, Sendable {
    /// A rule that chooses a column.
    public enum Rule: Hashable, Sendable {
      /// The item kept its column.
      case keptColumn
      /// The rule of the options.
      case placement(Placement)

      /// The published name: `kept_column`, or that of the placement.
      public var name: String {
        switch self {
        case .keptColumn: "kept_column"
        case .placement(let placement): placement.rawValue
        }
      }
    }

    /// The item.
    public let id: Int
    /// The column it went to, the leftmost of those it takes.
    public let column: Int
    /// The rule that chose the column.
    public let rule: Rule
    /// The heights of all possible places before the item, from the one that begins in the leftmost
    /// column on, in points: balance heights for ``Placement/sample``, else drawn heights, without the
    /// gap that follows.
    public let heights: [Double]
    /// Whether more than one place was the lowest, or within the tolerance of it for
    /// ``Placement/forward``; never so where heights did not decide.
    public let isTie: Bool
    /// Where the rule went on along the row, for ``Placement/sourceOrder`` and
    /// ``Placement/forward``.
    public let cursor: Int?
  }
}

extension StaggeredGridLayout {
  /// The measures of a finished grid's quality.
  public struct Quality: Hashable, Sendable {
    /// The area that no cell covers, in square points: holes above cells that take several columns,
    /// and the ends of columns that are shorter than the highest. The gaps between cells do not
    /// count.
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
      // 1. The holes between the cells of each column, and the space below the last one.
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
      // 3. The optimum, for comparison.
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

/// Counts how far a list is from being sorted.
enum OrderInversions {
  /// The pairs of which the later value is smaller.
  ///
  /// Merges sorted runs of doubling length, and counts what each value of a right run passes by
  /// (D. E. Knuth, "The Art of Computer Programming", volume 3, 5.1.1).
  ///
  /// - Complexity: O(n log n).
  static func count(in values: [Double]) -> Int {
    var source = values
    var target = values
    var inversions = 0
    var length = 1
    while length < values.count {
      for start in stride(from: 0, to: values.count, by: 2 * length) {
        let middle = min(start + length, values.count)
        let end = min(middle + length, values.count)
        var left = start
        var right = middle
        for index in start..<end {
          if left < middle, right == end || source[left] <= source[right] {
            target[index] = source[left]
            left += 1
          } else {
            target[index] = source[right]
            inversions += middle - left
            right += 1
          }
        }
      }
      swap(&source, &target)
      length *= 2
    }
    return inversions
  }
}
