/// The computed geometry of one section, whichever layout it has.
public enum SectionLayout: Hashable, Sendable {
  case shelf(ShelfLayout)
  case snapCarousel(SnapCarouselLayout)
  case circularCarousel(CircularCarouselLayout)
  case uniformGrid(UniformGridLayout)
  case staggeredGrid(StaggeredGridLayout)
  case cardStack(CardStackLayout)

  /// Lays `items` out as `type` in `viewport`.
  ///
  /// - Throws: ``LayoutError`` when an item lacks what the layout needs.
  /// - Complexity: O(n) for n items; O(n²) for the circular carousel, whose rest states each hold
  ///   every item.
  public init(
    _ type: LayoutType, items: [LayoutItem], viewport: Viewport
  ) throws(LayoutError) {
    switch type {
    case .shelf:
      self = .shelf(ShelfLayout(items: items, viewport: viewport))
    case .snapCarousel:
      self = .snapCarousel(SnapCarouselLayout(items: items, viewport: viewport))
    case .circularCarousel:
      self = .circularCarousel(try CircularCarouselLayout(items: items, viewport: viewport))
    case .uniformGrid:
      self = .uniformGrid(UniformGridLayout(items: items, viewport: viewport))
    case .staggeredGrid:
      self = .staggeredGrid(try StaggeredGridLayout(items: items, viewport: viewport))
    case .cardStack:
      self = .cardStack(CardStackLayout(items: items, viewport: viewport))
    }
  }

  /// The layout of no items at all, which always exists: no height and no frames.
  public init(empty type: LayoutType, viewport: Viewport) {
    switch type {
    case .shelf: self = .shelf(ShelfLayout(items: [], viewport: viewport))
    case .snapCarousel: self = .snapCarousel(SnapCarouselLayout(items: [], viewport: viewport))
    case .circularCarousel:
      self = .circularCarousel(CircularCarouselLayout(ids: [], viewport: viewport))
    case .uniformGrid: self = .uniformGrid(UniformGridLayout(items: [], viewport: viewport))
    case .staggeredGrid:
      let columns = Array(
        repeating: StaggeredGridLayout.Column.empty, count: StaggeredGridLayout.defaultColumnCount)
      self = .staggeredGrid(StaggeredGridLayout(columns: columns, frames: [], viewport: viewport))
    case .cardStack: self = .cardStack(CardStackLayout(items: [], viewport: viewport))
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
    }
  }

  /// What it was laid out for.
  public var viewport: Viewport { geometry.viewport }

  /// What scrolls: the width of the content and the height the section takes on the screen.
  public var contentSize: Size { geometry.contentSize }

  /// One box per item, in the order of the items, at the initial position.
  public var frames: [Frame] { geometry.frames }

  /// The picture's part of a cell, for the layouts that place one above a text.
  public var mediaSize: Size? {
    switch self {
    case .shelf(let layout): layout.mediaSize
    case .uniformGrid(let layout): layout.mediaSize
    case .snapCarousel, .circularCarousel, .staggeredGrid, .cardStack: nil
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
    }
  }
}

/// What every layout publishes.
public protocol SectionGeometry: Hashable, Sendable {
  /// What it was laid out for.
  var viewport: Viewport { get }
  /// The width of what scrolls and the height the section takes, in points.
  var contentSize: Size { get }
  /// One box per item, in the order of the items.
  var frames: [Frame] { get }
}
