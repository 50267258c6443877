/// A row of equal cells that scrolls freely: a picture above a text.
public struct ShelfLayout: SectionLayout {
  /// The options of a shelf.
  public struct Options: Hashable, Sendable {
    /// Height of the text under the picture, in points; 0 and up.
    public var captionHeight = ShelfLayout.captionHeight
    /// Height of the picture, in points, which a cell can give.
    var mediaHeight = ShelfLayout.mediaSize.height

    /// The shelf of the existing screens.
    public init() {}
  }

  /// Width of a cell and of its picture, in points.
  public static let cellWidth = 200.0
  /// Default height of the text under the picture, in points.
  public static let captionHeight = 100.0
  /// The picture at the top of each cell, in points: in the portrait ratio 720:960.
  public static let mediaSize = Size(width: cellWidth, height: cellWidth * 960 / 720)
  /// Gap between two cells, in points.
  public static let spacing = 8.0
  /// Gap before the first and after the last cell, in points.
  public static let inset = 8.0

  public let viewport: Viewport
  public let contentSize: Size
  /// The picture at the top of each cell: 200 wide, in the portrait ratio 720:960.
  public let mediaSize: Size
  /// The furthest the row scrolls, in points; 0 when everything fits.
  public let maxScrollOffset: Double
  /// The frames of the items, in their order, in points.
  public internal(set) var frames: [Frame]

  /// Places `items` from left to right.
  ///
  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)``.
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    try Options.declarations.check(options)
    let media = Size(width: Self.cellWidth, height: options.mediaHeight)
    let cell = Size(width: Self.cellWidth, height: media.height + options.captionHeight)

    frames = items.enumerated().map { index, item in
      Frame(
        id: item.id,
        x: Self.inset + Double(index) * (cell.width + Self.spacing), y: 0,
        width: cell.width, height: cell.height)
    }

    let count = Double(items.count)
    let contentWidth =
      Self.inset * 2 + count * cell.width + (count - 1) * Self.spacing
    contentSize =
      items.isEmpty
      ? Size(width: viewport.width, height: 0) : Size(width: contentWidth, height: cell.height)
    maxScrollOffset = max(0, contentSize.width - viewport.width)
    mediaSize = media
    self.viewport = viewport
  }
}

extension ShelfLayout.Options: SectionOptions {
  public typealias Layout = ShelfLayout

  public static let declarations = OptionList(
    Self(),
    [
      .number(
        "caption_height", \.captionHeight, in: UniformGridLayout.supportedCaptionHeights, "points",
        "Height of the text under the picture, in points, {range} ({default}).")
    ])

  public func cellBox(in _: Viewport) -> CellBox {
    CellBox(
      width: ShelfLayout.cellWidth, height: mediaHeight + captionHeight, mediaHeight: mediaHeight,
      keepsCaption: captionHeight != ShelfLayout.captionHeight)
  }

  public func making(room box: CellBox) -> Self {
    guard let height = box.height else { return self }
    var options = self
    // A cell of its own proportions gives the picture's part as well.
    if let media = box.mediaHeight, box.givesMedia { options.mediaHeight = media }
    options.captionHeight = height - options.mediaHeight
    return options
  }
}

extension ShelfLayout {
  public static let name = "shelf"
  public static let abstract = "A row of equal cells that scrolls freely."
  public static let standardCell = "caption_below"
  public static let members = [
    Member<Self>(
      "media_size", Size.published, "The picture's part of a cell, at its top."
    ) { $0.mediaSize },
    Member("max_scroll_offset", .length, "How far the content scrolls at most, in points.") {
      $0.maxScrollOffset
    },
  ]

  public mutating func mirror() { frames.mirror(in: viewport.width) }
}
