import FeedLayout

/// The kinds of options that only calculations have: sizes, places and drags.
extension LayoutOption {
  /// A size that is always given.
  static func size(_ name: String, _ path: OptionPath<Options, Size>, _ text: String) -> Self {
    .text(
      name, path, "WxH", text,
      expected: "a width and a height above 0 separated by an x, such as 273x320",
      form: .requiredValue
    ) { Size(text: $0) }
  }

  /// A place that may be left out.
  static func point(_ name: String, _ path: OptionPath<Options, Point?>, _ text: String) -> Self {
    .optionalText(name, path, "X,Y", text, expected: Point.optionForm) { Point(text: $0) }
  }

  /// How far a finger moved.
  static func translation(_ path: OptionPath<Options, Double>) -> Self {
    .number(
      "translation", path, in: .drag, "points", "How far the finger moved to the right, in points.",
      form: .requiredValue)
  }

  /// How fast a finger moved when it let go.
  static func velocity(_ path: OptionPath<Options, Double>) -> Self {
    .number(
      "velocity", path, in: .drag, "velocity",
      "How fast the finger moved to the right when it was lifted, in points per second ({default})."
    )
  }

  /// How fast a drag has to be for its velocity to count.
  static func flickVelocity(_ path: OptionPath<Options, Double>) -> Self {
    .number(
      "flick_velocity", path, in: OptionCheck.unsigned, "velocity",
      "The velocity from which a drag always continues in its direction, in points per second "
        + "({default}).")
  }
}

extension ClosedRange<Double> {
  /// Numbers whose sums with any geometry stay finite.
  static var drag: ClosedRange<Double> { -1e300...1e300 }
}
