import FeedLayout
import FeedPublisher
import TestSupport
import Testing

struct LayoutPreviewTests {
  private static let items = (1...7).map { id in
    LayoutItem(id: id * 10, mediaSize: Size(width: Double(200 + id * 10), height: 200))
  }

  private static func drawing(_ layout: any SectionLayout) throws -> ParsedSVG {
    try ParsedSVG(LayoutPreview(layout).render())
  }

  @Test("Every box of a layout stands where its frame says", arguments: SectionLayouts.all)
  func boxes(type: any SectionLayout.Type) throws {
    let layout = try type.standardOptions.layout(of: Self.items, in: Viewport(width: 390))
    guard type != CardStackLayout.self else { return }
    let drawing = try Self.drawing(layout)
    let boxes = drawing.named("rect").map(\.box)
    for frame in layout.frames {
      let isInvisible =
        switch layout {
        case let ring as CircularCarouselLayout:
          ring.states[0].items.first { $0.id == frame.id }?.opacity == 0
        default: frame.width == 0
        }
      #expect(isInvisible || boxes.contains([frame.x, frame.y, frame.width, frame.height]))
    }
  }

  @Test("A pile is drawn by its effect, whichever it is", arguments: PagingEffect.allCases)
  func piles(effect: PagingEffect) throws {
    var options = CardStackLayout.Options()
    options.effect = effect
    let layout = try options.layout(of: Self.items, in: Viewport(width: 390))
    let drawing = try Self.drawing(layout)
    let polygons = drawing.named("polygon")
    #expect(polygons.count >= 2)
    #expect(polygons.allSatisfy { !($0.attributes["points"] ?? "nan").contains("nan") })
  }

  @Test(
    "A snap is marked from the left edge of its items to the right one, whichever comes first",
    arguments: CarouselLayout.Direction.allCases)
  func snaps(direction: CarouselLayout.Direction) throws {
    var options = CarouselLayout.Options()
    (options.itemHeight, options.group, options.direction) = (100, .items(2), direction)
    let carousel = try CarouselLayout(
      items: Self.items, viewport: Viewport(width: 390), options: options)
    let drawing = try Self.drawing(carousel)
    let marks = drawing.named("path").compactMap { $0.attributes["d"] }
    for snap in carousel.snaps {
      let boxes = carousel.frames[snap.items]
      let (left, right) = (boxes.map(\.x).min() ?? 0, boxes.map { $0.x + $0.width }.max() ?? 0)
      let hasMark = marks.contains { mark in
        mark.hasPrefix("M\(Self.text(left)) ") && mark.contains("H\(Self.text(right))v")
      }
      #expect(hasMark, "\(left) to \(right)")
    }
  }

  /// A number as drawings have it.
  private static func text(_ number: Double) -> String {
    let text = "\((number * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  @Test("A layout of nothing is a drawing all the same", arguments: SectionLayouts.all)
  func empty(type: any SectionLayout.Type) throws {
    let drawing = try Self.drawing(type.standardOptions.emptyLayout(in: Viewport(width: 390)))
    #expect(drawing.named("title").count == 1)
    #expect(drawing.named("polygon").isEmpty)
  }
}

extension ParsedSVG {
  /// The elements called `name`.
  fileprivate func named(_ name: String) -> [Element] { elements.filter { $0.name == name } }
}

extension ParsedSVG.Element {
  /// The numbers of four attributes, as far as they are numbers.
  fileprivate var box: [Double] {
    ["x", "y", "width", "height"].compactMap { attributes[$0].flatMap(Double.init) }
  }
}
