/// A motion as the offset of a scroll view, which counts from the left edge of its content, in points.
///
/// Each point that the view scrolls moves the motion as a finger does that goes a point to the left.
public struct ScrollMapping: Hashable, Sendable {
  /// The length of the content, in points.
  public let contentWidth: Double
  /// The width of the view, in points.
  public let viewWidth: Double
  private let origin: Double
  private let perPoint: Double

  /// How many turns of a loop there are to both sides of its start: more than a person turns.
  public static let turns = 500.0

  /// The scroll view of `motion` in a view of `viewWidth` points.
  public init(_ motion: some SectionMotion, viewWidth: Double) {
    let limits =
      motion.limits
      ?? motion.period.map { period in
        (motion.initialOffset - period * Self.turns)...(motion.initialOffset + period * Self.turns)
      } ?? motion.initialOffset...motion.initialOffset
    perPoint = -motion.offsetPerPoint
    origin = perPoint > 0 ? limits.lowerBound : limits.upperBound
    self.viewWidth = viewWidth
    contentWidth = viewWidth + (limits.upperBound - limits.lowerBound) / perPoint.magnitude
  }

  /// The offset of the motion with the view scrolled to `scroll`.
  public func offset(atScroll scroll: Double) -> Double { origin + scroll * perPoint }

  /// How far the view is scrolled at `offset` of the motion.
  public func scroll(atOffset offset: Double) -> Double { (offset - origin) / perPoint }

  /// Where the view comes to rest.
  ///
  /// - Parameters:
  ///   - motion: the motion that this is the scroll view of.
  ///   - start: how far the view was scrolled before the drag, in points.
  ///   - scroll: how far it is scrolled as the finger lets go, in points.
  ///   - velocity: how fast the scroll offset grows then, in points per second.
  public func rest(
    of motion: some SectionMotion, from start: Double, scroll: Double, velocity: Double
  ) -> (scroll: Double, rest: MotionRest) {
    let rest = motion.settle(
      from: offset(atScroll: start), translation: start - scroll, velocity: -velocity)
    return (self.scroll(atOffset: rest.target), rest)
  }
}
