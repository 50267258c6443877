extension CarouselLayout {
  /// The offset at which this carousel shows what `other` shows at `offset`: the same items in
  /// another view or with other sizes, as after a rotation of the device. It keeps the item and not
  /// the offset.
  ///
  /// A carousel at rest at a snap stays at the snap of the same item, the first one of the old
  /// snap's. Anywhere else, the item at the leading edge stays there with the same share of it gone.
  /// Items are the same by their id; one that is gone passes its place on to the item at its
  /// position.
  ///
  /// - Parameters:
  ///   - other: the carousel before the change.
  ///   - offset: how far `other` is scrolled, in points.
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(log n) if the item is at the same position in both, else O(n).
  public func offset(
    keepingItemOf other: CarouselLayout, at offset: Double
  ) throws(LayoutError) -> Double {
    let old = try other.inFirstTurn(offset)
    guard other.row.count > 0, row.count > 0 else { return initialOffset }
    // 1. At rest it stays at rest.
    if options.mode != .free, let snap = try other.snap(atOffset: old) {
      let distance = (other.snaps[snap].offset - old).magnitude
      if distance <= Self.roundingSlack {
        let item = position(ofItem: other.snaps[snap].items.lowerBound, in: other)
        return snaps[snapOfItem[item]].offset
      }
    }
    // 2. Else the leading item keeps its place: found as a share of the item, of the gap after it or
    //    of what is before the row, and put at the same share of the new one.
    let inRow = other.loop.map { old < 0 ? old + $0.period : old } ?? old
    let target = position(of: other.mark(at: inRow), itemsOf: other)
    guard let scrollLimits else { return loop?.wrapped(target) ?? target }
    return target.limited(to: scrollLimits)
  }

  /// A place in a row, as a share of what is there.
  private enum Mark {
    case beforeRow(Double)
    case item(Int, share: Double)
    case gap(after: Int, share: Double)
  }

  /// What is at `position` of the row.
  private func mark(at position: Double) -> Mark {
    let item = row.firstItem(endingAfter: position)
    if item == 0, position >= 0, position < row.starts[0] {
      return .beforeRow(position / row.starts[0])
    }
    if item == 0 || item < row.count && position >= row.starts[item] {
      return .item(item, share: share(of: position, in: item))
    }
    let start = row.ends[item - 1]
    let end = item < row.count ? row.starts[item] : max(row.length, start)
    return .gap(after: item - 1, share: end > start ? (position - start) / (end - start) : 0)
  }

  private func share(of position: Double, in item: Int) -> Double {
    (position - row.starts[item]) / row.width(ofItem: item)
  }

  private func position(of mark: Mark, itemsOf other: CarouselLayout) -> Double {
    switch mark {
    case .beforeRow(let share):
      return row.starts[0] * share
    case .item(let index, let share):
      let item = position(ofItem: index, in: other)
      return row.starts[item] + row.width(ofItem: item) * share
    case .gap(let index, let share):
      let item = position(ofItem: index, in: other)
      let end = item + 1 < row.count ? row.starts[item + 1] : max(row.length, row.ends[item])
      return row.ends[item] + (end - row.ends[item]) * share
    }
  }

  /// Where the item at position `index` of `other` is in this row.
  private func position(ofItem index: Int, in other: CarouselLayout) -> Int {
    let id = other.frames[index].id
    if index < frames.count, frames[index].id == id { return index }
    return frames.firstIndex { $0.id == id } ?? min(index, frames.count - 1)
  }
}
