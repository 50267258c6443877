import FeedLayout

extension LayoutSchema {
  static let circularCarousel = LayoutSchema(
    type: .circularCarousel,
    words: "Cards on a ring: one in front, the others smaller and fainter.",
    members: [
      .required("card_size", .component("Size"), "The size of the card in front."),
      .required("radius", .number(), "Half the width of the ring, in points."),
      .required(
        "points_per_step", .number(), "How far a drag goes to turn the ring by one slot, in points."
      ),
      .flickVelocity,
      .optional(
        "scale_per_step", .number(),
        "The scale lost per slot of distance, where not all states are published."),
      .optional(
        "opacity_per_step", .number(),
        "The opacity lost per slot of distance, where not all states are published."),
      .optional(
        "depth_per_step", .number(),
        "The z_index lost per slot of distance, where not all states are published."),
      .required(
        "states", .array(of: .component("RingState")),
        "The ring at every rest offset 0, 1, …; with many cards at offset 0 only."),
      .optional(
        "keyframes", .component("RingKeyframes"),
        "The motion of a card by its distance from the front, if it was asked for."),
    ])
}
