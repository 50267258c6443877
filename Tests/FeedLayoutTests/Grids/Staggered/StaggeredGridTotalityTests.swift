import FeedLayout
import Foundation
import TestSupport
import Testing

/// Whatever the sizes, a grid has finite numbers or a typed error.
struct StaggeredGridTotalityTests {
  @Test(
    "Very many items from a thousandth to ten thousand times as high as wide are laid out",
    arguments: [StaggeredGridLayout.Placement.sample, .forward])
  func many(placement: StaggeredGridLayout.Placement) throws {
    var random = SeededGenerator(seed: 1)
    let ratios = [1e-3, 0.1, 1, 1.5, 100, 1e4]
    let items = (0..<TestScale.count(gate: 20_000, soak: 1_000_000)).map {
      LayoutItem(id: $0, mediaSize: Size(width: 1, height: ratios[Int(random.next() % 6)]))
    }
    var options = StaggeredGridLayout.Options()
    options.placement = placement
    let layout = try StaggeredGridLayout(
      items: items, viewport: Viewport(width: 390), options: options)
    #expect(layout.frames.count == items.count)
    #expect(layout.frames.allSatisfy { $0.y.isFinite && $0.height >= 1 && $0.height.isFinite })
    #expect(layout.contentSize.height == layout.columns.map(\.height).max())
    #expect(layout.columns.map(\.itemIDs.count).reduce(0, +) == items.count)
  }

  @Test(
    "Sides at the limits of what a number can be give finite boxes or a typed error",
    arguments: StaggeredGridLayout.Placement.allCases)
  func limits(placement: StaggeredGridLayout.Placement) throws {
    let sides = [
      0, -0.0, -1, .leastNonzeroMagnitude, 1e-300, 1e-3, 1, 1e6, 0x1p51, 0x1p52, 0x1p53, 1e19,
      1e300, 1e308,
      .greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ]
    var options = StaggeredGridLayout.Options()
    (options.placement, options.explains) = (placement, true)
    let viewport = try Viewport(width: 390)
    var refused = 0
    var placed = 0
    for width in sides {
      for height in sides {
        let items = [
          LayoutItem(id: 1, mediaSize: Size(width: 2, height: 3)),
          LayoutItem(id: 2, mediaSize: Size(width: width, height: height)),
          LayoutItem(id: 3, mediaSize: Size(width: width, height: height)),
          LayoutItem(id: 4, mediaSize: Size(width: width, height: height)),
        ]
        do {
          let layout = try StaggeredGridLayout(items: items, viewport: viewport, options: options)
          placed += 1
          #expect(
            layout.frames.allSatisfy {
              $0.y.isFinite && $0.height <= StaggeredGridLayout.greatestHeight
            })
          let quality = try #require(layout.explanation?.quality)
          #expect(quality.whiteSpace.isFinite && (0...1).contains(quality.whiteSpaceShare))
          #expect(quality.bottomRaggedness.isFinite)
          let optimum = try #require(quality.optimum)
          #expect(optimum.height.isFinite && optimum.height <= layout.contentSize.height)
          #expect(!optimum.lowerBound.isNaN && optimum.lowerBound <= optimum.height)
        } catch LayoutError.unusableMediaSize(let index, _, _) {
          refused += 1
          #expect((1...3).contains(index))
        }
      }
    }
    #expect(refused > 100 && placed > 40)
  }

  @Test("The highest cell is drawn, and one that is a point higher is refused")
  func highest() throws {
    let viewport = try Viewport(width: 390)
    func grid(_ height: Double) throws -> StaggeredGridLayout {
      let item = LayoutItem(id: 4, mediaSize: Size(width: 374, height: height))
      return try StaggeredGridLayout(items: [item], viewport: viewport, options: .columns(1))
    }
    let greatest = StaggeredGridLayout.greatestHeight
    #expect(try grid(greatest).contentSize.height == greatest)
    let size = Size(width: 374, height: greatest + 1)
    #expect(throws: LayoutError.unusableMediaSize(index: 0, id: 4, size: size)) {
      try grid(greatest + 1)
    }
  }

  @Test(
    "A grid whose columns end at the largest numbers goes on with finite ones",
    arguments: StaggeredGridLayout.Placement.resumable)
  func sums(placement: StaggeredGridLayout.Placement) throws {
    let edge =
      #"{"columns":[{"balance_height":1.7e308,"height":1.7e308,"item_count":1}],"#
      + #""item_count":1,"cursor":0}"#
    let text = """
      {"viewport_width":390,"spacing":8,"inset":8,"placement":"\(placement.rawValue)",\
      "end":\(edge),"start":\(edge)}
      """
    var state = try JSONDecoder().decode(StaggeredGridState.self, from: Data(text.utf8))
    let high = Size(width: 1, height: StaggeredGridLayout.greatestHeight / 374)
    for id in 2...9 {
      let frame = try state.place(LayoutItem(id: id, mediaSize: high))
      #expect(frame.y.isFinite && frame.maxY.isFinite)
      let frames = try state.prepend([LayoutItem(id: -id, mediaSize: high)])
      #expect(frames.allSatisfy { $0.y.isFinite })
    }
    #expect(state.columns.allSatisfy { $0.height.isFinite && $0.balanceHeight.isFinite })
  }
}
