extension CarouselLayout {
  /// The widths and heights an item can have, in points: no item is so small, or so much longer
  /// than another, that its place in the row is lost to rounding.
  public static let supportedExtents = 1e-3...1e6
  /// The gaps at the ends of the row that can be asked for, in points.
  public static let supportedInsets = 0.0...4096.0
  /// The numbers of items in a group that can be asked for.
  public static let supportedGroupSizes = 1...1_000_000
  /// The decelerations that can be asked for: above 0 and below 1.
  public static let supportedDecelerations = 1e-6...0.999999
  /// The commit thresholds that can be asked for: above 0, or no drag would ever be too short.
  public static let supportedCommitThresholds = 0.01...1.0
  /// The shares of the view that can be asked for as a proximity.
  public static let supportedProximities = 0.0...10.0
}

extension CarouselLayout.Options {
  func check(in viewport: Viewport) throws(LayoutError) {
    typealias Layout = CarouselLayout
    if let itemHeight {
      try OptionCheck.number(itemHeight, in: Layout.supportedExtents, "item_height")
    }
    try OptionCheck.number(spacing, in: GridSpacing.supported, "spacing")
    try OptionCheck.number(leadingInset, in: Layout.supportedInsets, "leading_inset")
    try OptionCheck.number(trailingInset, in: Layout.supportedInsets, "trailing_inset")
    // What is left between the paddings is at least as wide as the narrowest cell of a grid.
    let widestPadding = (viewport.width - GridSpacing.narrowestCell) / 2
    try OptionCheck.number(scrollPadding, in: 0...widestPadding, "scroll_padding")
    try OptionCheck.number(align.shareBefore, in: 0...1, "align")
    if case .items(let count) = group {
      let sizes = Layout.supportedGroupSizes
      try OptionCheck.number(
        Double(count), in: Double(sizes.lowerBound)...Double(sizes.upperBound), "group")
    }
    try OptionCheck.number(proximity, in: Layout.supportedProximities, "proximity")
    try OptionCheck.number(deceleration, in: Layout.supportedDecelerations, "deceleration")
    try OptionCheck.number(
      commitThreshold, in: Layout.supportedCommitThresholds, "commit_threshold")
    try OptionCheck.number(flickVelocity, in: OptionCheck.unsigned, "flick_velocity")
    try OptionCheck.number(inViewThreshold, in: 0...1, "in_view_threshold")
  }

  /// How large `item` is drawn, in points; `nil` if it has no size.
  func drawnSize(of item: LayoutItem) -> Size? {
    guard let itemHeight, let size = item.mediaSize else { return item.mediaSize }
    return Size(width: size.width / size.height * itemHeight, height: itemHeight)
  }
}
