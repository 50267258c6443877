/// The places a carousel can rest at, without its items: what a client knows that has a published carousel.
public struct CarouselSnaps: Hashable, Sendable {
  /// One turn of a row that begins again after its end.
  public struct Turn: Hashable, Sendable {
    /// An offset that much further shows the same, in points; above 0.
    public let period: Double
    /// The lowest offset of the first turn, in points.
    public let start: Double

    /// A turn of `period` points that begins at the offset `start`.
    public init(period: Double, start: Double) {
      self.period = period
      self.start = start
    }

    /// The offset in the first turn that shows the same as `offset`, which is finite.
    public func wrapped(_ offset: Double) -> Double {
      let rest = (offset - start).truncatingRemainder(dividingBy: period)
      let positive = rest < 0 ? rest + period : rest
      // A rest just below 0 becomes the whole period when it is rounded.
      return start + (positive < period ? positive : 0)
    }
  }

  /// The turn of a loop; `nil` for a row with ends.
  public let turn: Turn?
  /// How far the row can be scrolled without pulling at its ends, in points; `nil` for a loop.
  public let scrollLimits: ClosedRange<Double>?
  /// The width of the view, in points.
  public let viewWidth: Double
  /// The options of drags: the mode, and how fast and how far is enough.
  public let options: CarouselLayout.Options

  private let line: SnapLine?

