import FeedLayout

extension LayoutSchema {
  static let carousel = LayoutSchema(
    type: .carousel, words: "A row of items with sizes of their own that rests at snaps.",
    members: [
      .required(
        "initial_offset", .number(),
        "How far it is scrolled at first, in points, in the reading direction."),
      .required("max_scroll_offset", .number(), "How far it scrolls at most, in points."),
      .required(
        "scroll_limits", Schema.component("ScrollLimits").orNull,
        "From where to where it scrolls; null for a loop, which has no ends."),
      .required("snaps", .array(of: .component("Snap")), "Where it rests, in their order."),
      .required(
        "snap_of_item", .array(of: .position), "The index of the snap of each item, in their order."
      ),
      .required(
        "loop", Schema.component("Loop").orNull, "How it repeats itself; null if it does not."),
    ],
    parts: [
      ("ScrollLimits", limits), ("Snap", snap), ("Loop", loop), ("LoopShift", shift),
    ])

  private static let limits = Schema.object([
    .required("lower", .number(), "The lowest offset in points."),
    .required("upper", .number(), "The highest offset in points."),
  ]).described("From where to where a carousel scrolls.")

  private static let snap = Schema.object([
    .required("index", .position, "Its place among the snaps, from 0."),
    .required("offset", .number(), "The offset at which the carousel rests, in points."),
    .required("progress", .number(), "The progress there: the number of the snap."),
    .required("item_ids", .itemIDs, "The items that belong to it."),
  ]).described("A place where a carousel rests.")

  private static let loop = Schema.object([
    .required("period", .number(), "After how many points everything repeats itself."),
    .required("start", .number(), "The offset in points at which a turn begins."),
    .required(
      "shifts", .array(of: .component("LoopShift")),
      "The items that have to be drawn a period away to be seen at an end of the turn."),
  ]).described("How a carousel repeats itself.")

  private static let shift = Schema.object([
    .required("id", .itemID, "The item's id."),
    .required(
      "before", Schema.number().orNull,
      "Below this offset it is drawn a period earlier, in points; null for never."),
    .required(
      "after", Schema.number().orNull,
      "Above this offset it is drawn a period later, in points; null for never."),
  ]).described("Where an item of a loop is drawn a period away.")
}
