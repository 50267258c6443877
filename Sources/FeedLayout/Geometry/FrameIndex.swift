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
