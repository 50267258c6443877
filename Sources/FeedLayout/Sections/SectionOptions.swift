/// Which layout a section has, and what it is told.
public enum SectionOptions: Hashable, Sendable {
  case shelf
  case snapCarousel
  case circularCarousel(CircularCarouselLayout.Options)
  case uniformGrid(UniformGridLayout.Options)
  case staggeredGrid(StaggeredGridLayout.Options)
  case cardStack(CardStackLayout.Options)
  case carousel(CarouselLayout.Options)
  case justifiedRows(JustifiedRowsLayout.Options)

  /// `type` as it is unless told otherwise.
  public init(_ type: LayoutType) {
    switch type {
    case .shelf: self = .shelf
    case .snapCarousel: self = .snapCarousel
    case .circularCarousel: self = .circularCarousel(.init())
    case .uniformGrid: self = .uniformGrid(.init())
    case .staggeredGrid: self = .staggeredGrid(.init())
    case .cardStack: self = .cardStack(.init())
    case .carousel: self = .carousel(.init())
    case .justifiedRows: self = .justifiedRows(.init())
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
    }
  }
}
