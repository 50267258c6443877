public import FeedLayout

/// A row that scrolls freely. The offset is how far it is scrolled, in points.
public struct ShelfMotion: SectionMotion {
  public let limits: ClosedRange<Double>?
  public var initialOffset: Double { 0 }
  public var offsetPerPoint: Double { -place.side }
  public var period: Double? { nil }

  private let place: MotionPlace

  init(_ shelf: PublishedLayout.Shelf, _ place: MotionPlace) {
    self.place = place
    limits = 0...shelf.maxScrollOffset
  }

  public func poses(at offset: Double) -> [ItemPose?] { place.moved(by: -offset * place.side) }

  public func box(ofItem index: Int) -> Rect { place.boxes[index] }

  public func settle(from offset: Double, translation: Double, velocity: Double) -> MotionRest {
    let side = place.side
    let scroll = ScrollSettling(limits: limits ?? 0...0, length: place.width)
    let end = scroll.settle(
      from: offset, translation: translation * side, velocity: -velocity * side)
    return MotionRest(target: end.offset, offset: end.offset, index: nil)
  }
}

/// How a list that scrolls freely comes to rest.
public struct ScrollSettling: Hashable, Sendable {
  /// How far it can be scrolled, in points.
  public let limits: ClosedRange<Double>
  /// The length of the view, in points.
  public let length: Double
  /// How fast it slows down.
  public let deceleration: Deceleration

  /// A list of a length in points that scrolls within `limits`.
  public init(
    limits: ClosedRange<Double>, length: Double, deceleration: Deceleration = .normal
  ) {
    self.limits = limits
    self.length = length
    self.deceleration = deceleration
  }

  /// The end of a drag.
  public struct Rest: Hashable, Sendable {
    /// Where the finger let go, in points: beyond an end the list gives way less and less.
    public let dragged: Double
    /// Where it would end without ends, in points.
    public let projected: Double
    /// Where it comes to rest, in points.
    public let offset: Double
    /// How long that takes, to within half a point, in seconds.
    public let duration: Double
  }

  /// Where a drag of the content by `translation`, that began at `offset` and let go at `velocity`, comes to rest.
  ///
  /// - Parameters:
  ///   - offset: the offset before the drag, in points.
  ///   - translation: how far the finger moved against the offset, in points.
  ///   - velocity: how fast the offset grew when the finger let go, in points per second.
  public func settle(from offset: Double, translation: Double, velocity: Double) -> Rest {
    // What is not a number moves nothing.
    let asked = offset - translation
    let dragged =
      (try? RubberBand.offset(asked, limits: limits, length: length)) ?? limits.lowerBound
    let projected =
      (try? deceleration.discreteProjection(from: dragged, velocity: velocity)) ?? dragged
    let duration = try? deceleration.duration(toWithin: 0.5, velocity: velocity)
    return Rest(
      dragged: dragged, projected: projected,
      offset: min(max(projected, limits.lowerBound), limits.upperBound), duration: duration ?? 0)
  }
}
