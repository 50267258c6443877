extension StaggeredGridLayout {
  /// A grid that was laid out again, and what became of its frames.
  public struct Update: Hashable, Sendable {
    /// The new grid.
    public let layout: StaggeredGridLayout
    /// What moved, came and went.
    public let changes: FrameChanges
  }

  /// Lays out a changed list of items in the same viewport with the same options, so that the items
  /// a person has `seen` stay in their columns.
  ///
  /// When all items that were there are seen and take one column each, an item that is inserted,
  /// removed or resized moves those below it in its column, and no others.
  ///
  /// - Throws: what ``init(items:viewport:options:)`` throws.
  /// - Complexity: that of ``init(items:viewport:options:)``; comparing is O(n).
  public func updated(items: [LayoutItem], seen: Set<Int>) throws(LayoutError) -> Update {
    let layout = try StaggeredGridLayout(
      items: LayoutItem.keepingColumns(of: frames, seen: seen, in: items), viewport: viewport,
      options: options)
    return Update(layout: layout, changes: FrameChanges(from: frames, to: layout.frames))
  }
}

extension LayoutItem {
  /// `items`, of which those that were `seen` keep the columns that `frames` have them in; what is
  /// already kept elsewhere, or not among the frames, stays as it is.
  ///
  /// - Complexity: O(n).
  public static func keepingColumns(
    of frames: [Frame], seen: Set<Int>, in items: [LayoutItem]
  ) -> [LayoutItem] {
    var columns: [Int: Int] = [:]
    for frame in frames where seen.contains(frame.id) { columns[frame.id] = frame.column }
    return items.map { item in
      guard item.keptColumn == nil, let column = columns[item.id] else { return item }
      return item.keeping(column: column)
    }
  }
}
