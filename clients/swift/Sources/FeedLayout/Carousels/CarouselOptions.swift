extension CarouselLayout {
  /// The options of a carousel. The defaults are those of embla-carousel (David Jerleke, MIT) where
  /// it has the option; the others say where they come from.
  public struct Options: Hashable, Sendable {
    /// The height all items are scaled to, each keeping its aspect ratio, in points; inside
    /// ``CarouselLayout/supportedExtents``. `nil` for the sizes they have.
    public var itemHeight: Double?
    /// Gap between two items, in points; inside ``GridSpacing/supported``.
    public var spacing = GridSpacing.default
    /// Gap before the first item, in points; inside ``CarouselLayout/supportedInsets``. A loop has
    /// none.
    public var leadingInset = GridSpacing.default
    /// Gap after the last item, in points; inside ``CarouselLayout/supportedInsets``. A loop has
    /// none.
    public var trailingInset = GridSpacing.default
    /// Where in the view a group rests.
    public var align = Alignment.start
    /// Whether the row may be scrolled past its ends to bring a group there.
    public var contain = Containment.trim
    /// Where a contained row rests that is no longer than the view.
    public var shortContent = ShortContent.start
    /// How many items make a group, which has one snap.
    public var group = Grouping.items(1)
    /// How far inside the view's edges groups rest, in points: CSS scroll-padding; less than half
    /// the view.
    public var scrollPadding = 0.0
    /// Whether the row begins again after its end, where it is long enough for that.
    public var loops = false
    /// Which side the first item is at.
    public var direction = Direction.leftToRight
    /// How strictly the carousel comes to rest at a snap.
    public var mode = Mode.mandatory
    /// With ``Mode/proximity``, how near a snap has to be to attract, as a share of the view; 0…10.
    public var proximity = 0.5
    /// Whether a drag goes to the next snap at most: CSS `scroll-snap-stop: always`.
    public var oneStep = false
    /// The share of the velocity that is left after one millisecond; inside
    /// ``CarouselLayout/supportedDecelerations``. See ``Deceleration/rate``.
    public var deceleration = Deceleration.normal.rate
    /// How much of the way to the next snap a slow drag has to cover to go on to it; inside
    /// ``CarouselLayout/supportedCommitThresholds``. 0.5 is the nearest snap (Swiper's
    /// `longSwipesRatio`).
    public var commitThreshold = 0.5
    /// The velocity from which on a drag goes on in its direction, however short it was, in points
    /// per second; 0 and up.
    public var flickVelocity = Flick.standardVelocity
    /// How much of an item has to be seen for it to be in view, as a share of the item, or of the
    /// view for an item longer than that; 0…1. With 0 any part is enough.
    public var inViewThreshold = 0.0

    /// A row of single items that rests at their leading edges and never scrolls past its ends.
    public init() {}
  }

  /// Whether a carousel may be scrolled past the ends of its row.
  public enum Containment: String, CaseIterable, Hashable, Sendable {
    /// The row cannot be scrolled past its ends, and snaps that become the same at an end are one,
    /// with the items of all of them.
    case trim
    /// The row cannot be scrolled past its ends, and every group keeps its snap, even if several
    /// are at the same place.
    case keep
    /// The row can be scrolled past its ends: every group rests exactly where it is aligned.
    case none
  }

  /// Where a contained row rests that is no longer than the view.
  public enum ShortContent: String, CaseIterable, Hashable, Sendable {
    /// At the view's leading edge.
    case start
    /// In the middle of the view.
    case center
  }

  /// Which side a row begins at.
  public typealias Direction = LayoutDirection

  /// How strictly a carousel comes to rest at a snap (CSS scroll-snap-type).
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// The carousel always rests at a snap.
    case mandatory
    /// The carousel rests at a snap if the drag would end near one.
    case proximity
    /// The carousel rests wherever the drag ends.
    case free
  }
}

extension CarouselLayout {
  /// The height of the items of a section of a feed that chooses none, in points. Sizes of items there are those
  /// of their pictures, in pixels, which no screen has room for.
  public static let feedItemHeight = 240.0
  /// The widths and heights an item can have, in points: no item is so small, or so much longer
  /// than another, that its place in the row is lost to rounding.
  public static let supportedExtents = 1e-3...1e6
  /// The supported gaps at the ends of the row, in points.
  public static let supportedInsets = 0.0...4096.0
  /// The supported numbers of items in a group.
  public static let supportedGroupSizes = 1...1_000_000
  /// The supported decelerations: above 0 and below 1.
  public static let supportedDecelerations = 1e-6...0.999999
  /// The supported commit thresholds: above 0, or no drag would ever be too short.
  public static let supportedCommitThresholds = 0.01...1.0
  /// The supported proximities, as shares of the view.
  public static let supportedProximities = 0.0...10.0
}

