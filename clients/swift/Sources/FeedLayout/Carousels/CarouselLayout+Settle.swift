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

  /// The tolerance for rounding errors of offsets that are added up, in points.
  static let roundingSlack = 1e-6

  /// A drag whose velocity would carry it this much further is a flick, in points.
  public var flickDistance: Double { restingPlaces.flickDistance }

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
    try restingPlaces.settle(offset: offset, translation: translation, velocity: velocity)
  }

  /// The snaps, as a document publishes them.
  private var restingPlaces: CarouselSnaps {
    CarouselSnaps(
      line: line, turn: loop.map { CarouselSnaps.Turn(period: $0.period, start: $0.start) },
      scrollLimits: scrollLimits, viewWidth: viewport.width, options: options)
  }
}

extension CarouselLayout.Settled {
  /// How the place where a carousel comes to rest is published.
  public static let published = Published<Self>(
    "CarouselRest", "Where a carousel comes to rest.",
    [
      Member(
        "snap", Published<Int>.position.orNull, "The snap; null where it rests at none."
      ) { $0.snap },
      Member("offset", .number, "The offset within a turn, in points.") { $0.offset },
      Member("unwrapped_offset", .number, "The offset that the drag ends at, in points.") {
        $0.unwrappedOffset
      },
      Member("at_snap", .flag, "Whether it rests exactly at the snap.") { $0.isAtSnap },
    ])
}
