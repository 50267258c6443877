/// How a row or a ring that was let go moves to its place of rest.
public struct SettleAnimation: Hashable, Sendable {
  /// How long it takes, in seconds, however far the place is.
  public let duration: Double
  /// How it gains and loses speed.
  public let curve: ScrollCurve

  /// A motion of `duration` seconds.
  public init(duration: Double, curve: ScrollCurve) {
    self.duration = duration
    self.curve = curve
  }

  /// How much of the way is done `time` seconds after the start, 0 to 1.
  public func share(at time: Double) -> Double {
    time < duration ? curve.share(at: time / duration) : 1
  }
}

extension SettleAnimation {
  fileprivate static let published = Published<Self>(
    "SettleAnimation", "How what was let go moves to its place of rest.",
    [
      Member("duration", .length, "How long it takes, in seconds.") { $0.duration },
      // The curve of all layouts there are.
      Member("curve", .name(of: [ScrollCurve.linear.rawValue]), "How it gains and loses speed.") {
        $0.curve.rawValue
      },
    ])
}

extension Member {
  /// The motion to the place of rest, as a member of a layout.
  static func settle(_ animation: SettleAnimation) -> Self {
    Self("settle", SettleAnimation.published, "How it moves to its place of rest.") { _ in
      animation
    }
  }

  /// From where on a drag moves a layout, as a member of it.
  static func drag(minimum: Double) -> Self {
    let start = Published<Double>(
      "DragStart", "How a drag begins.",
      [
        Member<Double>(
          "minimum", .length,
          "How far a finger moves before the items follow it, in points. Its way counts from where it was set down."
        ) { $0 }
      ])
    return Self("drag", start, "How a drag of it begins.") { _ in minimum }
  }
}
