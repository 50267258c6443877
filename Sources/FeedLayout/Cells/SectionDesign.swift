/// A section's layout and its cell, for one screen: how large its text is and which way it reads.
///
/// At the standard text size, from left to right, layouts have the options that they were given.
/// Larger text makes the cells higher whose text is beside or below a picture, and the frames of
/// staggered grids that would be lower than their text. The cells of rings, carousels, justified rows
/// and piles keep their size, and have as much text as fits. From right to left everything is the
/// mirror image.
public struct SectionDesign: Hashable, Sendable {
  /// The options of the layout, with the room that the text of the cell needs.
  public let options: SectionOptions
  /// The cell drawn inside the frames; `nil` for a section without a cell.
  public private(set) var cell: Cell?
  /// The traits of the screen that the section is laid out for.
  public let traits: ScreenTraits
  /// The lowest frame of a staggered grid, in points; 0 for any.
  private let minimumHeight: Double
  private let cellName: CellName
  private let roles: Set<CellRole>

  /// The design of a section on one screen.
  ///
  /// - Parameters:
  ///   - options: the options as its editors chose them.
  ///   - cell: the cell that the kind of the section chooses, which is replaced where it does not fit
  ///     in the layout; `nil` for the one of the layout.
  ///   - roles: the roles that items have values for; with none, the section has no cell.
  ///   - traits: the traits of the screen that the section is laid out for.
  public init(
    _ options: SectionOptions, cell: CellName?, roles: Set<CellRole>, for traits: ScreenTraits
  ) {
    let read = options.reading(traits.direction)
    self.traits = traits
    self.roles = roles
    cellName = CellName.resolved(cell, in: options.type)
    guard !roles.isEmpty else {
      (self.options, minimumHeight) = (read, 0)
      return
    }
    let anatomy = cellName.anatomy(traits.textSize, roles)
    let designed = read.cellBox(in: traits.viewport)
    // At the standard text size layouts keep their numbers to the last bit.
    let grown = traits.textSize == .standard ? designed : read.supported(anatomy.grown(designed))
    self.options = grown == designed ? read : read.making(room: grown)
    minimumHeight = traits.textSize.share > 1 ? grown.minimumHeight : 0
    self.cell = drawn(anatomy.cell(in: grown, designed: designed))
  }

  /// Returns this design with as much text in its cell as fits in the lowest of `frames`, if the
  /// frames have heights of their own that do not grow.
  public func fitted(to frames: [Frame]) -> SectionDesign {
    guard cell != nil, options.hasFixedHeights,
      let lowest = frames.map(\.height).filter({ $0 > 0 }).min()
    else { return self }
    let box = CellBox(lowestHeight: lowest)
    var design = self
    design.cell = drawn(
      cellName.anatomy(traits.textSize, roles).cell(in: box, designed: box))
    return design
  }

  /// Returns `cell` without a picture if items have none, mirrored for a screen that reads from
  /// right to left.
  private func drawn(_ cell: Cell) -> Cell {
    var cell = cell
    if !roles.contains(.image) { cell.slots.removeAll { $0.role == .image } }
    return isMirrored ? cell.mirrored : cell
  }

  /// The section of `items`.
  ///
  /// - Throws: ``LayoutError`` when an item lacks what the layout needs, or an option cannot be met.
  public func layout(of items: [LayoutItem]) throws(LayoutError) -> SectionLayout {
    let layout = try SectionLayout(options, items: self.items(items), viewport: traits.viewport)
    return isMirrored ? layout.mirrored : layout
  }

  /// The layout of no items, which always exists.
  public var emptyLayout: SectionLayout {
    SectionLayout(empty: options.type, viewport: traits.viewport)
  }

  /// Whether the frames are the mirror image of those of the options.
  package var isMirrored: Bool { traits.direction == .rightToLeft }

  /// Returns `items` for the layout: those whose frames would be lower than the text of their cell
  /// are made higher.
  public func items(_ items: [LayoutItem]) -> [LayoutItem] {
    guard minimumHeight > 0, case .staggeredGrid(let options) = self.options,
      let grid = try? ColumnGrid(
        count: options.columnCount, spacing: options.spacing, inset: options.inset,
        viewportWidth: traits.viewport.width)
    else { return items }
    return items.map { item in
      guard let size = item.mediaSize, size.width > 0, size.height > 0 else { return item }
      let width = grid.width(ofSpan: min(max(item.columnSpan, 1), options.columnCount))
      guard width / size.width * size.height < minimumHeight else { return item }
      return LayoutItem(
        id: item.id, mediaSize: Size(width: width, height: minimumHeight),
        columnSpan: item.columnSpan, keptColumn: item.keptColumn)
    }
  }

  /// The size of the picture's slot in each of `frames`, in points: or in the untransformed card of a
  /// layout that scales them.
  public func pictureSizes(of frames: [Frame]) -> [Size] {
    let card = options.cardSize(in: traits.viewport)
    return frames.map { frame in
      let size = card ?? Size(width: frame.width, height: frame.height)
      guard let rect = cell?.image?.rect(in: size) else { return size }
      return Size(width: rect.width, height: rect.height)
    }
  }
}

extension SectionOptions {
  /// Returns these options for a screen that reads in `direction`.
  fileprivate func reading(_ direction: LayoutDirection) -> SectionOptions {
    guard direction == .rightToLeft, case .carousel(var options) = self else { return self }
    options.direction = .rightToLeft
    return .carousel(options)
  }

  /// Whether frames differ in height, and keep their heights whatever the size of text.
  fileprivate var hasFixedHeights: Bool { type == .carousel || type == .justifiedRows }

  /// Returns the known dimensions of the frames in `viewport`.
  fileprivate func cellBox(in viewport: Viewport) -> CellBox {
    switch self {
    case .shelf(let options):
      let media = ShelfLayout.mediaSize
      return CellBox(
        width: media.width, height: media.height + options.captionHeight,
        mediaHeight: media.height)
    case .snapCarousel(let options):
      return CellBox(
        width: viewport.width - SnapCarouselLayout.pageMargin, height: options.rowHeight)
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
    case .staggeredGrid, .carousel, .justifiedRows: return CellBox()
    }
  }

  /// The card before it is transformed, for layouts that transform cards.
  fileprivate func cardSize(in viewport: Viewport) -> Size? {
    switch self {
    case .circularCarousel: CircularCarouselLayout.cardSize(in: viewport)
    case .cardStack: CardStackLayout.cardSize(in: viewport)
    default: nil
    }
  }

  /// `box`, no lower than the layout supports: smaller text may leave less than nothing of a height
  /// that its editors chose too low for their text.
  fileprivate func supported(_ box: CellBox) -> CellBox {
    var supported = box
    supported.height = box.height.map { max($0, box.mediaHeight ?? 0) }
    return supported
  }

  /// Returns the options with frames of the dimensions of `box`.
  fileprivate func making(room box: CellBox) -> SectionOptions {
    guard let height = box.height else { return self }
    switch self {
    case .shelf(var options):
      options.captionHeight = height - ShelfLayout.mediaSize.height
      return .shelf(options)
    case .snapCarousel(var options):
      options.rowHeight = height
      return .snapCarousel(options)
    case .uniformGrid(var options):
      guard let width = box.width, let media = box.mediaHeight else { return self }
      options.mediaAspectRatio = width / media
      options.captionHeight = height - media
      return .uniformGrid(options)
    case .staggeredGrid, .carousel, .justifiedRows, .circularCarousel, .cardStack: return self
    }
  }
}
