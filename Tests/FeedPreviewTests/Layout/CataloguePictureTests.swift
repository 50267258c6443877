import FeedLayout
import FeedPreview
import TestSupport
import Testing

/// The pictures of FeedLayout's documentation are what tanada draws.
struct CataloguePictureTests {
  /// Pictures of usual shapes, few enough to be told apart.
  private static let pictures: [LayoutItem] = [
    (4, 3), (3, 4), (1, 1), (16, 9), (2, 3), (3, 2), (1, 1), (9, 16), (4, 3), (3, 4),
  ].enumerated().map { index, ratio in
    LayoutItem(id: index + 1, mediaSize: Size(width: ratio.0, height: ratio.1))
  }

  static let layouts: [(name: String, options: SectionOptions)] = [
    ("shelf", .shelf(.init())), ("snap-carousel", .snapCarousel(.init())),
    ("circular-carousel", .circularCarousel(.init())), ("uniform-grid", .uniformGrid(.init())),
    ("carousel", .carousel(row)), ("staggered-grid", .staggeredGrid(.init())),
    ("staggered-grid-source-order", .staggeredGrid(grid { $0.placement = .sourceOrder })),
    ("staggered-grid-balanced", .staggeredGrid(grid { $0.placement = .balanced })),
    ("justified-rows", .justifiedRows(.init())),
    ("justified-rows-optimal", .justifiedRows(rows { $0.breaks = .optimal })),
    ("mosaic", .mosaic(.init())), ("list", .list(.init())), ("card-stack", .cardStack(.init())),
    ("keyframes", .circularCarousel(moving)),
    ("effect-cover-flow", .cardStack(pile(.scale(.coverFlow)))),
    ("effect-puzzle", .cardStack(pile(.snapshot(.puzzle)))),
  ]

  private static var row: CarouselLayout.Options {
    var options = CarouselLayout.Options()
    (options.itemHeight, options.align) = (120, .center)
    return options
  }

  private static var moving: CircularCarouselLayout.Options {
    var options = CircularCarouselLayout.Options()
    options.keyframeTolerance = 2
    return options
  }

  private static func grid(
    _ change: (inout StaggeredGridLayout.Options) -> Void
  ) -> StaggeredGridLayout.Options {
    var options = StaggeredGridLayout.Options()
    change(&options)
    return options
  }

  private static func rows(
    _ change: (inout JustifiedRowsLayout.Options) -> Void
  ) -> JustifiedRowsLayout.Options {
    var options = JustifiedRowsLayout.Options()
    change(&options)
    return options
  }

  private static func pile(_ effect: PagingEffect) -> CardStackLayout.Options {
    var options = CardStackLayout.Options()
    options.effect = effect
    return options
  }

  @Test("Every layout's article has its picture", arguments: layouts.map(\.name))
  func pictureOfLayout(name: String) throws {
    let options = try #require(Self.layouts.first { $0.name == name }).options
    let layout = try SectionLayout(options, items: Self.pictures, viewport: Viewport(width: 390))
    try Snapshot.verify(
      LayoutPreview(layout).render(),
      path: "clients/swift/Sources/FeedLayout/FeedLayout.docc/Resources/\(name).svg")
  }

  @Test("Every layout has a picture")
  func allLayouts() {
    #expect(Set(Self.layouts.map(\.options.type)) == Set(LayoutType.allCases))
  }
}
