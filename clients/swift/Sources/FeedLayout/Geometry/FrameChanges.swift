/// The changes of frames between two layouts: everything that a client has to move.
///
/// It works for every layout. Items are told apart by their ids, which are unique in a layout; of
/// several with the same id the last one counts.
public struct FrameChanges: Hashable, Sendable {
  /// The new boxes of the items that were there before with another box, in their new order.
  public let moved: [Frame]
  /// The boxes of the items that were not there before, in their new order.
  public let inserted: [Frame]
  /// The ids of the items that are no longer there, in their old order.
  public let removed: [Int]
  /// How many items have the very box they had.
  public let unmovedCount: Int

  /// Compares the boxes of two layouts, bit for bit; where in a grid they are does not matter.
  ///
  /// - Complexity: O(n), and without a table for as long as both lists have the same ids at the
  ///   beginning and at the end.
  public init(from old: [Frame], to new: [Frame]) {
    var moved: [Frame] = []
    var inserted: [Frame] = []
    var unmovedCount = 0
    func compare(_ before: Frame, _ after: Frame) {
      if before.hasSameBox(as: after) { unmovedCount += 1 } else { moved.append(after) }
    }
    // 1. The items both lists begin with, and those they end with.
    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, old[prefix].id == new[prefix].id { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      old[old.count - 1 - suffix].id == new[new.count - 1 - suffix].id
    {
      suffix += 1
    }
    for index in 0..<prefix { compare(old[index], new[index]) }
    // 2. What lies between, by id.
    let oldMiddle = old[prefix..<(old.count - suffix)]
    let newMiddle = new[prefix..<(new.count - suffix)]
    let before = Dictionary(oldMiddle.map { ($0.id, $0) }) { _, last in last }
    for frame in newMiddle {
      if let old = before[frame.id] { compare(old, frame) } else { inserted.append(frame) }
    }
    let after = Set(newMiddle.lazy.map(\.id))
    removed = oldMiddle.lazy.map(\.id).filter { !after.contains($0) }
    for index in 0..<suffix {
      compare(old[old.count - suffix + index], new[new.count - suffix + index])
    }
    self.moved = moved
    self.inserted = inserted
    self.unmovedCount = unmovedCount
  }

  /// Whether both layouts are the same, but perhaps for their order.
  public var isEmpty: Bool { moved.isEmpty && inserted.isEmpty && removed.isEmpty }
}

extension Frame {
  fileprivate func hasSameBox(as other: Frame) -> Bool {
    x == other.x && y == other.y && width == other.width && height == other.height
  }
}

extension FrameChanges {
  /// How the changes that a client has to apply to its frames are published.
  public static let published = Published<Self>(
    "FrameChanges", "What has changed since items were drawn at the frames that they bring.",
    [
      Member(
        "moved", .list(of: Frame.published), "The frames that differ from those items brought."
      ) { $0.moved },
      Member(
        "inserted", .list(of: Frame.published), "The frames of items that brought none."
      ) { $0.inserted },
      Member("unmoved", .position, "How many frames are the same.") { $0.unmovedCount },
    ])
}
