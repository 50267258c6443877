/// A section's layout and its cell, for one screen: how large its text is and which way it reads.
///
/// At the standard text size, from left to right, layouts have the options that they were given.
/// Larger text makes the cells higher whose text is beside or below a picture, and the frames of
/// staggered grids and mosaics that would be lower than their text. The cells of rings, carousels, justified rows
/// and piles keep their size, and have as much text as fits. A grid whose texts would have boxes
/// narrower than two of their characters has fewer columns, at every text size. From right to left
/// everything is the mirror image.
public struct SectionDesign: Sendable {
  /// The options of the layout, with the room that the text of the cell needs.
  public let options: any SectionOptions
  /// The cell drawn inside the frames; `nil` for a section without a cell.
  public private(set) var cell: Cell?
  /// The traits of the screen that the section is laid out for.
  public let traits: ScreenTraits
  /// The lowest frame of a staggered grid, in points; 0 for any.
  private let minimumHeight: Double
  /// The columns that the editors chose; 0 for a layout without columns.
  private let designedColumnCount: Int
  private let definition: CellDefinition?
  private let theme: CellTheme
  private let roles: Set<CellRole>
  /// How much higher frames are than their pictures, in points, in a layout whose frames have their proportions.
  private let captionHeight: Double

  /// The design of a section on one screen.
  ///
  /// - Parameters:
  ///   - options: the options as its editors chose them.
  ///   - cell: the cell of the section, which fits in the layout; `nil` for none.
  ///   - theme: the theme of the feed.
  ///   - roles: the roles that items have values for; with none, the section has no cell.
  ///   - traits: the traits of the screen that the section is laid out for.
  public init(
    _ options: any SectionOptions, cell: CellDefinition?, theme: CellTheme, roles: Set<CellRole>,
    for traits: ScreenTraits
  ) {
    let read = options.reading(traits.direction)
    self.traits = traits
    self.roles = roles
    self.theme = theme
    definition = cell
    designedColumnCount = options.chosenColumnCount ?? 0
    guard !roles.isEmpty, let cell else {
      (self.options, minimumHeight, captionHeight) = (read, 0, 0)
      return
    }
    let anatomy = CellAnatomy(cell, theme: theme, textSize: traits.textSize, roles: roles)
    var drawing = Drawing(read, anatomy, for: traits)
    while !drawing.hasRoomForTexts,
      let narrower = drawing.designedOptions.withOneColumnLess(
        in: traits.viewport)
    {
      drawing = Drawing(narrower, anatomy, for: traits)
    }
    self.options = drawing.options
    (minimumHeight, captionHeight) = (drawing.box.minimumHeight, drawing.box.captionHeight)
    self.cell = drawn(drawing.cell)
  }

  /// Returns this design with as much text in its cell as fits in the lowest of `frames`, if the
  /// frames differ in height and may be lower than it.
  public func fitted(to frames: [Frame]) -> SectionDesign {
    guard cell != nil, let definition, options.hasLowFrames,
      let lowest = frames.map(\.height).filter({ $0 > 0 }).min()
    else { return self }
    let narrowest = frames.map(\.width).filter { $0 > 0 }.min()
    let box = CellBox(lowestHeight: lowest, narrowestWidth: narrowest)
    var design = self
    let anatomy = CellAnatomy(definition, theme: theme, textSize: traits.textSize, roles: roles)
    design.cell = drawn(anatomy.cell(in: box, designed: box))
    return design
  }

  /// This design with the words of its cell for a reader of the locales `chain`, the best first.
  public func speaking(_ chain: [String]) -> SectionDesign {
    var design = self
    design.cell = cell?.speaking(chain)
    return design
  }

  /// Returns `cell`, mirrored for a screen that reads from right to left.
  private func drawn(_ cell: Cell) -> Cell {
    isMirrored ? cell.mirrored : cell
  }

  /// The section of `items`.
  ///
  /// - Throws: ``LayoutError`` when an item lacks what the layout needs, or an option cannot be met.
  public func layout(of items: [LayoutItem]) throws(LayoutError) -> any SectionLayout {
    let layout: any SectionLayout = try options.layout(of: self.items(items), in: traits.viewport)
    return isMirrored ? layout.mirrored : layout
  }

