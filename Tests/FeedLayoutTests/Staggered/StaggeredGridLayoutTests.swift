import FeedLayout
import TestSupport
import Testing

struct StaggeredGridLayoutTests {
  static let columnCounts = [1, 2, 3, 5, 16]

  @Test(
    "Columns hold every item once, and their heights are those of their cells",
    arguments: columnCounts, SeededGenerator.seeds)
  func columns(count: Int, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try StaggeredGridLayout(
      items: generated.items, viewport: generated.viewport, options: .columns(count))

    #expect(layout.columns.count == count)
    for (index, column) in layout.columns.enumerated() {
      let frames = layout.frames.filter { $0.column == index }
      #expect(column.itemIDs == frames.map(\.id))
      #expect(column.height == frames.last?.maxY ?? 0)
      for (above, below) in zip(frames, frames.dropFirst()) {
        #expect(below.y == above.maxY + GridSpacing.default)
        #expect(below.x == above.x)
      }
      #expect(frames.first?.y ?? 0 == 0)
    }
    #expect(layout.columns.map(\.itemIDs.count).reduce(0, +) == generated.items.count)
    #expect(layout.contentSize.height == layout.columns.map(\.height).max())
  }

  @Test(
    "Each item goes to the leftmost column with the smallest balance height",
    arguments: columnCounts, SeededGenerator.seeds)
  func balance(count: Int, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try StaggeredGridLayout(
      items: generated.items, viewport: generated.viewport, options: .columns(count))
    var sums = Array(repeating: 0.0, count: count)
    for (item, frame) in zip(generated.items, layout.frames) {
      let lowest = try #require(sums.min())
      #expect(frame.column == sums.firstIndex(of: lowest))
      let media = try #require(item.mediaSize)
      let width = generated.viewport.width / Double(count)
      sums[try #require(frame.column)] += (width / media.width * media.height).rounded(.up)
    }
    #expect(layout.columns.map(\.balanceHeight) == sums)
  }

  @Test("More columns than items leave the last ones empty")
  func emptyColumns() throws {
    let item = LayoutItem(id: 1, mediaSize: Size(width: 1, height: 1))
    let layout = try StaggeredGridLayout(
      items: [item], viewport: Viewport(width: 390), options: .columns(3))
    #expect(layout.columns.map(\.itemIDs) == [[1], [], []])
    #expect(layout.columns.map(\.height) == [120, 0, 0])
  }

  @Test("A column count outside 1…16 is refused", arguments: [0, -1, 17, .max, .min])
  func columnCount(count: Int) throws {
    let viewport = try Viewport(width: 390)
    #expect(
      throws: LayoutError.outOfRange(.columnCount, value: Double(count), allowed: 1...16)
    ) {
      try StaggeredGridLayout(items: [], viewport: viewport, options: .columns(count))
    }
  }

  @Test("An item without a picture size is refused by its position and id")
  func missingSize() throws {
    let items = [
      LayoutItem(id: 5, mediaSize: Size(width: 1, height: 1)), LayoutItem(id: 9),
    ]
    let viewport = try Viewport(width: 390)
    #expect(throws: LayoutError.missingMediaSize(index: 1, id: 9)) {
      try StaggeredGridLayout(items: items, viewport: viewport)
    }
  }

  @Test(
    "A picture size that cannot be laid out is refused",
    arguments: [
      Size(width: 0, height: 1), Size(width: 1, height: 0), Size(width: -1, height: 1),
      Size(width: 1, height: -1), Size(width: .nan, height: 1), Size(width: 1, height: .nan),
      Size(width: .infinity, height: 1), Size(width: 1, height: .infinity),
      Size(width: .infinity, height: .infinity), Size(width: -.infinity, height: 1),
      Size(width: .leastNonzeroMagnitude, height: 1e308), Size(width: 1e-300, height: 1e300),
    ])
  func unusableSize(size: Size) throws {
    let items = [
      LayoutItem(id: 5, mediaSize: Size(width: 1, height: 1)), LayoutItem(id: 9, mediaSize: size),
    ]
    let viewport = try Viewport(width: 390)
    // By its facts, as NaN differs from itself.
    let error = try #require(throws: LayoutError.self) {
      try StaggeredGridLayout(items: items, viewport: viewport)
    }
    guard case .unusableMediaSize(index: 1, id: 9, size: _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("Heights that add up to infinity are refused, not published")
  func overflowingSum() throws {
    let size = Size(width: 1, height: 3e305)
    let items = (1...4).map { LayoutItem(id: $0, mediaSize: size) }
    let viewport = try Viewport(width: 390)
    #expect(throws: LayoutError.unusableMediaSize(index: 1, id: 2, size: size)) {
      try StaggeredGridLayout(items: items, viewport: viewport, options: .columns(1))
    }
  }
}
