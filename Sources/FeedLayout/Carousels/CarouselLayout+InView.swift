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
    // What is hidden, not what is seen, is compared: it is exactly 0 for an item inside the view.
    let hidden = max(0, -leading) + max(0, leading + width - view)
    let visible = width - hidden
    let enough = options.inViewThreshold * min(width, view)
    // A hairline that is only there because offsets were added up is not seen.
    return visible > Self.roundingSlack && hidden <= width - enough + Self.roundingSlack
  }
}
