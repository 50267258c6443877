extension CarouselLayout {
  /// The offset shown while a finger asks for `offset`, in points: itself within ``scrollLimits``,
  /// and beyond them what ``RubberBand`` gives way. A loop has no ends to pull at.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(1).
  public func rubberBanded(offset: Double) throws(LayoutError) -> Double {
    try LayoutError.check(offset, in: SnapCarouselLayout.finite, as: .offset)
    guard let scrollLimits else { return offset }
    return try RubberBand.offset(offset, limits: scrollLimits, length: viewport.width)
  }

  /// How far to draw the item at position `index` of the row from where ``frames`` has it, with the
  /// row scrolled to `offset`, in points to the right; `nil` if there is no such item. In a loop of
  /// the item's places it is the first one that has not gone at the leading edge.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(1).
  public func displacement(
    ofItem index: Int, atOffset offset: Double
  ) throws(LayoutError) -> Double? {
    let offset = try inFirstTurn(offset)
    guard frames.indices.contains(index) else { return nil }
    var forward = initialOffset - offset
    if let period = loop?.period {
      let turns = ((offset - row.ends[index]) / period).rounded(.down) + 1
      forward += turns * period
    }
    return options.direction == .rightToLeft ? -forward : forward
  }

  /// Returns `offset` as a scroll view counts it from the left edge of its content, in points:
  /// unchanged, or from right to left the rest of the way to the end of the row.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(1).
  public func offsetFromLeft(ofOffset offset: Double) throws(LayoutError) -> Double {
    try LayoutError.check(offset, in: SnapCarouselLayout.finite, as: .offset)
    return options.direction == .rightToLeft
      ? contentSize.width - viewport.width - offset : offset
  }

  /// `offset` on the nearest device pixel, halves away from zero, in points. Rounding the offset and
  /// not each frame keeps the gaps between items.
  ///
  /// - Parameters:
  ///   - offset: in points.
  ///   - pixelsPerPoint: 1, 2 or 3 on most screens; 0.1…100.
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(1).
  public static func pixelRounded(
    offset: Double, pixelsPerPoint: Double
  ) throws(LayoutError) -> Double {
    try LayoutError.check(offset, in: SnapCarouselLayout.finite, as: .offset)
    try LayoutError.check(pixelsPerPoint, in: 0.1...100, as: .scale)
    return (offset * pixelsPerPoint).rounded(.toNearestOrAwayFromZero) / pixelsPerPoint
  }
}

extension CarouselLayout {
  /// The items that are seen with the row scrolled to `offset`, as positions in the row, in the
  /// reading direction: in a loop the last may come before the first. How much of an item has to be
  /// seen is ``Options/inViewThreshold``.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(log n + k), k being how many items are at least partly seen.
  public func itemsInView(atOffset offset: Double) throws(LayoutError) -> [Int] {
    let offset = try inFirstTurn(offset)
    let end = offset + viewport.width
    guard row.count > 0 else { return [] }

    // 1. The first item that is not gone at the leading edge; in a loop it may be one that stands a
    //    period before its place, as a view aligned to the middle shows before the first snap.
    var shift = 0.0
    if let period = loop?.period, offset < row.ends[row.count - 1] - period { shift = -period }
    var item = row.firstItem(endingAfter: offset - shift)
    if item == row.count, let period = loop?.period { (item, shift) = (0, shift + period) }
    // 2. On from there until one begins beyond the trailing edge, at most once around.
    var seen: [Int] = []
    for _ in 0..<row.count {
      guard item < row.count, row.starts[item] + shift < end else { break }
      if isSeen(item, leading: row.starts[item] + shift - offset) { seen.append(item) }
      item += 1
      if item == row.count, let period = loop?.period { (item, shift) = (0, shift + period) }
    }
    return seen
  }

  /// Whether enough of `item` is seen with its leading edge `leading` points inside the view.
  private func isSeen(_ item: Int, leading: Double) -> Bool {
    let width = row.width(ofItem: item)
    let view = viewport.width
    // The hidden part, not the visible one, is compared: it is exactly 0 for an item inside the
    // view.
    let hidden = max(0, -leading) + max(0, leading + width - view)
    let visible = width - hidden
    let enough = options.inViewThreshold * min(width, view)
    // A hairline that is only there because offsets were added up is not seen.
    return visible > Self.roundingSlack && hidden <= width - enough + Self.roundingSlack
  }
}

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

  /// A place in a row, as a share of the item or the gap there.
  private enum Mark {
    case beforeRow(Double)
    case item(Int, share: Double)
    case gap(after: Int, share: Double)
  }

  /// Returns the mark of `position` in the row.
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
