import FeedModel
import FeedLayout

extension LayoutSchema {
  static let shelf = LayoutSchema(
    type: .shelf, words: "A row of equal cells that scrolls freely.",
    members: [.mediaSize, .maxScrollOffset])
}

extension LayoutSchema {
  static let snapCarousel = LayoutSchema(
    type: .snapCarousel, words: "Pages of up to three rows that snap into the middle.",
    members: [
      .required("page_width", .length, "The width of a page, in points."),
      .required("page_spacing", .length, "The space between two pages, in points."),
      .required(
        "initial_offset", .number(),
        "The offset of the first page, in points: where the middle of all pages is, from that of the viewport."
      ),
      .flickVelocity,
      .required("pages", .array(of: .component("SnapPage")), "The pages in their order."),
    ], parts: [("SnapPage", page)])

  private static let page = Schema.object([
    .required("index", .position, "Its place among the pages, from 0."),
    .required("item_ids", .itemIDs, "Its items, from top to bottom."),
    .required("x", .number(), "Its left edge at the initial offset, in points."),
    .required("width", .length, "Its width in points."),
    .required("snap_offset", .number(), "The offset at which it rests in the middle, in points."),
  ]).described("A page of a snap carousel.")
}

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

extension LayoutSchema {
  static let cardStack = LayoutSchema(
    type: .cardStack, words: "A pile of cards that are swiped away one by one.",
    members: [
      .required("card_size", .component("Size"), "The size of the untransformed card."),
      .required(
        "page_size", .component("Size"), "The size of a page, by which progress is counted."),
      .required("effect", .component("EffectName"), "The paging effect."),
      .required(
        "states", .array(of: .component("CardState")), "A card at progress -1, -0.75 … 4."),
      .optional(
        "keyframes", .component("CardKeyframes"),
        "The motion of a card by its progress, if it was asked for."),
    ])
}
