extension MosaicLayout {
  /// The options of a mosaic.
  public struct Options: Hashable, Sendable {
    /// Columns across the viewport; inside ``MosaicLayout/supportedColumnCounts``. The large tile of
    /// a group takes all but one of them; in a single one everything is one below the other.
    public var columnCount = 3
    /// Gap between tiles both ways, in points; inside ``GridSpacing/supported``.
    public var spacing = GridSpacing.default
    /// Gap between the tiles and the viewport's left and right edge, in points.
    public var inset = GridSpacing.default
    /// Width of a large tile divided by its height; inside
    /// ``UniformGridLayout/supportedAspectRatios``.
    public var largeAspectRatio = 1.0
    /// The side of the first group that its large tile is at; the others alternate.
    public var starts = Side.leading
    /// The greatest height of a large tile, and so of a group in several columns, in points; `nil`
    /// for any.
    public var maxGroupHeight: Double?
    /// The least height of a tile, in points, also where that makes a large tile higher than
    /// ``maxGroupHeight``.
    public var minTileHeight = MosaicLayout.supportedTileHeights.lowerBound

    /// Three columns of squares: a large one is as high as the two small ones beside it and their
    /// gap, and as wide as two columns and theirs.
    public init() {}
  }

  /// A side of the viewport, in the reading direction.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// Where lines begin: the left, on a screen that reads from left to right.
    case leading
    /// Where lines end.
    case trailing

    /// The other side.
    var other: Side { self == .leading ? .trailing : .leading }
  }

  /// The supported numbers of columns.
  public static let supportedColumnCounts = 1...4
  /// The supported greatest heights of large tiles, in points.
  public static let supportedGroupHeights = 1.0...8192.0
  /// The supported least heights of tiles, in points.
  public static let supportedTileHeights = 1.0...4096.0
}

extension MosaicLayout.Options: ColumnOptions {
  public typealias Layout = MosaicLayout

  public static let declarations = OptionList(
    Self(),
    [
      .columns(\.columnCount, in: MosaicLayout.supportedColumnCounts),
      .spacing(\.spacing), .inset(\.inset),
      .number(
        "aspect_ratio", \.largeAspectRatio, in: UniformGridLayout.supportedAspectRatios, "ratio",
        "Width of a large tile divided by its height, {range} ({default})."),
      .choice(
        "starts", \.starts, "side",
        "Which side the first large tile is at; the others alternate ({default})."),
      .number(
        "max_height", \.maxGroupHeight, in: MosaicLayout.supportedGroupHeights, "points",
        "No large tile is higher, and so no group in several columns, in points, {range}; by "
          + "default as high as the aspect ratio says."),
      .number(
        "min_tile_height", \.minTileHeight, in: MosaicLayout.supportedTileHeights, "points",
        "No tile is lower, in points, {range} ({default}), even if the large one is then too high."),
    ])

  /// At the standard size of text.
  public var hasLowFrames: Bool { true }

  public func making(room box: CellBox) -> Self {
    var options = self
    options.minTileHeight = max(minTileHeight, box.minimumHeight)
    return options
  }
}