extension CarouselLayout.Options: SectionOptions {
  public typealias Layout = CarouselLayout

  public static let declarations = OptionList(Self(), placing + snapping)

  /// Where the items stand and the snaps are.
  private static let placing: [LayoutOption<Self>] = [
    .number(
      "item_height", \.itemHeight, in: CarouselLayout.supportedExtents, "points",
      "The height all items are scaled to, in points, with their aspect ratios; by default items "
        + "keep their sizes, in a section of a feed \(Int(CarouselLayout.feedItemHeight))."),
    .spacing(\.spacing),
    .number(
      "leading_inset", \.leadingInset, in: CarouselLayout.supportedInsets, "points",
      "Gap before the first item, in points, {range} ({default}). A loop has none."),
    .number(
      "trailing_inset", \.trailingInset, in: CarouselLayout.supportedInsets, "points",
      "Gap after the last item, in points, {range} ({default}). A loop has none."),
    .alignment(
      "align", "edge",
      "Where in the view a group rests: {default} (the default), center, end, or the share of the "
        + "free space that is before it, {range}."),
    .choice(
      "contain", \.contain, "mode",
      "{default} (the default) never scrolls past the ends and makes one snap of those that become "
        + "the same there, keep leaves every group its snap, none lets every group rest where it is "
        + "aligned."),
    .choice(
      "short_content", \.shortContent, "place",
      "Where a contained row rests that is no longer than the view ({default})."),
    .grouping(
      "group", "count",
      "How many items share a snap, {range} ({default}), or auto for as many as fit in the view."),
    .number(
      "scroll_padding", \.scrollPadding, in: 0...Viewport.supportedWidths.upperBound / 2, "points",
      "How far inside the view's edges groups rest, in points: 0 to less than half the width "
        + "({default})."
    ).checkedWithOthers,
    .flag(
      "loop", \.loops,
      "Repeat the items without end, if the view is covered without any one of them."),
    .choice("direction", \.direction, "direction", "Which way the row reads ({default})."),
  ]

  /// The options of drags, and the one of items in view.
  private static let snapping: [LayoutOption<Self>] = [
    .choice(
      "mode", \.mode, "mode",
      "{default} (the default) always rests at a snap, proximity only near one, free anywhere."),
    .number(
      "proximity", \.proximity, in: CarouselLayout.supportedProximities, "share",
      "The largest distance from a snap at which mode proximity comes to rest there, as a share of "
        + "the view, {range} ({default})."),
    .flag("one_step", \.oneStep, "Go to the next snap at most, however fast the drag is."),
    .number(
      "deceleration", \.deceleration, in: CarouselLayout.supportedDecelerations,
      named: ["normal": Deceleration.normal.rate, "fast": Deceleration.fast.rate], "rate",
      "The share of a drag's velocity that remains after a millisecond: normal ({default}, the "
        + "default), fast (0.99), or a number from {range}."),
    .number(
      "commit_threshold", \.commitThreshold, in: CarouselLayout.supportedCommitThresholds, "share",
      "How much of the way to the next snap a slow drag has to cover, {range} ({default})."),
    .number(
      "flick_velocity", \.flickVelocity, in: OptionCheck.unsigned, "velocity",
      "The velocity from which a drag always continues in its direction, in points per second "
        + "({default})."),
    .number(
      "in_view_threshold", \.inViewThreshold, in: 0...1, "share",
      "The share of an item that has to be visible for it to be in view, {default} (any part, the "
        + "default) to 1."),
  ]
}

extension CarouselLayout.Options {
  public var hasLowFrames: Bool { true }

  public func reading(_ direction: LayoutDirection) -> Self {
    guard direction == .rightToLeft else { return self }
    var options = self
    options.direction = .rightToLeft
    return options
  }

  public func errors(of items: [LayoutItem], in _: Viewport) -> [LayoutError] {
    items.errors { item, index throws(LayoutError) in
      _ = try CarouselRow.size(of: item, at: index, options: self)
    }
  }

  func check(in viewport: Viewport) throws(LayoutError) {
    try Self.declarations.check(self)
    // The space between the paddings is at least as wide as the narrowest cell of a grid.
    let widestPadding = (viewport.width - GridSpacing.narrowestCell) / 2
    try OptionCheck.number(scrollPadding, in: 0...widestPadding, "scroll_padding")
  }

  /// How large `item` is drawn, in points; `nil` if it has no size.
  func drawnSize(of item: LayoutItem) -> Size? {
    guard let itemHeight, let size = item.mediaSize else { return item.mediaSize }
    return Size(width: size.width / size.height * itemHeight, height: itemHeight)
  }
}
