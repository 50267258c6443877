/// How a scroll view slows down after the finger has let go.
///
/// There are two formulas for where it ends. The discrete one adds up a velocity that shrinks once a
/// millisecond (WWDC18 session 803, Designing Fluid Interfaces); the continuous one integrates a
/// velocity that shrinks all the time (Lobanov, Deceleration mechanics of UIScrollView), and says
/// where the content is on the way. They differ by half a millisecond of the initial velocity.
public enum Deceleration: String, CaseIterable, Hashable, Sendable {
  /// A list: UIScrollView's `normal`.
  case normal
  /// A pager: UIScrollView's `fast`.
  case fast

  /// Milliseconds in a second: velocities are in points per second, rates per millisecond.
  public static let millisecondsPerSecond = 1000.0

  /// The share of the velocity that is left after one millisecond.
  public var rate: Double {
    switch self {
    case .normal: 0.998
    case .fast: 0.99
    }
  }

  /// Where content ends by the discrete formula: x + (v / 1000) · r / (1 − r) (WWDC18 session 803).
  ///
  /// - Parameters:
  ///   - position: where the finger let go, in points.
  ///   - velocity: how fast it moved, in points per second.
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func discreteProjection(
    from position: Double, velocity: Double
  ) throws(LayoutError) -> Double {
    try Self.check(position, velocity)
    let distance = (velocity / Self.millisecondsPerSecond) * rate / (1 - rate)
    return (position + distance).saturated
  }

  /// Where content ends by the continuous formula: x − v / (1000 · ln r) (Lobanov).
  ///
  /// - Parameters:
  ///   - position: where the finger let go, in points.
  ///   - velocity: how fast it moved, in points per second.
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func continuousProjection(
    from position: Double, velocity: Double
  ) throws(LayoutError) -> Double {
    try Self.check(position, velocity)
    return (position - velocity / decay).saturated
  }

  /// Where content is `time` seconds after the finger let go:
  /// x + v / (1000 · ln r) · (r^(1000 t) − 1) (Lobanov).
  ///
  /// - Parameters:
  ///   - time: in seconds; a negative one counts as 0.
  ///   - position: where the finger let go, in points.
  ///   - velocity: how fast it moved, in points per second.
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func position(
    at time: Double, from position: Double, velocity: Double
  ) throws(LayoutError) -> Double {
    try Self.check(position, velocity)
    return (position + velocity / decay * (try remaining(at: time) - 1)).saturated
  }

  /// How fast content is `time` seconds after the finger let go: v · r^(1000 t) (Lobanov).
  ///
  /// - Parameters:
  ///   - time: in seconds; a negative one counts as 0.
  ///   - velocity: how fast the finger moved, in points per second.
  /// - Throws: ``LayoutError/notFinite(_:value:)``.
  public func velocity(at time: Double, initial velocity: Double) throws(LayoutError) -> Double {
    try LayoutError.checkFinite(velocity, as: .velocity)
    return velocity * (try remaining(at: time))
  }

  /// The seconds until content is within `tolerance` of where the continuous formula ends:
  /// ln(−1000 · ln r · tolerance / |v|) / (1000 · ln r) (Lobanov); 0 if it is from the start.
  ///
  /// - Parameters:
  ///   - tolerance: in points; above 0.
  ///   - velocity: how fast the finger moved, in points per second.
  /// - Throws: ``LayoutError/notFinite(_:value:)`` and ``LayoutError/notPositive(_:value:)``.
  public func duration(
    toWithin tolerance: Double, velocity: Double
  ) throws(LayoutError) -> Double {
    try LayoutError.checkPositive(tolerance, as: .tolerance)
    try LayoutError.checkFinite(velocity, as: .velocity)
    guard velocity != 0 else { return 0 }
    // Above 0 even where the quotient is not: its logarithm is taken.
    let share = (-decay * tolerance / velocity.magnitude)
      .limited(to: Double.leastNonzeroMagnitude...Double.greatestFiniteMagnitude)
    return max(0, Double.log(share) / decay)
  }

  /// The natural logarithm of the share of the velocity left after one second: 1000 · ln r.
  private var decay: Double { Self.millisecondsPerSecond * Double.log(rate) }

  /// Returns the share of the velocity that is left after `time` seconds.
  private func remaining(at time: Double) throws(LayoutError) -> Double {
    try LayoutError.checkFinite(time, as: .time)
    return Double.pow(rate, Self.millisecondsPerSecond * max(0, time))
  }

  private static func check(_ position: Double, _ velocity: Double) throws(LayoutError) {
    try LayoutError.checkFinite(position, as: .offset)
    try LayoutError.checkFinite(velocity, as: .velocity)
  }
}
