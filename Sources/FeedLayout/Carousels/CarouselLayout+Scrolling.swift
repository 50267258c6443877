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

  /// What a scroll view that counts from the left edge of its content calls `offset`, in points:
  /// itself, or from right to left what is left of the way to the end of the row.
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