  /// The snaps at `offsets`, which do not descend, in points.
  ///
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` for an offset, a limit, a turn or a width that nothing
  ///   can be computed with, ``LayoutError/reversedBounds(_:lower:upper:)`` for offsets that descend, and
  ///   ``LayoutError/optionOutOfRange(_:value:allowed:)``.
  public init(
    offsets: [Double], turn: Turn? = nil, scrollLimits: ClosedRange<Double>? = nil,
    viewWidth: Double, options: CarouselLayout.Options = CarouselLayout.Options()
  ) throws(LayoutError) {
    try CarouselLayout.Options.declarations.check(options)
    try LayoutError.check(viewWidth, in: Viewport.supportedWidths, as: .viewportWidth)
    for offset in offsets { try LayoutError.check(offset, in: Self.longest, as: .offset) }
    for (offset, next) in zip(offsets, offsets.dropFirst()) {
      try OptionCheck.order(offset, next, "snaps")
    }
    if let turn {
      try LayoutError.check(turn.period, in: Self.supportedPeriods, as: .distance)
      try LayoutError.check(turn.start, in: Self.longest, as: .offset)
    }
    if let scrollLimits {
      try LayoutError.check(scrollLimits.lowerBound, in: Self.longest, as: .offset)
      try LayoutError.check(scrollLimits.upperBound, in: Self.longest, as: .offset)
    }
    self.init(
      line: SnapLine(offsets: offsets, period: turn?.period), turn: turn,
      scrollLimits: scrollLimits, viewWidth: viewWidth, options: options)
  }

  init(
    line: SnapLine?, turn: Turn?, scrollLimits: ClosedRange<Double>?, viewWidth: Double,
    options: CarouselLayout.Options
  ) {
    self.line = line
    self.turn = turn
    self.scrollLimits = scrollLimits
    self.viewWidth = viewWidth
    self.options = options
  }

  /// The most a drag can cover, in points: one that would end further away counts as this one.
  static let longestDrag = 1e12
  private static let longest = -longestDrag...longestDrag
  /// The lengths of a turn, in points: that of the narrowest item up to that of any row.
  private static let supportedPeriods = CarouselLayout.supportedExtents.lowerBound...longestDrag

  /// A drag whose velocity would carry it this much further is a flick, in points: 20 % of the view,
  /// but at least 50 and at most 225 (embla-carousel, David Jerleke, MIT).
  var flickDistance: Double { (viewWidth * 0.2).limited(to: 50...225) }
}

extension CarouselSnaps {
  /// Where a drag by `translation` that began at `offset` and let go at `velocity` comes to rest.
  ///
  /// Never before where a slower drag in the same direction would, with everything else the same.
  ///
  /// - Parameters:
  ///   - offset: the offset before the drag, in points, usually that of a snap; in a loop of any
  ///     turn.
  ///   - translation: how far the finger moved to the right, in points.
  ///   - velocity: how fast the finger moved to the right when it let go, in points per second.
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)``.
  /// - Complexity: O(log n).
  public func settle(
    offset: Double, translation: Double = 0, velocity: Double = 0
  ) throws(LayoutError) -> CarouselLayout.Settled {
    try LayoutError.check(offset, in: SnapCarouselLayout.finite, as: .offset)
    try LayoutError.check(translation, in: SnapCarouselLayout.finite, as: .translation)
    try LayoutError.check(velocity, in: SnapCarouselLayout.finite, as: .velocity)
    guard let line else {
      return CarouselLayout.Settled(snap: nil, offset: 0, unwrappedOffset: 0, isAtSnap: false)
    }
    // 1. Where the finger let go, and where the row would end from there: a velocity that shrinks
    //    to d of itself each millisecond goes on for v/1000 · d / (1 − d).
    let sign = options.direction == .rightToLeft ? 1.0 : -1
    let origin = turn?.wrapped(offset) ?? offset.limited(to: Self.longest)
    let release = (origin + translation * sign).limited(to: Self.longest)
    let momentum =
      velocity * sign / Deceleration.millisecondsPerSecond
      * options.deceleration / (1 - options.deceleration)
    var drag = Drag(release: release, target: (release + momentum).limited(to: Self.longest))
    if let scrollLimits { drag.target = drag.target.limited(to: scrollLimits) }
    // 2. One that is fast enough goes on in its direction.
    if velocity.magnitude >= options.flickVelocity || momentum.magnitude >= flickDistance {
      drag.flick = velocity * sign
    }
    // 3. The place for it, at most one away if no more is allowed.
    let current = line.nearestPlace(to: origin)
    var place = committedPlace(of: drag, from: current, on: line)
    if options.oneStep {
      let previous = line.limited(current - 1)
      let next = line.limited(current + 1)
      place = min(max(place, previous), next)
      // The ends of a row are as far as it goes, with a snap there or not.
      let lowest = previous < current ? line.offset(of: previous) : -Self.longestDrag
      let highest = next > current ? line.offset(of: next) : Self.longestDrag
      drag.target = min(max(drag.target, lowest), highest)
    }
    // 4. Rest there, unless the carousel may rest anywhere.
    let rest = line.offset(of: place)
    let nearness = options.proximity * viewWidth
    let isAtSnap =
      switch options.mode {
      case .mandatory: true
      case .proximity: (rest - drag.target).magnitude <= nearness
      case .free: false
      }
    let end = isAtSnap ? rest : drag.target
    let snap = line.snap(at: isAtSnap ? place : line.nearestPlace(to: end))
    return CarouselLayout.Settled(
      snap: snap, offset: isAtSnap ? line.offsetInFirstTurn(of: place) : turn?.wrapped(end) ?? end,
      unwrappedOffset: turn == nil ? end : offset - origin + end, isAtSnap: isAtSnap)
  }

  /// A drag that is over, in offsets.
  private struct Drag {
    /// Where the finger let go.
    let release: Double
    /// Where the row would end by itself.
    var target: Double
    /// The velocity of a flick; 0 for a slow drag.
    var flick = 0.0
  }

  /// The place a drag that began at place `current` goes to.
  private func committedPlace(of drag: Drag, from current: Int, on line: SnapLine) -> Int {
    // 1. Between two places it is the one that is committed to: enough of the way from the one
    //    before, seen in the direction of the drag.
    let lower = line.lastPlace(notAfter: drag.target)
    let upper = line.limited(lower + 1)
    let start = line.offset(of: lower)
    let gap = line.offset(of: upper) - start
    let covered = drag.target - start
    let enough = gap * options.commitThreshold - CarouselLayout.roundingSlack
    let isForward = drag.target >= line.offset(of: current)
    let place =
      isForward
      ? (covered >= enough ? upper : lower) : (gap - covered >= enough ? lower : upper)
    // 2. A flick goes beyond where the finger let go, at least.
    if drag.flick > 0 {
      return max(place, line.firstPlace(after: drag.release + SnapPlacement.edgeTolerance))
    }
    if drag.flick < 0 {
      return min(place, line.lastPlace(notAfter: drag.release - SnapPlacement.edgeTolerance))
    }
    return place
  }
}
