/// The computed geometry of one section, whichever layout it has.
public enum SectionLayout: Hashable, Sendable {
  case shelf(ShelfLayout)
  case snapCarousel(SnapCarouselLayout)
  case circularCarousel(CircularCarouselLayout)
  case uniformGrid(UniformGridLayout)
  case staggeredGrid(StaggeredGridLayout)
  case cardStack(CardStackLayout)
  case carousel(CarouselLayout)
  case justifiedRows(JustifiedRowsLayout)
  case mosaic(MosaicLayout)
  case list(ListLayout)

  /// Lays `items` out in `viewport` as `options` say.
  ///
  /// - Throws: ``LayoutError`` when an item lacks what the layout needs, or an option cannot be met.
  /// - Complexity: that of the layout; O(n) for most of them.
  public init(
    _ options: SectionOptions, items: [LayoutItem], viewport: Viewport
  ) throws(LayoutError) {
    switch options {
    case .shelf(let options):
      self = .shelf(try ShelfLayout(items: items, viewport: viewport, options: options))
    case .snapCarousel(let options):
      self = .snapCarousel(
        try SnapCarouselLayout(items: items, viewport: viewport, options: options))
    case .circularCarousel(let options):
      self = .circularCarousel(
        try CircularCarouselLayout(items: items, viewport: viewport, options: options))
    case .uniformGrid(let options):
      self = .uniformGrid(try UniformGridLayout(items: items, viewport: viewport, options: options))
    case .staggeredGrid(let options):
      self = .staggeredGrid(
        try StaggeredGridLayout(items: items, viewport: viewport, options: options))
    case .cardStack(let options):
      self = .cardStack(try CardStackLayout(items: items, viewport: viewport, options: options))
    case .carousel(let options):
      self = .carousel(try CarouselLayout(items: items, viewport: viewport, options: options))
    case .justifiedRows(let options):
      self = .justifiedRows(
        try JustifiedRowsLayout(items: items, viewport: viewport, options: options))
    case .mosaic(let options):
      self = .mosaic(try MosaicLayout(items: items, viewport: viewport, options: options))
    case .list(let options):
      self = .list(try ListLayout(items: items, viewport: viewport, options: options))
    }
  }

  /// Lays `items` out in `viewport` as `type` with default options.
  ///
  /// - Throws: ``LayoutError`` when an item lacks what the layout needs.
  public init(
    _ type: LayoutType, items: [LayoutItem], viewport: Viewport
  ) throws(LayoutError) {
    try self.init(SectionOptions(type), items: items, viewport: viewport)
  }

  /// The layout of no items at all, which always exists: no height and no frames.
  public init(empty type: LayoutType, viewport: Viewport) {
    do {
      try self.init(type, items: [], viewport: viewport)
    } catch {
      preconditionFailure("no layout refuses its defaults: \(error)")
    }
  }

  /// Which layout this is.
  public var type: LayoutType {
    switch self {
    case .shelf: .shelf
    case .snapCarousel: .snapCarousel
    case .circularCarousel: .circularCarousel
    case .uniformGrid: .uniformGrid
    case .staggeredGrid: .staggeredGrid
    case .cardStack: .cardStack
    case .carousel: .carousel
    case .justifiedRows: .justifiedRows
    case .mosaic: .mosaic
    case .list: .list
    }
  }

  /// The viewport that the section was laid out for.
  public var viewport: Viewport { geometry.viewport }

  /// The size of the scrolling content: its width and the height that the section takes on the
  /// screen, in points.
  public var contentSize: Size { geometry.contentSize }

  /// One box per item, in the order of the items, at the initial position.
  public var frames: [Frame] { geometry.frames }

  /// The picture's part of a cell, for the layouts that place one above a text.
  public var mediaSize: Size? {
    switch self {
    case .shelf(let layout): layout.mediaSize
    case .uniformGrid(let layout): layout.mediaSize
    case .snapCarousel, .circularCarousel, .staggeredGrid, .cardStack, .carousel, .justifiedRows,
      .mosaic, .list:
      nil
    }
  }

