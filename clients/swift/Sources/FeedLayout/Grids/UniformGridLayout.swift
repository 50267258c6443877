/// Equal cells in rows, or cells of several columns: a picture above a text.
///
/// Items are placed row by row, from left to right, and never out of their order: an item that takes
/// more columns than are left in its row begins the next one. A cell of s columns is
/// s · cell width + (s − 1) · spacing wide and as high as the others.
public struct UniformGridLayout: SectionGeometry {
  /// The options of a uniform grid.
  public struct Options: Hashable, Sendable {
    /// Cells in a row; inside ``UniformGridLayout/supportedColumnCounts``.
    public var columnCount = 2
    /// Gap between cells both ways, in points; inside ``GridSpacing/supported``.
    public var spacing = GridSpacing.default
    /// Gap between the cells and the viewport's left and right edge, in points.
    public var inset = GridSpacing.default
    /// Width of the picture of a cell that takes one column, divided by its height; above 0.
    public var mediaAspectRatio = 1.5
    /// Height of the text under the picture, in points; 0 and up.
    public var captionHeight = 94.0

    /// The grid of the existing screens.
    public init() {}
  }

  /// The supported numbers of columns.
  public static let supportedColumnCounts = 1...16
  /// The supported aspect ratios.
  public static let supportedAspectRatios = 0.01...100.0
  /// The supported heights of text, in points.
  public static let supportedCaptionHeights = 0.0...4096.0

  public let viewport: Viewport
  public let contentSize: Size
  /// The options of the grid.
  public let options: Options
  /// The picture at the top of a cell that takes one column, in points.
  public let mediaSize: Size
  /// The frames of the items, in their order, in points.
  public internal(set) var frames: [Frame]

  /// Places `items` row by row, from left to right.
  ///
  /// - Throws: ``LayoutError`` for an option out of its range, and
  ///   ``LayoutError/spanOverColumns(index:id:span:columns:)`` for the first item that takes more
  ///   columns than there are, or none.
  /// - Complexity: O(n).
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    var state = try UniformGridState(viewport: viewport, options: options)
    var frames: [Frame] = []
    frames.reserveCapacity(items.count)
    for item in items { frames.append(try state.place(item)) }
    self.frames = frames
    mediaSize = state.mediaSize
    contentSize = Size(width: viewport.width, height: frames.last?.maxY ?? 0)
    self.options = options
    self.viewport = viewport
  }
}

extension UniformGridLayout.Options: DeclaredOptions {
  public static let declarations = OptionList(
    Self(),
    [
      .columns(\.columnCount, in: UniformGridLayout.supportedColumnCounts),
      .spacing(\.spacing), .inset(\.inset),
      .number(
        "aspect_ratio", \.mediaAspectRatio, in: UniformGridLayout.supportedAspectRatios, "ratio",
        "Width of a cell's picture divided by its height, {range} ({default})."),
      .number(
        "caption_height", \.captionHeight, in: UniformGridLayout.supportedCaptionHeights, "points",
        "Height of the text under the picture, in points, {range} ({default})."),
    ])
}
