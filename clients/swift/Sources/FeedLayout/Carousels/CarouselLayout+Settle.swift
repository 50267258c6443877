extension CarouselLayout {
  /// Where a carousel comes to rest.
  public struct Settled: Hashable, Sendable {
    /// The snap it rests at, or the nearest one where ``isAtSnap`` is false; `nil` if there is none
    /// because there are no items.
    public let snap: Int?
    /// How far the row is scrolled there, in points; in a loop within the first turn.
    public let offset: Double
    /// The offset without wrapping, in points: the target of an animation from where the finger let
    /// go. It differs from ``offset`` by whole periods, and not at all without a loop.
    public let unwrappedOffset: Double
    /// Whether it rests at a snap: always with ``Mode/mandatory``.
    public let isAtSnap: Bool
  }

  /// The most a drag can cover, in points: one that would end further away counts as this one.
  static let longestDrag = 1e12
  /// The tolerance for rounding errors of offsets that are added up, in points.
  static let roundingSlack = 1e-6

  /// A drag whose velocity would carry it this much further is a flick, in points: 20 % of the view,
  /// but at least 50 and at most 225 (embla-carousel, David Jerleke, MIT).
  public var flickDistance: Double { (viewport.width * 0.2).limited(to: 50...225) }

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
  ) throws(LayoutError) -> Settled {
    try LayoutError.check(offset, in: SnapCarouselLayout.finite, as: .offset)
    try LayoutError.check(translation, in: SnapCarouselLayout.finite, as: .translation)
    try LayoutError.check(velocity, in: SnapCarouselLayout.finite, as: .velocity)
    guard let line else {
      return Settled(snap: nil, offset: 0, unwrappedOffset: 0, isAtSnap: false)
    }
    // 1. Where the finger let go, and where the row would end from there: a velocity that shrinks
    //    to d of itself each millisecond goes on for v/1000 · d / (1 − d).
    let sign = options.direction == .rightToLeft ? 1.0 : -1
    let origin = loop?.wrapped(offset) ?? offset.limited(to: Self.longest)
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
    let nearness = options.proximity * viewport.width
    let isAtSnap =
      switch options.mode {
      case .mandatory: true
      case .proximity: (rest - drag.target).magnitude <= nearness
      case .free: false
      }
    let end = isAtSnap ? rest : drag.target
    let snap = line.snap(at: isAtSnap ? place : line.nearestPlace(to: end))
    return Settled(
      snap: snap, offset: isAtSnap ? snaps[snap].offset : loop?.wrapped(end) ?? end,
      unwrappedOffset: loop == nil ? end : offset - origin + end, isAtSnap: isAtSnap)
  }

  private static let longest = -longestDrag...longestDrag

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
    let enough = gap * options.commitThreshold - Self.roundingSlack
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
