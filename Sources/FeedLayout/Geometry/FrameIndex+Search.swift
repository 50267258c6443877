extension FrameIndex {
  /// What a search has found, and what it took.
  public struct Search: Hashable, Sendable {
    /// The positions of the frames that meet the range, in no particular order.
    public internal(set) var positions: [Int] = []
    /// How many frames, and empty places of the tree, were looked at, those found included.
    public internal(set) var visitCount = 0
  }

  /// The positions of the frames that meet the range from `lower` to `upper`, both in points, in the
  /// order of the frames.
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)`` for a bound that is not a number,
  ///   ``LayoutError/reversedBounds(_:lower:upper:)`` for a range that ends before it starts.
  /// - Complexity: O(log n + k) for k frames, and sorting these.
  public func positions(
    from lower: Double, to upper: Double
  ) throws(LayoutError) -> [Int] {
    try search(from: lower, to: upper).positions.sorted()
  }

  /// Finds the frames that meet the range from `lower` to `upper`, both in points.
  ///
  /// - Throws: ``LayoutError/notFinite(_:value:)`` for a bound that is not a number,
  ///   ``LayoutError/reversedBounds(_:lower:upper:)`` for a range that ends before it starts.
  /// - Complexity: O(log n + k) for k frames: at most 5 · log₂ n + 3 · k + 10 visits.
  public func search(from lower: Double, to upper: Double) throws(LayoutError) -> Search {
    try LayoutError.checkFinite(lower, as: .offset)
    try LayoutError.checkFinite(upper, as: .offset)
    try OptionCheck.order(lower, upper, axis == .vertical ? "y_range" : "x_range")
    var search = Search()
    // 1. Those that start inside the range: next to each other in the order of the starts.
    let first = firstPlace(&search) { $0 >= lower }
    let end = firstPlace(&search) { lower == upper ? $0 > upper : $0 >= upper }
    search.visitCount += end - first
    search.positions.append(contentsOf: positions[first..<end])
    // 2. Those that start before it and end after its start.
    if !tree.isEmpty {
      visit(node: 1, places: 0..<tree.count / 2, before: first, endingAfter: lower, &search)
    }
    return search
  }

  /// The first place in the order of the starts where `condition` holds, which then holds to the end.
  private func firstPlace(
    _ search: inout Search, where condition: (Double) -> Bool
  ) -> Int {
    var range = 0..<starts.count
    while !range.isEmpty {
      search.visitCount += 1
      let middle = range.lowerBound + range.count / 2
      range = condition(starts[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }

  /// Looks at a node whose subtree is about `places`: it is of no use where nothing in it starts
  /// before `limit`, or where its own frame, which ends last, ends too early.
  ///
  /// The visited nodes are those found, at most one other on each level, the one whose places are
  /// on both sides of `limit`, and their children.
  private func visit(
    node: Int, places: Range<Int>, before limit: Int, endingAfter lower: Double,
    _ search: inout Search
  ) {
    guard places.lowerBound < limit else { return }
    search.visitCount += 1
    let place = tree[node]
    guard place != Self.none, ends[place] > lower else { return }
    if place < limit { search.positions.append(positions[place]) }
    guard places.count > 1 else { return }
    let middle = places.lowerBound + places.count / 2
    visit(
      node: 2 * node, places: places.lowerBound..<middle, before: limit, endingAfter: lower,
      &search)
    visit(
      node: 2 * node + 1, places: middle..<places.upperBound, before: limit, endingAfter: lower,
      &search)
  }
}