  private var geometry: any SectionGeometry {
    switch self {
    case .shelf(let layout): layout
    case .snapCarousel(let layout): layout
    case .circularCarousel(let layout): layout
    case .uniformGrid(let layout): layout
    case .staggeredGrid(let layout): layout
    case .cardStack(let layout): layout
    case .carousel(let layout): layout
    case .justifiedRows(let layout): layout
    case .mosaic(let layout): layout
    case .list(let layout): layout
    }
  }
}

/// The geometry that every layout publishes.
public protocol SectionGeometry: Hashable, Sendable {
  /// The viewport of the layout.
  var viewport: Viewport { get }
  /// The width of the scrolling content and the height that the section takes, in points.
  var contentSize: Size { get }
  /// One box per item, in the order of the items.
  var frames: [Frame] { get }
}

/// The layout of a section, and its options.
public enum SectionOptions: Hashable, Sendable {
  case shelf(ShelfLayout.Options)
  case snapCarousel(SnapCarouselLayout.Options)
  case circularCarousel(CircularCarouselLayout.Options)
  case uniformGrid(UniformGridLayout.Options)
  case staggeredGrid(StaggeredGridLayout.Options)
  case cardStack(CardStackLayout.Options)
  case carousel(CarouselLayout.Options)
  case justifiedRows(JustifiedRowsLayout.Options)
  case mosaic(MosaicLayout.Options)
  case list(ListLayout.Options)

  /// `type` with default options.
  public init(_ type: LayoutType) {
    switch type {
    case .shelf: self = .shelf(.init())
    case .snapCarousel: self = .snapCarousel(.init())
    case .circularCarousel: self = .circularCarousel(.init())
    case .uniformGrid: self = .uniformGrid(.init())
    case .staggeredGrid: self = .staggeredGrid(.init())
    case .cardStack: self = .cardStack(.init())
    case .carousel: self = .carousel(.init())
    case .justifiedRows: self = .justifiedRows(.init())
    case .mosaic: self = .mosaic(.init())
    case .list: self = .list(.init())
    }
  }

  /// Which layout this is.
  public var type: LayoutType {
    switch self {
    case .shelf: .shelf
    case .snapCarousel: .snapCarousel
    case .circularCarousel: .circularCarousel
    case .uniformGrid: .uniformGrid
    case .staggeredGrid: .staggeredGrid
    case .cardStack: .cardStack
    case .carousel: .carousel
    case .justifiedRows: .justifiedRows
    case .mosaic: .mosaic
    case .list: .list
    }
  }

  /// The options whose values differ from their defaults, by their published names.
  public var changed: [(name: String, value: OptionValue)] {
    func changed<Options: DeclaredOptions>(
      _ options: Options
    ) -> [(name: String, value: OptionValue)] {
      Options.declarations.changed(options)
    }
    return switch self {
    case .shelf(let options): changed(options)
    case .snapCarousel(let options): changed(options)
    case .circularCarousel(let options): changed(options)
    case .uniformGrid(let options): changed(options)
    case .staggeredGrid(let options): changed(options)
    case .cardStack(let options): changed(options)
    case .carousel(let options): changed(options)
    case .justifiedRows(let options): changed(options)
    case .mosaic(let options): changed(options)
    case .list(let options): changed(options)
    }
  }
}

/// The layouts a section can have, by their published names.
public enum LayoutType: String, CaseIterable, Hashable, Sendable {
  case shelf
  case snapCarousel = "snap_carousel"
  case circularCarousel = "circular_carousel"
  case uniformGrid = "uniform_grid"
  case staggeredGrid = "staggered_grid"
  case cardStack = "card_stack"
  case carousel
  case justifiedRows = "justified_rows"
  case mosaic
  case list

  /// The name with hyphens, as the command line writes it: `staggered-grid`.
  public var kebabCaseName: String {
    String(rawValue.map { $0 == "_" ? "-" : $0 })
  }

  /// The layout called `name`, written with underscores or with hyphens.
  public init?(name: String) {
    self.init(rawValue: String(name.map { $0 == "-" ? "_" : $0 }))
  }
}
