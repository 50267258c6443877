/// Where a carousel can rest, and which items belong to each place.
struct SnapPlacement {
  /// A snap this near an end of the row is at the end, in points: it would only show that widths are
  /// not whole pixels (embla-carousel, David Jerleke, MIT).
  static let edgeTolerance = 1.0

  /// The offsets, ascending, in points.
  private(set) var offsets: [Double]
  /// The items of each, in order; every item belongs to one.
  private(set) var items: [Range<Int>]

  /// - Complexity: O(n).
  init(row: CarouselRow, options: CarouselLayout.Options, viewWidth: Double) {
    items = CarouselGroups.groups(of: row, options: options, viewWidth: viewWidth)
    // 1. Where each group is aligned: the free space of the view is shared out before and after it.
    let padding = options.scrollPadding
    let share = options.align.shareBefore
    offsets = items.map { group in
      let start = row.starts[group.lowerBound]
      let free = viewWidth - padding * 2 - (row.ends[group.upperBound - 1] - start)
      return start - padding - free * share
    }
    guard options.contain != .none, !row.isLoop, !items.isEmpty else { return }
    // 2. A row no longer than the view rests in one place.
    let end = row.length - viewWidth
    guard end > Self.edgeTolerance else {
      offsets = [0]
      items = [0..<row.count]
      return
    }
    // 3. Bring the others within the row: the first to its start, the last to its end.
    contain(within: end)
    // 4. What became the same at either end is one snap, with all its items.
    if options.contain == .trim { merge() }
  }

  private mutating func contain(within end: Double) {
    let last = offsets.count - 1
    for index in offsets.indices {
      offsets[index] =
        switch index {
        case 0: 0
        case last: end
        default: Self.contained(offsets[index], within: end)
        }
    }
  }

  private static func contained(_ offset: Double, within end: Double) -> Double {
    if offset <= edgeTolerance { return 0 }
    return offset < end - edgeTolerance ? offset : end
  }

  private mutating func merge() {
    guard let first = offsets.first, let last = offsets.last, first < last else { return }
    let lastAtStart = offsets.partitioningIndex { $0 > first } - 1
    let firstAtEnd = offsets.partitioningIndex { $0 >= last }
    let (start, end) = (items[0].lowerBound, items[items.count - 1].upperBound)
    items[lastAtStart] = start..<items[lastAtStart].upperBound
    items[firstAtEnd] = items[firstAtEnd].lowerBound..<end
    for range in [(firstAtEnd + 1)..<items.count, 0..<lastAtStart] {
      offsets.removeSubrange(range)
      items.removeSubrange(range)
    }
  }
}

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
