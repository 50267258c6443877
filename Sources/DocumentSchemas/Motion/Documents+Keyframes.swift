import FeedModel
extension Documents {
  /// Motions as keyframes: those of a card by its progress, those of a ring by the distance from its front.
  static let keyframes: [Schema.Component] = [
    ("CardKeyframes", keyframes(frames: "CardKeyframe", steps: "CardStep")),
    (
      "CardKeyframe", keyframe("progress", "Where on the motion it lies, in pages from the middle.")
    ),
    ("CardStep", keyframe("progress", "From where on the values hold, in pages from the middle.")),
    ("RingKeyframes", keyframes(frames: "RingKeyframe", steps: nil)),
    ("RingKeyframe", keyframe("distance", "Where on the motion it lies, in slots from the front.")),
  ]

  private static func keyframes(frames: String, steps: String?) -> Schema {
    .object(
      [
        .required(
          "tolerance", .number(),
          "The error that was asked for, in points of a corner or 1/255 of an opacity."),
        .required(
          "max_error", .number(),
          "The error that is proven: nowhere is the drawing further from the motion."),
        .required(
          "interpolation", .knownText(of: ["linear"]), "How values go from frame to frame."),
        .required(
          "range", .array(of: .number(), count: 2...2), "Where the motion begins and ends."),
        .required(
          "channels", .array(of: .text()),
          "The names of the values, such as scale, tx, rotation or shadow.radius, in the units of a state."
        ),
        .required("frames", .array(of: .component(frames)), "The frames in their order."),
      ]
        + (steps.map { steps in
          [
            .optional("step_channels", .array(of: .text()), "The names of values that only jump."),
            .optional("steps", .array(of: .component(steps)), "Where those jump."),
          ]
        } ?? [])
    ).described("A motion that a client draws by interpolating linearly.")
  }

  private static func keyframe(_ position: String, _ words: String) -> Schema {
    .object([
      .required(position, .number(), words),
      .required("values", .array(of: .number()), "The values in the order of their channels."),
    ]).described("A place of a motion.")
  }
}
