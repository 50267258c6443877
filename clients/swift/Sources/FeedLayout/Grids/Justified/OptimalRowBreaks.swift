/// The best way to break items into rows: a shortest path over the places between items.
///
/// Every row costs, in this order of importance,
///
/// 1. one *misfit* if the height at which it fills the width is not within the bounds, and
/// 2. (h − target)², with h that height limited to the bounds.
///
/// The last row counts like every other, whatever is done with widows; one that is too high is a
/// misfit, so there is no widow where one can be avoided. Full-width rows cost nothing. A row of
/// more than one item is never lower than the lower bound. Of ways that cost the same, the one
/// with the fewest items in its last row is taken, and so on for the rows before it.
///
/// The idea of squared deviations is that of Knuth and Plass, *Breaking Paragraphs into Lines*
/// (1981), and of egjs-grid's JustifiedGrid (NAVER, MIT), which looks for the path with Dijkstra's
/// algorithm. The rows that can end at an item begin at most k items earlier, where k is how many
/// fit at the lowest height, so one pass of O(n · k) finds it.
struct OptimalRowBreaks {
  /// The cost of several rows together.
  private struct Cost {
    var misfits: Int
    var deviation: Double

    static let unreachable = Cost(misfits: .max, deviation: 0)

    static func < (left: Cost, right: Cost) -> Bool {
      left.misfits != right.misfits
        ? left.misfits < right.misfits : left.deviation < right.deviation
    }
  }

  private let space: JustifiedRowSpace
  /// A phase is how many rows there have been since the last full-width one.
  private let phaseCount: Int
  private let hasFullWidthRows: Bool

  init(space: JustifiedRowSpace, fullWidthCadence: Int) {
    self.space = space
    phaseCount = max(1, fullWidthCadence)
    hasFullWidthRows = fullWidthCadence > 0
  }

  /// The numbers of items of the rows, from top to bottom.
  ///
  /// - Complexity: O(n · k · cadence) time and O(n · cadence) space.
  func rowLengths(_ items: [JustifiedItem]) -> [Int] {
    // best[end · phases + phase] is the least cost of rows that end before item `end` with that
    // phase, and lengths the number of items in the last of them.
    var best = Array(repeating: Cost.unreachable, count: (items.count + 1) * phaseCount)
    var lengths = Array(repeating: UInt16(0), count: best.count)
    best[0] = Cost(misfits: 0, deviation: 0)
    for end in stride(from: 1, through: items.count, by: 1) {
      var sum = 0.0
      // 1. Every row that can end here, from the shortest to the longest.
      for count in 1...min(end, space.capacity) {
        let start = end - count
        sum += items[start].aspectRatio
        let natural = space.naturalHeight(aspectSum: sum, count: count)
        if count > 1 && natural < space.heights.lowerBound { break }
        let height = natural.limited(to: space.heights)
        let deviation = (height - space.targetHeight) * (height - space.targetHeight)
        // 2. After every way to reach its first item.
        for phase in 0..<phaseCount {
          var cost = best[start * phaseCount + phase]
          let isFullWidth = hasFullWidthRows && phase == phaseCount - 1
          if cost.misfits == .max || isFullWidth && count > 1 { continue }
          if !isFullWidth {
            cost.misfits += height == natural ? 0 : 1
            cost.deviation += deviation
          }
          // 3. Keep it if it is better than every shorter one.
          let place = end * phaseCount + (phase + 1) % phaseCount
          if cost < best[place] {
            best[place] = cost
            lengths[place] = UInt16(count)
          }
        }
      }
    }
    return path(from: lengths, best: best, itemCount: items.count)
  }

  private func path(from lengths: [UInt16], best: [Cost], itemCount: Int) -> [Int] {
    var phase = 0
    for other in 0..<phaseCount
    where best[itemCount * phaseCount + other] < best[itemCount * phaseCount + phase] {
      phase = other
    }
    var rows: [Int] = []
    var end = itemCount
    while end > 0 {
      let length = Int(lengths[end * phaseCount + phase])
      rows.append(length)
      end -= length
      phase = (phase + phaseCount - 1) % phaseCount
    }
    return rows.reversed()
  }
}
