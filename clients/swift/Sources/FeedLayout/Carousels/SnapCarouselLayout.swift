/// Pages of up to three rows; a drag always settles with a page in the middle of the viewport.
public struct SnapCarouselLayout: SectionLayout {
  /// The options of the pages.
  public struct Options: Hashable, Sendable {
    /// Height of a row, in points; inside ``SnapCarouselLayout/supportedRowHeights``. Pages are higher
    /// by what their rows are higher.
    public var rowHeight = SnapCarouselLayout.rowHeight
    /// The velocity from which on a drag goes on to the next page, however short it was, in points per
    /// second; 0 and up. `nil` if only the way counts.
    public var flickVelocity: Double?

    /// The pages of the existing screens.
    public init() {}

    /// Height of a page, in points.
    var pageHeight: Double {
      SnapCarouselLayout.pageHeight
        + Double(SnapCarouselLayout.rowsPerPage) * (rowHeight - SnapCarouselLayout.rowHeight)
    }
  }

  /// Rows in a full page.
  public static let rowsPerPage = 3
  /// How much narrower a page is than the viewport, in points.
  public static let pageMargin = 16.0
  /// Gap between two pages, in points.
  public static let pageSpacing = 16.0
  /// Default height of a page, in points.
  public static let pageHeight = 260.0
  /// Default height of a row, in points.
  public static let rowHeight = 74.0
  /// The motion of the existing screens to a page.
  public static let settling = SettleAnimation(duration: 0.12, curve: .linear)
  /// How far a finger moves before the pages follow it, in points, as on the existing screens.
  public static let dragMinimum = 0.0
  /// The supported heights of a row, in points.
  public static let supportedRowHeights = 0.0...4096.0

  /// A group of rows that is shown together.
  public struct Page: Hashable, Sendable {
    /// 0-based position.
    public let index: Int
    /// The items on the page, from top to bottom.
    public let itemIDs: [Int]
    /// Left edge when page 0 is shown, in points.
    public internal(set) var x: Double
    /// Horizontal extent, in points.
    public let width: Double
    /// The offset at which the page is in the middle.
    public let snapOffset: Double
  }

  public let viewport: Viewport
  public let contentSize: Size
  /// The options of the pages.
  public let options: Options
  /// Horizontal extent of a page, in points.
  public let pageWidth: Double
  /// The offset at which page 0 is in the middle.
  public let initialOffset: Double
  /// The pages from left to right.
  public internal(set) var pages: [Page]
  /// The frames of the items, in their order, in points.
  public internal(set) var frames: [Frame]

  /// Groups `items` by three, keeping their order; the last page may be short.
  ///
  /// - Throws: ``LayoutError/optionOutOfRange(_:value:allowed:)``.
  public init(
    items: [LayoutItem], viewport: Viewport, options: Options = Options()
  ) throws(LayoutError) {
    try Options.declarations.check(options)
    let pageCount = (items.count + Self.rowsPerPage - 1) / Self.rowsPerPage
    let row = Row(viewportWidth: viewport.width, pageCount: pageCount)
    var pages: [Page] = []
    var frames: [Frame] = []
    pages.reserveCapacity(pageCount)
    frames.reserveCapacity(items.count)

    for index in 0..<pageCount {
      let start = index * Self.rowsPerPage
      let group = items[start..<min(start + Self.rowsPerPage, items.count)]
      let x = (viewport.width - row.pageWidth) / 2 + Double(index) * row.pitch
      pages.append(
        Page(
          index: index, itemIDs: group.map(\.id), x: x, width: row.pageWidth,
          snapOffset: row.restOffset(ofPage: index)))
      let rowPitch = options.rowPitch(rowCount: group.count)
      for (position, item) in group.enumerated() {
        frames.append(
          Frame(
            id: item.id, x: x, y: Double(position) * rowPitch,
            width: row.pageWidth, height: options.rowHeight))
      }
    }

    self.viewport = viewport
    self.options = options
    self.pages = pages
    self.frames = frames
    pageWidth = row.pageWidth
    initialOffset = pages.first?.snapOffset ?? 0
    contentSize =
      items.isEmpty
      ? Size(width: viewport.width, height: 0)
      : Size(
        width: (viewport.width - row.pageWidth) + row.contentWidth, height: options.pageHeight)
  }
}

extension SnapCarouselLayout.Options {
  /// Distance between the tops of two rows in a page of `rowCount` rows, in points. Rows share the
  /// height that is left over in at most two gaps; a single row starts at the top.
  fileprivate func rowPitch(rowCount: Int) -> Double {
    let gaps = Double(min(rowCount, 2))
    return rowHeight + (pageHeight - rowHeight * Double(rowCount)) / gaps
  }
}

extension SnapCarouselLayout.Options: SectionOptions {
  public typealias Layout = SnapCarouselLayout

  public static let declarations = OptionList(
    Self(),
    [
      .number(
        "row_height", \.rowHeight, in: SnapCarouselLayout.supportedRowHeights, "points",
        "Height of a row, in points, {range} ({default}); pages are higher by what their rows are "
          + "higher."),
      .flickVelocity(\.flickVelocity),
    ])

