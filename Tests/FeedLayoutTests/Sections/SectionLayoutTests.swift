import FeedLayout
import TestSupport
import Testing

/// Properties of every layout, or of all grids, for any items.
struct SectionLayoutTests {
  @Test(
    "Every item has one frame, in the order of the items",
    arguments: SectionLayouts.all, SeededGenerator.seeds)
  func order(type: any SectionLayout.Type, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try type.standardOptions.layout(of: generated.items, in: generated.viewport)
    #expect(layout.frames.map(\.id) == generated.items.map(\.id))
    #expect(layout.name == type.name)
    #expect(layout.viewport == generated.viewport)
  }

  @Test(
    "Every number is finite and no extent negative",
    arguments: SectionLayouts.all, SeededGenerator.seeds)
  func finite(type: any SectionLayout.Type, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try type.standardOptions.layout(of: generated.items, in: generated.viewport)
    #expect(layout.contentSize.width.isFinite && layout.contentSize.height.isFinite)
    for frame in layout.frames {
      #expect(frame.x.isFinite && frame.y.isFinite)
      #expect(frame.width.isFinite && frame.width >= 0)
      #expect(frame.height.isFinite && frame.height >= 0)
    }
  }

  @Test(
    "Frames do not overlap where nothing is meant to",
    arguments: SectionLayouts.all.filter {
      $0 != CircularCarouselLayout.self && $0 != CardStackLayout.self
    },
    SeededGenerator.seeds)
  func noOverlap(type: any SectionLayout.Type, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let frames = try type.standardOptions.layout(of: generated.items, in: generated.viewport).frames
    for (index, frame) in frames.enumerated() {
      let other = frames[(index + 1)...].first { $0.overlaps(frame) }
      #expect(other == nil, "\(frame) and \(String(describing: other))")
    }
  }

  @Test(
    "The frames of a grid stay inside the viewport, and its height is that of the lowest",
    arguments: [
      UniformGridLayout.self, StaggeredGridLayout.self, JustifiedRowsLayout.self,
      MosaicLayout.self,
    ] as [any SectionLayout.Type],
    SeededGenerator.seeds)
  func insideViewport(type: any SectionLayout.Type, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try type.standardOptions.layout(of: generated.items, in: generated.viewport)
    for frame in layout.frames {
      #expect(frame.x >= 8 && frame.y >= 0)
      #expect(frame.maxX <= generated.viewport.width - 8 + 1e-9)
    }
    #expect(layout.contentSize.width == generated.viewport.width)
    #expect(layout.contentSize.height == layout.frames.map(\.maxY).max() ?? 0)
  }

  @Test("A section of nothing has no height and no frames", arguments: SectionLayouts.all)
  func empty(type: any SectionLayout.Type) throws {
    let viewport = try Viewport(width: 390)
    let layout = type.standardOptions.emptyLayout(in: viewport)
    #expect(layout.contentSize == Size(width: 390, height: 0))
    #expect(layout.frames.isEmpty)
    let same = try type.standardOptions.layout(of: [], in: viewport)
    #expect(same.isEqual(to: layout))
  }

  @Test("Each layout has a name of its own, by which it is found")
  func names() {
    #expect(Set(SectionLayouts.names).count == SectionLayouts.all.count)
    for layout in SectionLayouts.all { #expect(SectionLayouts.named(layout.name) == layout) }
  }

  @Test(
    "No other name is a layout",
    arguments: [
      "", "Shelf", "snap carousel", "grid", "shelf ", "snapCarousel", "_", "-shelf",
      "staggered-grid",
    ])
  func otherNames(name: String) {
    #expect(SectionLayouts.named(name) == nil)
  }
}
