/// The frames of layouts as the cells that are drawn in them see them.
extension SectionOptions {
  /// Returns these options for a screen that reads in `direction`.
  func reading(_ direction: LayoutDirection) -> SectionOptions {
    guard direction == .rightToLeft, case .carousel(var options) = self else { return self }
    options.direction = .rightToLeft
    return .carousel(options)
  }

  /// Whether frames differ in height, and may be lower than their text: those that keep their heights whatever the
  /// size of text, and those of a mosaic at the standard size.
  var hasLowFrames: Bool { [.carousel, .justifiedRows, .mosaic].contains(type) }

  /// Returns the known dimensions of the frames in `viewport`.
  func cellBox(in viewport: Viewport) -> CellBox {
    switch self {
    case .shelf(let options):
      let media = ShelfLayout.mediaSize
      return CellBox(
        width: media.width, height: media.height + options.captionHeight,
        mediaHeight: media.height)
    case .snapCarousel(let options):
      return CellBox(
        width: viewport.width - SnapCarouselLayout.pageMargin, height: options.rowHeight)
    case .list(let options):
      guard let state = try? ListState(viewport: viewport, options: options) else {
        return CellBox()
      }
      return CellBox(width: state.rowSize.width, height: state.rowSize.height)
    case .uniformGrid(let options):
      guard let state = try? UniformGridState(viewport: viewport, options: options) else {
        return CellBox()
      }
      let media = state.mediaSize
      return CellBox(
        width: media.width, height: media.height + options.captionHeight,
        mediaHeight: media.height)
    case .circularCarousel, .cardStack:
      let card = cardSize(in: viewport)
      return CellBox(width: card?.width, height: card?.height)
    case .staggeredGrid, .carousel, .justifiedRows, .mosaic: return CellBox()
    }
  }

  /// How many columns a grid has; `nil` for a layout without columns, and for a list, which has as many as there is room
  /// for.
  public var columnCount: Int? {
    switch self {
    case .uniformGrid(let options): options.columnCount
    case .staggeredGrid(let options): options.columnCount
    case .mosaic(let options): options.columnCount
    case .shelf, .snapCarousel, .circularCarousel, .cardStack, .carousel, .justifiedRows, .list: nil
    }
  }

  /// These options with one column less in `viewport`; `nil` for one column, and for a layout without columns.
  func withOneColumnLess(in viewport: Viewport) -> SectionOptions? {
    if case .list(var options) = self {
      guard let count = columnGrid(in: viewport)?.leftEdges.count, count > 1 else { return nil }
      options.maximumColumnCount = count - 1
      return .list(options)
    }
    guard let count = columnCount, count > 1 else { return nil }
    switch self {
    case .uniformGrid(var options):
      options.columnCount = count - 1
      return .uniformGrid(options)
    case .staggeredGrid(var options):
      options.columnCount = count - 1
      // That rule is for two columns, and one column is the same by every rule.
      if options.placement == .balanced { options.placement = .sample }
      return .staggeredGrid(options)
    case .mosaic(var options):
      options.columnCount = count - 1
      return .mosaic(options)
    case .shelf, .snapCarousel, .circularCarousel, .cardStack, .carousel, .justifiedRows, .list:
      return nil
    }
  }

  /// The columns of a grid in `viewport`; `nil` where its gaps leave no width, and for a layout without columns.
  func columnGrid(in viewport: Viewport) -> ColumnGrid? {
    switch self {
    case .uniformGrid(let options):
      try? ColumnGrid(
        count: options.columnCount, spacing: options.spacing, inset: options.inset,
        viewportWidth: viewport.width)
    case .staggeredGrid(let options):
      try? ColumnGrid(
        count: options.columnCount, spacing: options.spacing, inset: options.inset,
        viewportWidth: viewport.width)
    case .mosaic(let options):
      try? ColumnGrid(
        count: options.columnCount, spacing: options.spacing, inset: options.inset,
        viewportWidth: viewport.width)
    case .list(let options): try? ListState(viewport: viewport, options: options).grid
    case .shelf, .snapCarousel, .circularCarousel, .cardStack, .carousel, .justifiedRows: nil
    }
  }

  /// The card before it is transformed, for layouts that transform cards.
  func cardSize(in viewport: Viewport) -> Size? {
    switch self {
    case .circularCarousel: CircularCarouselLayout.cardSize(in: viewport)
    case .cardStack: CardStackLayout.cardSize(in: viewport)
    default: nil
    }
  }

  /// The highest text below a picture, and the highest row, in points.
  private static let highestText = UniformGridLayout.supportedCaptionHeights.upperBound

  /// `box`, as high as the layout supports: smaller text may leave less than nothing of a height that its editors
  /// chose too low for their text, and larger text may need more than a cell can have.
  func supported(_ box: CellBox) -> CellBox {
    guard let height = box.height else { return box }
    let media = box.mediaHeight ?? 0
    var supported = box
    supported.height = min(max(height, media), media + Self.highestText)
    return supported
  }

  /// Returns the options with frames of the dimensions of `box`.
  func making(room box: CellBox) -> SectionOptions {
    if case .mosaic(var options) = self {
      options.minTileHeight = max(options.minTileHeight, box.minimumHeight)
      return .mosaic(options)
    }
    guard let height = box.height else { return self }
    switch self {
    case .shelf(var options):
      options.captionHeight = height - ShelfLayout.mediaSize.height
      return .shelf(options)
    case .snapCarousel(var options):
      options.rowHeight = height
      return .snapCarousel(options)
    case .list(var options):
      options.rowHeight = height
      return .list(options)
    case .uniformGrid(var options):
      guard let width = box.width, let media = box.mediaHeight else { return self }
      options.mediaAspectRatio = width / media
      options.captionHeight = height - media
      return .uniformGrid(options)
    case .staggeredGrid, .carousel, .justifiedRows, .circularCarousel, .cardStack, .mosaic:
      return self
    }
  }
}
