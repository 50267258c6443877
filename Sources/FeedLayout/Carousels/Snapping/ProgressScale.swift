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
