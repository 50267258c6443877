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