  /// The layout of no items, which always exists.
  public var emptyLayout: any SectionLayout { options.emptyLayout(in: traits.viewport) }

  /// Whether the frames are the mirror image of those of the options.
  public var isMirrored: Bool { traits.direction == .rightToLeft }

  /// Returns `items` for the layout: those whose frames would be lower than the text of their cell
  /// are made higher, and those that take more columns than are left take all of them.
  public func items(_ items: [LayoutItem]) -> [LayoutItem] {
    let items = spansAreLimited ? items.map(limited) : items
    return minimumHeight > 0 || captionHeight > 0
      ? options.items(
        items, atLeast: minimumHeight, above: captionHeight, in: traits.viewport) : items
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

extension SectionDesign {
  /// Whether the grid has fewer columns than an item may take.
  private var spansAreLimited: Bool {
    options.chosenColumnCount.map { $0 < designedColumnCount } ?? false
  }

  /// Returns `item` with a span of at most all columns, if it has one that the designed grid supports.
  private func limited(_ item: LayoutItem) -> LayoutItem {
    guard let count = options.chosenColumnCount, count < item.columnSpan,
      item.columnSpan <= designedColumnCount
    else { return item }
    return LayoutItem(
      id: item.id, mediaSize: item.mediaSize, columnSpan: count, keptColumn: item.keptColumn)
  }
}

/// A layout whose frames have room for a cell, and the cell.
private struct Drawing {
  /// The options before the frames made room for larger text.
  let designedOptions: any SectionOptions
  let options: any SectionOptions
  let box: CellBox
  let cell: Cell
  /// Whether each text has a box in which at least two of its characters stand beside each other.
  let hasRoomForTexts: Bool

  init(_ designedOptions: any SectionOptions, _ anatomy: CellAnatomy, for traits: ScreenTraits) {
    let chosen = designedOptions.cellBox(in: traits.viewport)
    var designed = anatomy.roomy(chosen)
    if designed.width == nil {
      designed.narrowestWidth = designedOptions.columnGrid(in: traits.viewport)?.cellWidth
    }
    // At the standard text size layouts keep their numbers to the last bit.
    var box =
      traits.textSize == .standard && !anatomy.givesRoom(to: designed)
      ? designed : anatomy.grown(designed).supported
    // Only larger text needs more room than the editors gave it, in cells of existing screens.
    if traits.textSize.share <= 1, anatomy.overflows { box.minimumHeight = 0 }
    let cell = anatomy.cell(in: box, designed: designed)
    options =
      box == chosen || box == designed && designed.height == chosen.height
      ? designedOptions : designedOptions.making(room: box)
    hasRoomForTexts =
      designedOptions.columnGrid(in: traits.viewport)
      .map { cell.hasRoomForTexts(inWidth: $0.cellWidth) }
      ?? (designedOptions.chosenColumnCount == nil)
    self.box = box
    self.cell = cell
    self.designedOptions = designedOptions
  }
}

extension CellBox {
  /// The highest text below a picture, and the highest row, in points.
  private static let highestText = UniformGridLayout.supportedCaptionHeights.upperBound

  /// This box, as high as layouts support: smaller text may leave less than nothing of a height that its editors
  /// chose too low for their text, and larger text may need more than a cell can have.
  fileprivate var supported: CellBox {
    guard let height else { return self }
    let media = mediaHeight ?? 0
    var supported = self
    supported.height = min(max(height, media), media + Self.highestText)
    return supported
  }
}

extension Cell {
  /// The least width of a text, in characters that are as wide as they are high.
  private static let leastCharacterCount = 2.0

  /// Whether each text has a box in which at least two of its characters stand beside each other, in a cell that is
  /// `width` points wide.
  fileprivate func hasRoomForTexts(inWidth width: Double) -> Bool {
    slots.allSatisfy { slot in
      let (text, padding): (CellText, Double)
      switch slot.content {
      case .text(let content): (text, padding) = (content, 0)
      case .badge(let content, let badge): (text, padding) = (content, badge.horizontalPadding)
      case .image, .shade, .line, .stars: return true
      }
      let room = slot.rect(in: Size(width: width, height: 0)).width - 2 * padding
      return room >= Self.leastCharacterCount * text.font.size
    }
  }
}
