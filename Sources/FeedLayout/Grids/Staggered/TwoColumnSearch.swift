/// Looks for a split of weights into two columns with the smallest greater sum.
struct TwoColumnSearch {
  struct Split {
    var columns: [Int]
    /// Whether all splits were looked at.
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
    // 1. The cells that all splits are looked at for.
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
