/// Equal cells in rows, or cells of several columns: a picture above a text.
///
/// Items are placed row by row, from left to right, and never out of their order: an item that takes
/// more columns than are left in its row begins the next one. A cell of s columns is
/// s · cell width + (s − 1) · spacing wide and as high as the others.
public struct UniformGridLayout: SectionLayout {
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
  public internal(set) var contentSize: Size
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
    try self.init(items, after: &state, goesUp: false, in: viewport)
  }
}

extension UniformGridLayout.Options: ColumnOptions {
  public typealias Layout = UniformGridLayout

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

  public var hasPages: Bool { true }

  public func errors(of items: [LayoutItem], in _: Viewport) -> [LayoutError] {
    items.errors { item, index throws(LayoutError) in
      _ = try item.columnSpan(in: columnCount, index: index)
    }
  }

  public func cellBox(in viewport: Viewport) -> CellBox {
    guard let state = try? UniformGridState(viewport: viewport, options: self) else {
      return CellBox()
    }
    let media = state.mediaSize
    return CellBox(
      width: media.width, height: media.height + captionHeight, mediaHeight: media.height,
      keepsCaption: captionHeight != Self().captionHeight)
  }

  public func making(room box: CellBox) -> Self {
    guard let height = box.height, let width = box.width, let media = box.mediaHeight else {
      return self
    }
    var options = self
    // A part for pictures cannot be any lower; a cell of one line on the widest screens is.
    let widest = UniformGridLayout.supportedAspectRatios.upperBound
    let lowest = width / widest
    options.mediaAspectRatio = media < lowest ? widest : min(width / media, widest)
    options.captionHeight = max(0, height - max(media, lowest))
    return options
  }
}

extension UniformGridLayout: ContinuingLayout {
  public static let name = "uniform_grid"
  public static let abstract = "Equal cells in rows: a picture above a text."
  public static let pageText =
    "With with_state and state items are laid out page by page, with the same frames as all at "
    + "once."
  public static let itemFields = LayoutItemFields.spanning
  public static let refusesItems = true
  public static let standardCell = "caption_below"
  public static let members = [
    Member<Self>("columns", .count, "How many columns there are.") { $0.options.columnCount },
    Member(
      "media_size", Size.published, "The picture's part of a cell, at its top."
    ) { $0.mediaSize },
  ]

  public init(
    _ items: [LayoutItem], after state: inout UniformGridState, goesUp _: Bool,
    in viewport: Viewport
  ) throws(LayoutError) {
    var frames: [Frame] = []
    frames.reserveCapacity(items.count)
    for item in items { frames.append(try state.place(item)) }
    self.frames = frames
    mediaSize = state.mediaSize
    contentSize = Size(width: viewport.width, height: state.contentBottom)
    options = state.options
    self.viewport = viewport
  }

  public mutating func becomePart(ofHeight height: Double) { contentSize.height = height }

  public mutating func mirror() { frames.mirror(in: viewport.width) }
}

extension UniformGridState: LayoutState {
  public typealias Layout = UniformGridLayout
}
