import FeedLayout
import TestSupport
import Testing

/// Properties of every layout, or of all grids, for any items.
struct SectionLayoutTests {
  @Test(
    "Every item has one frame, in the order of the items",
    arguments: LayoutType.allCases, SeededGenerator.seeds)
  func order(type: LayoutType, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try SectionLayout(type, items: generated.items, viewport: generated.viewport)
    #expect(layout.frames.map(\.id) == generated.items.map(\.id))
    #expect(layout.type == type)
    #expect(layout.viewport == generated.viewport)
  }

  @Test(
    "Every number is finite and no extent negative",
    arguments: LayoutType.allCases, SeededGenerator.seeds)
  func finite(type: LayoutType, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try SectionLayout(type, items: generated.items, viewport: generated.viewport)
    #expect(layout.contentSize.width.isFinite && layout.contentSize.height.isFinite)
    for frame in layout.frames {
      #expect(frame.x.isFinite && frame.y.isFinite)
      #expect(frame.width.isFinite && frame.width >= 0)
      #expect(frame.height.isFinite && frame.height >= 0)
    }
  }

  @Test(
    "Frames do not overlap where nothing is meant to",
    arguments: [
      LayoutType.shelf, .snapCarousel, .uniformGrid, .staggeredGrid, .carousel, .justifiedRows,
      .mosaic, .list,
    ],
    SeededGenerator.seeds)
  func noOverlap(type: LayoutType, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let frames = try SectionLayout(type, items: generated.items, viewport: generated.viewport)
      .frames
    for (index, frame) in frames.enumerated() {
      let other = frames[(index + 1)...].first { $0.overlaps(frame) }
      #expect(other == nil, "\(frame) and \(String(describing: other))")
    }
  }

  @Test(
    "The frames of a grid stay inside the viewport, and its height is that of the lowest",
    arguments: [LayoutType.uniformGrid, .staggeredGrid, .justifiedRows, .mosaic],
    SeededGenerator.seeds)
  func insideViewport(type: LayoutType, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try SectionLayout(type, items: generated.items, viewport: generated.viewport)
    for frame in layout.frames {
      #expect(frame.x >= 8 && frame.y >= 0)
      #expect(frame.maxX <= generated.viewport.width - 8 + 1e-9)
    }
    #expect(layout.contentSize.width == generated.viewport.width)
    #expect(layout.contentSize.height == layout.frames.map(\.maxY).max() ?? 0)
  }

  @Test("A section of nothing has no height and no frames", arguments: LayoutType.allCases)
  func empty(type: LayoutType) throws {
    let viewport = try Viewport(width: 390)
    let layout = SectionLayout(empty: type, viewport: viewport)
    #expect(layout.contentSize == Size(width: 390, height: 0))
    #expect(layout.frames.isEmpty)
    #expect(try SectionLayout(type, items: [], viewport: viewport) == layout)
  }

  @Test("Only a picture above a text has a size of its own", arguments: LayoutType.allCases)
  func mediaSize(type: LayoutType) throws {
    let layout = SectionLayout(empty: type, viewport: try Viewport(width: 390))
    switch type {
    case .shelf: #expect(layout.mediaSize?.width == 200)
    case .uniformGrid: #expect(layout.mediaSize == Size(width: 183, height: 122))
    default: #expect(layout.mediaSize == nil)
    }
  }

  @Test(
    "A layout has one name, written with underscores or with hyphens",
    arguments: [
      (LayoutType.shelf, "shelf", "shelf"),
      (.snapCarousel, "snap_carousel", "snap-carousel"),
      (.circularCarousel, "circular_carousel", "circular-carousel"),
      (.uniformGrid, "uniform_grid", "uniform-grid"),
      (.staggeredGrid, "staggered_grid", "staggered-grid"),
      (.cardStack, "card_stack", "card-stack"),
      (.carousel, "carousel", "carousel"),
      (.justifiedRows, "justified_rows", "justified-rows"), (.mosaic, "mosaic", "mosaic"),
      (.list, "list", "list"),
    ])
  func names(type: LayoutType, published: String, onCommandLine: String) {
    #expect(type.rawValue == published)
    #expect(type.kebabCaseName == onCommandLine)
    #expect(LayoutType(name: published) == type)
    #expect(LayoutType(name: onCommandLine) == type)
  }

  @Test("There are ten layouts")
  func count() {
    #expect(LayoutType.allCases.count == 10)
  }

  @Test(
    "No other name is a layout",
    arguments: ["", "Shelf", "snap carousel", "grid", "shelf ", "snapCarousel", "_", "-shelf"])
  func otherNames(name: String) {
    #expect(LayoutType(name: name) == nil)
  }
}
