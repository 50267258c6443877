/// Which items share a snap, before any snaps are merged.
enum CarouselGroups {
  /// A group may be longer than the view by this much, in points: what adding up widths and rounding
  /// to pixels can cost (embla-carousel, David Jerleke, MIT).
  static let tolerance = 2.0

  /// The items of each group, in order; every item is in one.
  ///
  /// - Complexity: O(n).
  static func groups(
    of row: CarouselRow, options: CarouselLayout.Options, viewWidth: Double
  ) -> [Range<Int>] {
    switch options.group {
    case .items(let size): chunks(of: size, count: row.count)
    case .automatic: fitting(row, viewWidth: viewWidth, padding: options.scrollPadding)
    }
  }

  private static func chunks(of size: Int, count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: max(1, size)).map { $0..<min($0 + size, count) }
  }

  /// Greedy: an item opens a new group if the view cannot show it together with the open one. What
  /// is before the first item of the row and after its last one has to be seen with them; elsewhere
  /// that is the padding.
  private static func fitting(
    _ row: CarouselRow, viewWidth: Double, padding: Double
  ) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var first = 0
    for index in 1..<max(1, row.count) {
      let before = first == 0 ? max(row.leadingInset, padding) : padding
      let after = index == row.count - 1 ? max(row.trailingInset, padding) : padding
      let needed = before + (row.ends[index] - row.starts[first]) + after
      if needed > viewWidth + tolerance {
        groups.append(first..<index)
        first = index
      }
    }
    if row.count > 0 { groups.append(first..<row.count) }
    return groups
  }
}
