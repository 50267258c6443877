extension CarouselLayout {
  /// The items of snap `index`, as positions in the row; `nil` if there is no such snap.
  ///
  /// - Complexity: O(1).
  public func items(ofSnap index: Int) -> Range<Int>? {
    snaps.indices.contains(index) ? snaps[index].items : nil
  }

  /// The snap that the item at position `index` of the row belongs to; `nil` if there is no such
  /// item.
  ///
  /// - Complexity: O(1).
  public func snap(ofItem index: Int) -> Int? {
    snapOfItem.indices.contains(index) ? snapOfItem[index] : nil
  }

  /// The snap nearest to `offset`, of two as near the first; `nil` if there are no items. Of several
  /// snaps at the end of the row it is the last.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(log n).
  public func snap(atOffset offset: Double) throws(LayoutError) -> Int? {
    let offset = try inFirstTurn(offset)
    return line.map { $0.snap(at: $0.nearestPlace(to: offset)) }
  }

  /// How far along `offset` is, as a ``Snap`` says of its own: 0…1.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(1).
  public func progress(atOffset offset: Double) throws(LayoutError) -> Double {
    progressScale.progress(at: try inFirstTurn(offset))
  }

  /// The offset that is `progress` along, in points: the inverse of ``progress(atOffset:)``; in a
  /// loop within the first turn.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` unless `progress` is in 0…1.
  /// - Complexity: O(1).
  public func offset(atProgress progress: Double) throws(LayoutError) -> Double {
    try LayoutError.check(progress, in: 0...1, as: .progress)
    return progressScale.offset(at: progress)
  }

  /// Where to scroll to from `offset` to be at snap `index`, in points: in a loop the shortest way
  /// round, so not always in the first turn. `nil` if there is no such snap.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(1).
  public func offset(ofSnap index: Int, from offset: Double) throws(LayoutError) -> Double? {
    let origin = try inFirstTurn(offset)
    guard snaps.indices.contains(index) else { return nil }
    let target = snaps[index].offset
    guard let loop else { return target }
    return offset + (target - origin).remainder(dividingBy: loop.period)
  }

  /// What shows the same as `offset` in the first turn of a loop; itself without one.
  func inFirstTurn(_ offset: Double) throws(LayoutError) -> Double {
    try LayoutError.check(offset, in: SnapCarouselLayout.finite, as: .offset)
    return loop?.wrapped(offset) ?? offset
  }

  private var progressScale: ProgressScale {
    ProgressScale(loop: loop, limits: scrollLimits ?? 0...0, firstSnap: initialOffset)
  }
}
