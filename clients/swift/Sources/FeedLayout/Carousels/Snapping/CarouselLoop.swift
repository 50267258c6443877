extension CarouselLayout {
  /// How a row begins again after its end.
  public struct Loop: Hashable, Sendable {
    /// One turn: every item and a gap after each, in points. An offset that much further shows the
    /// same.
    public let period: Double
    /// The lowest offset of the first turn, in points: 0, or that of the first snap if it is lower.
    public let start: Double
    /// The items that are not in their place in a part of the first turn, in their order.
    public let shifts: [Shift]

    /// Where one item has to be drawn while the offset is in the first turn, ``Loop/start`` up to
    /// but without ``Loop/start`` + ``Loop/period``, for the view to be covered.
    public struct Shift: Hashable, Sendable {
      /// The item's 0-based position in the row.
      public let item: Int
      /// Below this offset it is drawn one period before its place; `nil` if that is never so.
      public let before: Double?
      /// Above this offset it is drawn one period after its place; `nil` if that is never so.
      public let after: Double?
    }

    /// The offset in the first turn that shows the same as `offset`, which is finite.
    func wrapped(_ offset: Double) -> Double {
      CarouselSnaps.Turn(period: period, start: start).wrapped(offset)
    }
  }
}

extension CarouselLayout.Loop {
  /// The loop of `row`, if it is one.
  ///
  /// - Complexity: O(n).
  init?(row: CarouselRow, firstSnap: Double?, viewWidth: Double) {
    guard row.isLoop, let firstSnap else { return nil }
    let period = row.length
    let start = min(0, firstSnap)
    self.period = period
    self.start = start
    shifts = (0..<row.count).compactMap { item in
      // A period before its place it is seen until its end leaves at the view's leading edge; a
      // period after it, from when its start enters at the trailing edge. The two never meet, as
      // the remaining items cover the view.
      let before = row.ends[item] - period
      let after = row.starts[item] + period - viewWidth
      guard before > start || after < start + period else { return nil }
      return Shift(
        item: item, before: before > start ? before : nil,
        after: after < start + period ? after : nil)
    }
  }
}

/// Offsets as a share of the way.
struct ProgressScale {
  /// Where the way begins, in points.
  private let start: Double
  /// Where it ends, in points.
  private let end: Double
  private let loop: CarouselLayout.Loop?

  /// In a loop the way is one turn from the first snap; else all that can be scrolled.
  init(loop: CarouselLayout.Loop?, limits: ClosedRange<Double>, firstSnap: Double) {
    start = loop == nil ? limits.lowerBound : firstSnap
    end = loop.map { firstSnap + $0.period } ?? limits.upperBound
    self.loop = loop
  }

  /// 0…1; 0 where there is no way to go.
  func progress(at offset: Double) -> Double {
    guard end > start else { return 0 }
    guard let loop else {
      return ((offset - start) / (end - start)).limited(to: 0...1)
    }
    // The first turn begins at or before the first snap: what is before it is the end of the way.
    let wrapped = loop.wrapped(offset)
    let share = ((wrapped < start ? wrapped + loop.period : wrapped) - start) / loop.period
    return share < 1 ? share : 0
  }

  /// The inverse of ``progress(at:)``; in a loop within the first turn.
  func offset(at progress: Double) -> Double {
    // Weighted from both ends, so that both are met exactly.
    let offset = start * (1 - progress) + end * progress
    return loop?.wrapped(offset) ?? offset
  }
}
