extension StaggeredGridLayout {
  /// How a staggered grid chooses the column of the next item.
  ///
  /// An item that takes several columns has as many possible places as it fits in; the height of a
  /// place is the greatest of those of its columns.
  public enum Placement: String, CaseIterable, Hashable, Sendable {
    /// The leftmost place with the smallest balance height, as the existing screens do: heights as
    /// if cells filled the whole viewport without gaps.
    case sample
    /// The leftmost place with the smallest drawn height, as the libraries of the web do:
    /// desandro/masonry 4.2.2, masonic, gestalt and egjs-grid 1.18 agree on it.
    case shortest
    /// One column after the other; an item that does not fit in the rest of the row begins again at
    /// the left. This is `horizontalOrder` of desandro/masonry (David DeSandro, MIT).
    case sourceOrder = "source_order"
    /// Forward along the row among the places that are within
    /// ``StaggeredGridLayout/Options/tolerance`` of the lowest one, which keeps neighbours together:
    /// the placement of grid lanes (CSS Grid Layout Module Level 3, W3C).
    case forward
    /// For two columns, the split with the smallest possible height; see ``TwoColumnOptimum``.
    case balanced
  }

  /// The options of a staggered grid.
  public struct Options: Hashable, Sendable {
    /// Columns; inside ``StaggeredGridLayout/supportedColumnCounts``.
    public var columnCount = 2
    /// Gap between cells both ways, in points; inside ``GridSpacing/supported``.
    public var spacing = GridSpacing.default
    /// Gap between the cells and the viewport's left and right edge, in points.
    public var inset = GridSpacing.default
    /// How the column of an item is chosen.
    public var placement = Placement.sample
    /// How much higher than the lowest place another may be and still count as equal, in points;
    /// inside ``StaggeredGridLayout/supportedTolerances``. For ``Placement/forward`` only.
    public var tolerance = 0.0
    /// Whether the layout explains itself; see ``StaggeredGridLayout/explanation``.
    public var explains = false

    /// The grid of the existing screens.
    public init() {}
  }

  /// The supported numbers of columns; at the narrowest viewport a cell is 4 pt wide.
  public static let supportedColumnCounts = 1...16
  /// The greatest height of a cell, in points: about as much as a browser shows of a page. Sums of
  /// heights up to this one are exact.
  public static let greatestHeight = Double(WholeHeights.greatest)
  /// The supported tolerances, in points.
  public static let supportedTolerances = OptionCheck.unsigned
}

extension StaggeredGridLayout.Options: ColumnOptions {
  public typealias Layout = StaggeredGridLayout

  public static let declarations = OptionList(
    Self(),
    [
      .columns(\.columnCount, in: StaggeredGridLayout.supportedColumnCounts),
      .spacing(\.spacing), .inset(\.inset),
      .choice(
        "placement", \.placement, "rule",
        "How the column of an item is chosen ({default}): by balance heights as on the iOS screens, "
          + "the shortest column, one column after the other, forward among columns about as low as "
          + "the lowest, or the lowest split of two columns."),
      .number(
        "tolerance", \.tolerance, in: StaggeredGridLayout.supportedTolerances, "points",
        "How much higher than the lowest a column may be and still count as equal, in points, for "
          + "placement forward, {range} ({default})."),
      .flag(
        "explain", \.explains,
        "Whether to say why each item is where it is, and how good the grid is ({default})."),
    ])

  public var hasPages: Bool { !explains }

  public func errors(of items: [LayoutItem], in viewport: Viewport) -> [LayoutError] {
    guard let cells = try? StaggeredGridCells(options: self, viewportWidth: viewport.width) else {
      return []
    }
    return items.errors { item, index throws(LayoutError) in
      _ = try cells.cell(for: item, index: index)
    }
  }

  public func items(
    _ items: [LayoutItem], atLeast height: Double, above caption: Double, in viewport: Viewport
  ) -> [LayoutItem] {
    guard let grid = columnGrid(in: viewport) else { return items }
    return items.map { item in
      guard let size = item.mediaSize, size.width > 0, size.height > 0 else { return item }
      let width = grid.width(ofSpan: min(max(item.columnSpan, 1), columnCount))
      let picture = width / size.width * size.height
      guard caption > 0 || picture < height else { return item }
      // A picture's frame is as high as whole points, and so is what is below it.
      let frame = caption > 0 ? max(picture, height).rounded(.up) + caption.rounded(.up) : height
      return LayoutItem(
        id: item.id, mediaSize: Size(width: width, height: frame), columnSpan: item.columnSpan,
        keptColumn: item.keptColumn)
    }
  }

  public func withOneColumnLess(in _: Viewport) -> Self? {
    guard columnCount > 1 else { return nil }
    var options = self
    options.columnCount -= 1
    // That rule is for two columns, and one column is the same by every rule.
    if placement == .balanced { options.placement = .sample }
    return options
  }

  func check() throws(LayoutError) {
    try Self.declarations.check(self)
    if placement == .balanced {
      try LayoutError.check(Double(columnCount), in: 2...2, as: .columnCount)
    }
  }
}
