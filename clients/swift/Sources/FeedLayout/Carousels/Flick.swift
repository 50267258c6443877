/// Drags that go on in their direction, however short they were.
public enum Flick {
  /// The velocity of a flick unless another one is asked for, in points per second: that of Android's
  /// ViewPager (AndroidX, Apache 2.0).
  public static let standardVelocity = 400.0

  /// The direction in which a drag that let go at `velocity` goes on: 1 to the right, −1 to the left, and 0
  /// for one that is slower than `least`, or if there are no flicks.
  static func direction(of velocity: Double, from least: Double?) -> Double {
    guard let least, velocity != 0, velocity.magnitude >= least else { return 0 }
    return velocity < 0 ? -1 : 1
  }

  /// The place a flick goes to: the next one beyond `release` in its direction, or `settled` if that is
  /// further.
  ///
  /// - Parameters:
  ///   - settled: where a slow drag would have come to rest; places are 1 apart.
  ///   - release: where the finger let go.
  ///   - direction: 1 or −1; 0 for a slow drag.
  ///   - tolerance: how near a place `release` is at that place.
  static func place(
    from settled: Double, release: Double, direction: Double, tolerance: Double
  ) -> Double {
    if direction > 0 { return max(settled, (release + tolerance).rounded(.down) + 1) }
    if direction < 0 { return min(settled, (release - tolerance).rounded(.down)) }
    return settled
  }
}

extension LayoutOption {
  /// The velocity from which on drags are flicks, or none.
  static func flickVelocity(_ path: OptionPath<Options, Double?>) -> Self {
    Self.number(
      "flick_velocity", path, in: OptionCheck.unsigned, "velocity",
      "The velocity from which a drag always continues in its direction, in points per second; by "
        + "default none, in a section of a feed \(Int(Flick.standardVelocity))."
    ).publishedAsMember
  }
}

extension Member {
  /// The option of drags as a member of a layout, like its other speeds.
  static func flickVelocity(_ get: @escaping @Sendable (Root) -> Double?) -> Self {
    .optional(
      "flick_velocity", .number,
      "The velocity from which a drag always continues in its direction, in points per second.", get
    )
  }
}
