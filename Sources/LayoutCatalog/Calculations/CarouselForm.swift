package import FeedLayout

package struct CarouselForm: LayoutForm {
  package static let type = LayoutType.carousel
  package static let abstract = "A row of items with sizes of their own that rests at snaps."
  package static let items = LayoutItemFields.boxed
  package static let options = placing + snapping

  /// Where the items stand and the snaps are.
  private static let placing = OptionTable<Self>([
    .number(
      "item_height", \.row.itemHeight, in: CarouselLayout.supportedExtents, "points",
      "The height all items are scaled to, each keeping its aspect ratio, in points; the sizes "
        + "they have, if none is given."),
    .spacing(\.row.spacing),
    .number(
      "leading_inset", \.row.leadingInset, in: CarouselLayout.supportedInsets, "points",
      "Gap before the first item, in points, 0 to 4096 (8). A loop has none."),
    .number(
      "trailing_inset", \.row.trailingInset, in: CarouselLayout.supportedInsets, "points",
      "Gap after the last item, in points, 0 to 4096 (8). A loop has none."),
    .text(
      "align", \.row.align, "edge",
      "Where in the view a group rests: start (the default), center, end, or the share of the free "
        + "space that is before it, 0 to 1.",
      expected: "start, center, end, or a number from 0 to 1"
    ) { CarouselLayout.Alignment(text: $0) },
    .choice(
      "contain", \.row.contain, "mode",
      "trim (the default) never scrolls past the ends and makes one snap of those that become the "
        + "same there, keep leaves every group its snap, none lets every group rest where it is "
        + "aligned."),
    .choice(
      "short_content", \.row.shortContent, "place",
      "Where a contained row rests that is no longer than the view (start)."),
    .text(
      "group", \.row.group, "count",
      "How many items share a snap, 1 to 1000000 (1), or auto for as many as fit in the view.",
      expected: "auto, or a whole number from 1 to 1000000"
    ) { CarouselLayout.Grouping(text: $0) },
    .number(
      "scroll_padding", \.row.scrollPadding, in: 0...Viewport.supportedWidths.upperBound / 2,
      "points",
      "How far inside the view's edges groups rest, in points: 0 to less than half the width (0)."),
    .flag(
      "loop", \.row.loops,
      "Begin again after the end, if the other items cover the view without any one of them."),
    .choice("direction", \.row.direction, "direction", "Which way the row reads (ltr)."),
  ])

  /// Where a drag ends, and what is seen.
  private static let snapping = OptionTable<Self>([
    .choice(
      "mode", \.row.mode, "mode",
      "mandatory (the default) always rests at a snap, proximity only near one, free anywhere."),
    .number(
      "proximity", \.row.proximity, in: CarouselLayout.supportedProximities, "share",
      "How near a snap has to be to attract in mode proximity, as a share of the view, 0 to 10 "
        + "(0.5)."),
    .flag("one_step", \.row.oneStep, "Go to the next snap at most, however fast the drag is."),
    .text(
      "deceleration", \.row.deceleration, "rate",
      "What is left of a drag's velocity after a millisecond: normal (0.998, the default), fast "
        + "(0.99), or a number from 0.000001 to 0.999999.",
      expected: "normal, fast, or a number from 0.000001 to 0.999999"
    ) { text in
      let rate = Deceleration(rawValue: text)?.rate ?? text.jsonNumber
      return rate.flatMap { CarouselLayout.supportedDecelerations.contains($0) ? $0 : nil }
    },
    .number(
      "commit_threshold", \.row.commitThreshold, in: CarouselLayout.supportedCommitThresholds,
      "share", "How much of the way to the next snap a slow drag has to cover, 0.01 to 1 (0.5)."),
    .number(
      "flick_velocity", \.row.flickVelocity, in: 0...1e6, "velocity",
      "From which velocity on a drag always goes on in its direction, in points per second (400)."),
    .number(
      "in_view_threshold", \.row.inViewThreshold, in: 0...1, "share",
      "How much of an item has to be seen for it to be in view, 0 (any part, the default) to 1."),
  ])

  var row = CarouselLayout.Options()

  package init() {}

  package var section: SectionOptions { .carousel(row) }
}

extension CarouselLayout.Alignment {
  /// `start`, `center`, `end`, or a share of the free space.
  fileprivate init?(text: String) {
    switch text {
    case "start": self = .start
    case "center": self = .center
    case "end": self = .end
    default:
      guard let share = text.jsonNumber, (0...1).contains(share) else { return nil }
      self = .fraction(share)
    }
  }
}

extension CarouselLayout.Grouping {
  /// `auto`, or how many.
  fileprivate init?(text: String) {
    if text == "auto" {
      self = .automatic
      return
    }
    guard text.isDecimal, let count = Int(text),
      CarouselLayout.supportedGroupSizes.contains(count)
    else { return nil }
    self = .items(count)
  }
}
