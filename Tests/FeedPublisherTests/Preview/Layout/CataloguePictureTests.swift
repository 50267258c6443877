import FeedLayout
import FeedPublisher
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

  /// Every layout with its defaults, and what articles show beside them.
  static let layouts: [(name: String, options: any SectionOptions)] =
    SectionLayouts.all.map { layout in
      (layout.name.kebabCase, layout == CarouselLayout.self ? row : layout.standardOptions)
    } + [
      ("staggered-grid-source-order", grid { $0.placement = .sourceOrder }),
      ("staggered-grid-balanced", grid { $0.placement = .balanced }),
      ("justified-rows-optimal", rows { $0.breaks = .optimal }), ("keyframes", moving),
      ("effect-cover-flow", pile(.scale(.coverFlow))),
      ("effect-puzzle", pile(.snapshot(.puzzle))),
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
    let layout = try options.layout(of: Self.pictures, in: Viewport(width: 390))
    try Snapshot.verify(
      LayoutPreview(layout).render(),
      path: "clients/swift/Sources/FeedLayout/FeedLayout.docc/Resources/\(name).svg")
  }
}
