import FeedLayout
import TestSupport

/// Items with sizes of their own, a viewport and every option, drawn from a seed.
struct GeneratedCarousel {
  let items: [LayoutItem]
  let viewport: Viewport
  var options: CarouselLayout.Options

  init(using random: inout SeededGenerator, loops: Bool? = nil) throws {
    viewport = try Self.viewport(using: &random)
    items = Self.items(using: &random, count: Int.random(in: 0...30, using: &random))
    options = Self.options(using: &random, viewWidth: viewport.width)
    options.loops = loops ?? (Int.random(in: 0..<3, using: &random) == 0)
  }

  func layout() throws -> CarouselLayout {
    try CarouselLayout(items: items, viewport: viewport, options: options)
  }

  static func viewport(using random: inout SeededGenerator) throws -> Viewport {
    let width = Double.random(in: 200...1200, using: &random)
    return try Viewport(width: Bool.random(using: &random) ? width.rounded() : width)
  }

  static func items(using random: inout SeededGenerator, count: Int) -> [LayoutItem] {
    let isEven = Bool.random(using: &random)
    let widest: Double = [60.0, 200, 700].randomElement(using: &random) ?? 200
    let same = Double.random(in: 20...widest, using: &random).rounded()
    return (0..<count).map { index in
      let width = isEven ? same : Double.random(in: 1...widest, using: &random)
      return LayoutItem(
        id: index * 3 + 7,
        mediaSize: Size(width: width, height: Double.random(in: 20...300, using: &random)))
    }
  }

  static func options(
    using random: inout SeededGenerator, viewWidth: Double
  ) -> CarouselLayout.Options {
    var options = CarouselLayout.Options()
    options.spacing = [0.0, 8, 13.5].randomElement(using: &random) ?? 8
    options.leadingInset = [0.0, 8, 40].randomElement(using: &random) ?? 8
    options.trailingInset = [0.0, 8, 25.25].randomElement(using: &random) ?? 8
    options.align =
      [.start, .center, .end, .fraction(Double.random(in: 0...1, using: &random))]
      .randomElement(using: &random) ?? .start
    options.contain = CarouselLayout.Containment.allCases.randomElement(using: &random) ?? .trim
    options.shortContent =
      CarouselLayout.ShortContent.allCases.randomElement(using: &random) ?? .start
    options.group =
      [.items(1), .items(2), .items(3), .items(7), .automatic].randomElement(using: &random)
      ?? .automatic
    options.scrollPadding = [0.0, 8, viewWidth / 4].randomElement(using: &random) ?? 0
    options.direction =
      CarouselLayout.Direction.allCases.randomElement(using: &random) ?? .leftToRight
    options.mode = CarouselLayout.Mode.allCases.randomElement(using: &random) ?? .mandatory
    options.proximity = [0.0, 0.1, 0.5].randomElement(using: &random) ?? 0.5
    options.oneStep = Bool.random(using: &random)
    options.deceleration = [0.998, 0.99, 0.5].randomElement(using: &random) ?? 0.998
    options.commitThreshold = [0.5, 0.1, 1].randomElement(using: &random) ?? 0.5
    options.inViewThreshold = [0.0, 0.5, 1].randomElement(using: &random) ?? 0
    return options
  }
}

extension CarouselLayout {
  /// Offsets at which something can be learned of the carousel: its snaps, the ends of what it can
  /// be scrolled by, and some in between and beyond.
  func interestingOffsets(using random: inout SeededGenerator) -> [Double] {
    let end = contentSize.width + viewport.width
    return snaps.map(\.offset) + [0, maxScrollOffset]
      + (0..<10).map { _ in Double.random(in: -end...end * 2, using: &random) }
  }

  /// Where the item at `index` is seen at `offset`: its leading edge, in points inside the view from
  /// where the row begins.
  func leadingEdge(ofItem index: Int, atOffset offset: Double) throws -> Double {
    let frame = frames[index]
    let moved = frame.x + (try displacement(ofItem: index, atOffset: offset) ?? .nan)
    return options.direction == .leftToRight ? moved : viewport.width - moved - frame.width
  }
}

/// Items of these widths, each 100 points high, with ids from 1.
func row(_ widths: [Double]) -> [LayoutItem] {
  widths.enumerated().map { index, width in
    LayoutItem(id: index + 1, mediaSize: Size(width: width, height: 100))
  }
}

/// A carousel of items of these widths in a view of 400 points.
func carousel(
  _ widths: [Double], _ configure: (inout CarouselLayout.Options) -> Void = { _ in }
) throws -> CarouselLayout {
  var options = CarouselLayout.Options()
  configure(&options)
  return try CarouselLayout(items: row(widths), viewport: Viewport(width: 400), options: options)
}
