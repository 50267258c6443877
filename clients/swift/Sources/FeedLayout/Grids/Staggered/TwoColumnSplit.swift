/// The smallest height that cells can have in two columns.
///
/// Drawn heights are whole points, so with a spacing of whole eighths of a point the heights a column
/// can have are countable: the split is a subset sum, solved by dynamic programming over sets of
/// bits (R. Bellman, "Dynamic Programming", 1957). That takes the number of cells times the sum of
/// their heights; beyond a limit of 4,194,304 machine words (some 1,100 cells of 200 pt) only the
/// cells at the end are split that way, after the rest went to the shorter column one by one.
public struct TwoColumnOptimum: Hashable, Sendable {
  /// The height of the lower edge of the split that was found, in points.
  public let height: Double
  /// No split is lower than this, in points; the height itself when it is exact.
  public let lowerBound: Double
  /// Whether it is certain that no split is lower.
  public let isExact: Bool
}

/// A split of cells into two columns that is as low as possible.
///
/// Of equally low splits it is the one that goes to the shorter column (the left one on a tie) as
/// long as that still leads to the smallest height, cell by cell in their order.
struct TwoColumnSplit {
  /// The column of each cell.
  let columns: [Int]
  let optimum: TwoColumnOptimum

  /// Machine words that may be filled for a layout: 32 MiB, and a few milliseconds.
  static let workLimit = 1 << 22
  /// Words for a part of a layout in many parts; enough for fifteen cells of 200 pt.
  static let smallestWorkLimit = 1 << 10

  /// Units of a point that a spacing may be a multiple of.
  private static let scales = [1.0, 2, 4, 8]
  /// Sums up to here are exact.
  private static let exactLimit = 0x1p52

  /// Splits cells of whole finite `heights`; a cell with a kept column, 0 or 1, goes there.
  ///
  /// - Complexity: O(n + min(workLimit, n · sum of heights / 64)), and O(n log n) where that finds
  ///   no split that is certain to be the lowest.
  init(heights: [Double], keptColumns: [Int?], spacing: Double, workLimit: Int) {
    // 1. A column is as high as the cells and a gap for each, but for one gap: in units that make
    //    all of them whole, if there are such units.
    let scale = Self.scales.first { (spacing * $0).rounded() == spacing * $0 }
    let unit = scale ?? Self.scales[Self.scales.count - 1]
    let weights = heights.map { ($0 + spacing) * unit }
    let search = TwoColumnSearch(
      weights: scale == nil ? weights.map { $0.rounded() } : weights, keptColumns: keptColumns,
      workLimit: workLimit)
    let total = weights.reduce(0, +)
    let isWhole = scale != nil && total < Self.exactLimit
    // 2. No column is lower than half of all, the highest cell, or what must be in it.
    let half = isWhole ? (total / 2).rounded(.up) : total / 2
    func kept(_ column: Int) -> Double {
      zip(weights, keptColumns).reduce(0) { $1.1 == column ? $0 + $1.0 : $0 }
    }
    let most = max(half, weights.max() ?? 0, kept(0), kept(1))
    // Sums that are not exact may be off by a rounding for each cell.
    let doubt = isWhole ? 0 : Double(weights.count + 4) * .ulpOfOne
    let bound = weights.isEmpty ? 0 : max(0, most / unit * (1 - doubt) - spacing)
    // 3. In the order of the cells; if that is not certain to be the best, the highest cells first.
    var split = search.split(inOrder: Array(weights.indices))
    var height = Self.height(of: split.columns, heights: heights, spacing: spacing)
    var isExact = (isWhole && split.isComplete) || height <= bound
    if !isExact {
      let descending = weights.indices.sorted {
        weights[$0] == weights[$1] ? $0 < $1 : weights[$0] > weights[$1]
      }
      let other = search.split(inOrder: descending)
      let otherHeight = Self.height(of: other.columns, heights: heights, spacing: spacing)
      if otherHeight < height {
        (split, height) = (other, otherHeight)
        isExact = height <= bound
      }
    }
    columns = split.columns
    optimum = TwoColumnOptimum(
      height: height, lowerBound: isExact ? height : min(bound, height), isExact: isExact)
  }

  /// The lower edge as it is drawn.
  private static func height(of columns: [Int], heights: [Double], spacing: Double) -> Double {
    var left = -spacing
    var right = -spacing
    for (column, height) in zip(columns, heights) {
      if column == 0 { left = left + spacing + height } else { right = right + spacing + height }
    }
    return max(0, left, right)
  }
}

/// Looks for a split of weights into two columns with the smallest greater sum.
struct TwoColumnSearch {
  struct Split {
    var columns: [Int]
    /// Whether all splits were checked.
    var isComplete: Bool
  }

  /// Whole numbers, unless they are too large for that.
  let weights: [Double]
  let keptColumns: [Int?]
  let workLimit: Int

  /// The best split of the last cells of `order` that are within the work limit, after those before
  /// them went to the column that was shorter then.
  func split(inOrder order: [Int]) -> Split {
    var columns = Array(repeating: 0, count: weights.count)
    var sums = [0.0, 0.0]
    func put(_ index: Int, in column: Int) {
      columns[index] = column
      sums[column] += weights[index]
    }
    // 1. The cells of which all splits are checked.
    let (tailStart, reach) = reachable(order)
    for index in order[..<tailStart] {
      put(index, in: keptColumns[index] ?? (sums[0] <= sums[1] ? 0 : 1))
    }
    // 2. The sums of free cells that the left column should get from them: the two nearest to what
    //    would make both columns equal, or one if it is better.
    let tail = order[tailStart...]
    var ends = sums
    for index in tail { if let kept = keptColumns[index] { ends[kept] += weights[index] } }
    let targets = reach.nearest(left: ends[0], right: ends[1])
    // 3. The shorter column for each cell in turn, where a target can still be reached.
    var taken = 0
    var level = 0
    for index in tail {
      if let kept = keptColumns[index] {
        put(index, in: kept)
        continue
      }
      let weight = Int(weights[index])
      level += 1
      let left = targets.contains { reach.contains($0 - taken - weight, level: level) }
      let right = targets.contains { reach.contains($0 - taken, level: level) }
      let goesLeft = left && (!right || sums[0] <= sums[1])
      if goesLeft { taken += weight }
      put(index, in: goesLeft ? 0 : 1)
    }
    return Split(columns: columns, isComplete: tailStart == 0)
  }

  /// How far back from the end of `order` all splits can be looked at, and the sums that the free
  /// cells from each on can have.
  private func reachable(_ order: [Int]) -> (start: Int, SubsetSums) {
    var start = order.count
    var sum = 0
    var free: [Int] = []
    while start > 0 {
      let index = order[start - 1]
      if keptColumns[index] == nil {
        // Beyond this no sum is within the limit, and an `Int` holds it.
        guard weights[index] < Double(workLimit) * Double(UInt64.bitWidth) else { break }
        let weight = Int(weights[index])
        let words = SubsetSums.wordCount(forSum: sum + weight)
        guard (free.count + 2) <= workLimit / words else { break }
        sum += weight
        free.append(weight)
      }
      start -= 1
    }
    return (start, SubsetSums(weights: free.reversed()))
  }
}