  public func cellBox(in viewport: Viewport) -> CellBox {
    CellBox(width: viewport.width - SnapCarouselLayout.pageMargin, height: rowHeight)
  }

  public func making(room box: CellBox) -> Self {
    guard let height = box.height else { return self }
    var options = self
    options.rowHeight = height
    return options
  }
}

extension SnapCarouselLayout {
  public static let name = "snap_carousel"
  public static let abstract = "Pages of up to three rows that snap into the middle."
  public static let standardCell = "row"
  public static var feedOptions: Options {
    var options = Options()
    options.flickVelocity = Flick.standardVelocity
    return options
  }
  public static let members = [
    Member<Self>("page_width", .length, "The width of a page, in points.") { $0.pageWidth },
    Member("page_spacing", .length, "The space between two pages, in points.") { _ in
      pageSpacing
    },
    Member(
      "initial_offset", .number,
      "The offset of the first page, in points: where the middle of all pages is, from that of the viewport."
    ) { $0.initialOffset },
    .flickVelocity { $0.options.flickVelocity }, .settle(settling), .drag(minimum: dragMinimum),
    Member("pages", .list(of: Page.published), "The pages in their order.") { $0.pages },
  ]

  public mutating func mirror() {
    let width = viewport.width
    frames.mirror(in: width)
    for index in pages.indices { pages[index].x = width - pages[index].x - pages[index].width }
  }
}

extension SnapCarouselLayout.Page {
  fileprivate static let published = Published<Self>(
    "SnapPage", "A page of a snap carousel.",
    [
      Member("index", .position, "Its place among the pages, from 0.") { $0.index },
      Member("item_ids", .itemIDs, "Its items, from top to bottom.") { $0.itemIDs },
      Member("x", .number, "Its left edge at the initial offset, in points.") { $0.x },
      Member("width", .length, "Its width in points.") { $0.width },
      Member("snap_offset", .number, "The offset at which it rests in the middle, in points.") {
        $0.snapOffset
      },
    ])
}

extension SnapCarouselLayout {
  /// Where a carousel comes to rest.
  public struct Settled: Hashable, Sendable {
    /// The page in the middle, 0-based.
    public let page: Int
    /// The offset that puts it there, in points.
    public let offset: Double
  }

  /// Where a drag by `translation` that began at `offset` and let go at `velocity` comes to rest.
  ///
  /// - Parameters:
  ///   - pageCount: how many pages there are; at least 1.
  ///   - offset: the offset before the drag, in points.
  ///   - translation: how far the finger moved to the right, in points.
  ///   - velocity: how fast the finger moved to the right when it let go, in points per second. Only a
  ///     flick is changed by it.
  ///   - viewport: the viewport that the pages are laid out for.
  ///   - options: how fast a flick is.
  /// - Throws: ``LayoutError/outOfRange(_:value:allowed:)`` and
  ///   ``LayoutError/optionOutOfRange(_:value:allowed:)``.
  public static func settle(
    pageCount: Int, offset: Double, translation: Double, velocity: Double = 0, viewport: Viewport,
    options: Options = Options()
  ) throws(LayoutError) -> Settled {
    try Options.declarations.check(options)
    try LayoutError.check(Double(pageCount), in: 1...maximumPageCount, as: .pageCount)
    try LayoutError.check(offset, in: finite, as: .offset)
    try LayoutError.check(translation, in: finite, as: .translation)
    try LayoutError.check(velocity, in: finite, as: .velocity)

    let width = viewport.width
    let row = Row(viewportWidth: width, pageCount: pageCount)
    let content = row.contentWidth

    // 1. Where the finger let go, as a page counted from the right end of the row.
    let dragged = offset + translation
    let position = ((dragged + width / 2 + content / 2) - width / 2) / row.pitch
    // 2. The nearest page toward zero, or the one that a flick goes on to.
    let release = (dragged + content / 2 - row.pageWidth / 2) / row.pitch
    let place = Flick.place(
      from: position.rounded(.towardZero), release: release,
      direction: Flick.direction(of: velocity, from: options.flickVelocity),
      tolerance: SnapPlacement.edgeTolerance / row.pitch)
    // 3. Limited before it becomes an integer: a drag may be huge.
    let index = min(max(place, 0), Double(pageCount - 1))
    // 4. The offset that centres it.
    let settled =
      index * row.pageWidth + (index - 1) * pageSpacing - content / 2 + width / 2
      - (width - row.pageWidth) / 2 + pageSpacing
    return Settled(page: pageCount - 1 - Int(index), offset: settled)
  }

  /// More pages than any feed has, and few enough for every offset to stay exact.
  static let maximumPageCount = 1e9
  /// Finite numbers whose sums with any geometry stay finite.
  static let finite = -1e300...1e300

  /// The row of all pages, as if it were centred in the viewport.
  private struct Row {
    let pageWidth: Double
    let contentWidth: Double

    init(viewportWidth: Double, pageCount: Int) {
      pageWidth = viewportWidth - pageMargin
      let count = Double(pageCount)
      contentWidth = count * pageWidth + (count - 1) * pageSpacing
    }

    var pitch: Double { pageWidth + pageSpacing }

    func restOffset(ofPage page: Int) -> Double {
      contentWidth / 2 - pageWidth / 2 - Double(page) * pitch
    }
  }
}
