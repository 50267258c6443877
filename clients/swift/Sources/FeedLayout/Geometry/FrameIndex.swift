/// The frames of a section, ordered so that those in a range are found without looking at all.
///
/// It holds for any frames: overlapping ones, unsorted ones, and grids whose columns end in another
/// order than they begin, where a binary search over the tops alone loses items.
///
/// A frame covers the places from its start (its left or top edge) up to, and without, its end. So
/// does a range. They *meet* if they have a place in common; a frame or a range without extent is the
/// one place where it starts. So a frame that only touches the range with its end is not in it, one
/// that starts where the range ends neither, and each place of a seamless row is in one frame.
/// A negative extent counts as none, and a frame with an edge that is not a number meets nothing.
///
/// Frames are kept in the order of their starts. Those that start inside the range are next to each
/// other there. Those that start before it and end inside or after it are in a priority search tree
/// (McCreight, *Priority Search Trees*, 1985), a binary tree over the starts in which every frame
/// ends no later than the one above it.
public struct FrameIndex: Hashable, Sendable {
  /// The coordinate that is searched.
  public enum Axis: Hashable, Sendable {
    /// x, for what scrolls sideways.
    case horizontal
    /// y, for what scrolls up and down.
    case vertical
  }

  /// The coordinate that is searched.
  public let axis: Axis

  /// Positions among the frames, starts and ends, all in the order of the starts.
  let positions: [Int]
  let starts: [Double]
  let ends: [Double]
  /// The tree in level order: the children of node i are 2i and 2i + 1, the root is 1. A node holds
  /// a place in the arrays above, or ``none``. The places below a node are consecutive.
  let tree: [Int]

  static let none = -1

  /// An index of `frames` along `axis`.
  ///
  /// - Complexity: O(n log n); O(n) for frames in the order of their starts.
  public init(_ frames: [Frame], axis: Axis = .vertical) {
    self.axis = axis
    func start(_ position: Int) -> Double {
      axis == .vertical ? frames[position].y : frames[position].x
    }
    func end(_ position: Int) -> Double {
      axis == .vertical ? frames[position].maxY : frames[position].maxX
    }
    // 1. The order of the starts; frames that start together stay in their order.
    var order = frames.indices.filter { !start($0).isNaN && !end($0).isNaN }
    let isSorted = zip(order, order.dropFirst()).allSatisfy { start($0) <= start($1) }
    if !isSorted {
      order.sort { (start($0), $0) < (start($1), $1) }
    }
    positions = order
    starts = order.map(start)
    ends = order.map { max(start($0), end($0)) }
    // 2. The tree of the ends.
    tree = Self.tree(of: ends)
  }

  /// How many frames there are to find.
  public var count: Int { positions.count }

  /// Builds the tree from its leaves up in O(n): each node takes the child that ends later, which
  /// leaves a hole that is filled in the same way, and there are few nodes with far to go down.
  private static func tree(of ends: [Double]) -> [Int] {
    guard !ends.isEmpty else { return [] }
    var leafCount = 1
    while leafCount < ends.count { leafCount *= 2 }
    var tree = Array(repeating: none, count: 2 * leafCount)
    for place in ends.indices { tree[leafCount + place] = place }
    for node in stride(from: leafCount - 1, to: 0, by: -1) {
      var hole = node
      while hole < leafCount {
        let left = tree[2 * hole]
        let right = tree[2 * hole + 1]
        if left == none && right == none { break }
        let takesLeft = right == none || left != none && ends[left] >= ends[right]
        tree[hole] = takesLeft ? left : right
        hole = 2 * hole + (takesLeft ? 0 : 1)
        tree[hole] = none
      }
    }
    return tree
  }
}

extension FrameIndex {
  /// The frames that a search has found, and its cost.
  public struct Search: Hashable, Sendable {
    /// The positions of the frames that meet the range, in no particular order.
    public internal(set) var positions: [Int] = []
    /// How many frames and empty places of the tree were visited, including the frames found.
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
