extension CarouselLayout {
  public static let name = "carousel"
  public static let abstract = "A row of items with sizes of their own that rests at snaps."
  public static let discussion = """
    Offsets say how far the row is scrolled, in points, in the reading direction. Any of the options \
    offset, translation, velocity and from-width adds what is seen at the offset ("in_view", \
    "progress") and where a drag from there ends ("settled").
    """
  public static let itemFields = LayoutItemFields.boxed
  public static let refusesItems = true
  public static let standardCell = "overlay"
  public static var feedOptions: Options {
    var options = Options()
    options.itemHeight = feedItemHeight
    return options
  }
  public static let members = [
    Member<Self>(
      "initial_offset", .number,
      "How far it is scrolled at first, in points, in the reading direction."
    ) { $0.initialOffset },
    Member("max_scroll_offset", .number, "How far it scrolls at most, in points.") {
      $0.maxScrollOffset
    },
    Member(
      "scroll_limits", limits.orNull,
      "From where to where it scrolls; null for a loop, which has no ends."
    ) { $0.scrollLimits },
    Member("snaps", .list(of: snap), "Where it rests, in their order.") { layout in
      layout.snaps.map { ($0, layout.frames[$0.items]) }
    },
    Member(
      "snap_of_item", .list(of: .position), "The index of the snap of each item, in their order."
    ) { $0.snapOfItem },
    Member("loop", turn.orNull, "How it repeats itself; null if it does not.") { layout in
      layout.loop.map { ($0, layout.frames) }
    },
  ]

  private static let limits = Published<ClosedRange<Double>>(
    "ScrollLimits", "From where to where a carousel scrolls.",
    [
      Member("lower", .number, "The lowest offset in points.") { $0.lowerBound },
      Member("upper", .number, "The highest offset in points.") { $0.upperBound },
    ])

  private static let snap = Published<(Snap, ArraySlice<Frame>)>(
    "Snap", "A place where a carousel rests.",
    [
      Member("index", .position, "Its place among the snaps, from 0.") { $0.0.index },
      Member("offset", .number, "The offset at which the carousel rests, in points.") {
        $0.0.offset
      },
      Member("progress", .number, "The progress there: the number of the snap.") {
        $0.0.progress
      },
      Member("item_ids", .itemIDs, "The items that belong to it.") { $0.1 },
    ])

  private static let turn = Published<(Loop, [Frame])>(
    "Loop", "How a carousel repeats itself.",
    [
      Member("period", .number, "After how many points everything repeats itself.") {
        $0.0.period
      },
      Member("start", .number, "The offset in points at which a turn begins.") { $0.0.start },
      Member(
        "shifts", .list(of: shift),
        "The items that have to be drawn a period away to be seen at an end of the turn."
      ) { loop, frames in loop.shifts.map { ($0, frames[$0.item].id) } },
    ])

  private static let shift = Published<(Loop.Shift, Int)>(
    "LoopShift", "Where an item of a loop is drawn a period away.",
    [
      Member("id", .itemID, "The item's id.") { $0.1 },
      Member(
        "before", Published<Double>.number.orNull,
        "Below this offset it is drawn a period earlier, in points; null for never."
      ) { $0.0.before },
      Member(
        "after", Published<Double>.number.orNull,
        "Above this offset it is drawn a period later, in points; null for never."
      ) { $0.0.after },
    ])

  /// Does nothing: a carousel has a direction of its own.
  public mutating func mirror() {}
}
