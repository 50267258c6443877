import FeedLayout
import Foundation
import TestSupport
import Testing

/// Growing a grid downwards and upwards.
struct StaggeredGridGrowthTests {
  typealias Placement = StaggeredGridLayout.Placement

  @Test(
    "Pages of any size are the whole grid, whatever the rule, with spans and kept columns",
    arguments: Placement.resumable, SeededGenerator.seeds)
  func pages(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let grid = try GeneratedGrid(placement, using: &random)
      let whole = try grid.layout()
      for pageSize in [1, 2, 5, 13, 41] {
        var state = try StaggeredGridState(viewport: grid.viewport, options: grid.options)
        var frames: [Frame] = []
        var rest = grid.items[...]
        while !rest.isEmpty {
          for item in rest.prefix(pageSize) { frames.append(try state.place(item)) }
          rest = rest.dropFirst(pageSize)
          state = try state.writtenAndRead()
        }
        #expect(frames == whole.frames)
        #expect(state.columns.map(\.height) == whole.columns.map(\.height))
        #expect(state.contentBottom == whole.contentSize.height)
        #expect(state.contentTop == 0)
      }
    }
  }

  @Test(
    "Two columns split in one go have the very frames of items placed one by one",
    arguments: SeededGenerator.seeds)
  func sameNumbers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      // Widths with fractions, heights of whole points and next to them, and what is unusual.
      let viewport = try Viewport(width: Double.random(in: 200...4_096, using: &random))
      var options = StaggeredGridLayout.Options()
      options.spacing = Double.random(in: 0...20, using: &random)
      options.inset = Double.random(in: 0...20, using: &random)
      let isUnusual = Bool.random(using: &random)
      let items = (0..<60).map { id in
        let exponent = Double.random(in: -20...11, using: &random)
        let width = Double.random(in: 1...4_000, using: &random)
        let height =
          isUnusual && id > 20
          ? width * exp2(exponent)
          : [width, width * 2, (width * 0.7).rounded(), width * (1 + 1e-16)].randomElement(
            using: &random) ?? width
        return LayoutItem(
          id: id, mediaSize: Size(width: width, height: height),
          columnSpan: isUnusual && id % 50 == 49 ? 2 : 1,
          keptColumn: isUnusual && id % 40 == 39 ? 1 : nil)
      }
      let layout = try StaggeredGridLayout(items: items, viewport: viewport, options: options)
      var state = try StaggeredGridState(viewport: viewport, options: options)
      let frames = try items.map { try state.place($0) }
      #expect(layout.frames == frames)
      #expect(layout.columns.map(\.balanceHeight) == state.columns.map(\.balanceHeight))
      #expect(layout.columns.map(\.height) == state.columns.map(\.height))
      #expect(layout.columns.map(\.itemIDs.count) == state.columns.map(\.itemCount))
    }
  }

  @Test(
    "What is prepended to nothing is the mirror image of what is appended",
    arguments: Placement.resumable, SeededGenerator.seeds)
  func mirror(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let grid = try GeneratedGrid(placement, using: &random)
      let count = grid.options.columnCount
      let mirrored = grid.items.map { item in
        item.keeping(column: item.keptColumn.map { count - $0 - item.columnSpan })
      }
      // A column that is not there has no mirror image.
      guard zip(grid.items, mirrored).allSatisfy({ $0.keptColumn == nil || $1.keptColumn != nil })
      else { continue }
      let appended = try grid.layout().frames
      var state = try StaggeredGridState(viewport: grid.viewport, options: grid.options)
      let prepended = Array(try state.prepend(mirrored.reversed()).reversed())
      for (below, above) in zip(appended, prepended) {
        #expect(above.id == below.id && above.columnSpan == below.columnSpan)
        #expect(above.column == below.column.map { count - $0 - below.columnSpan })
        #expect(above.y == -(grid.options.spacing + below.maxY))
        #expect(above.width == below.width && above.height == below.height)
      }
      #expect(state.contentTop == (prepended.map(\.y).min() ?? 0))
      #expect(state.startColumns.map(\.itemCount).allSatisfy { $0 <= grid.items.count })
    }
  }

  @Test(
    "Prepending page by page is prepending at once, and moves nothing that is there",
    arguments: Placement.resumable, SeededGenerator.seeds)
  func prependedPages(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      let grid = try GeneratedGrid(placement, using: &random)
      var start = try StaggeredGridState(viewport: grid.viewport, options: grid.options)
      let below = try grid.items.prefix(7).map { try start.place($0) }
      var whole = start
      let above = Array(grid.items.dropFirst(7))
      let expected = try whole.prepend(above)
      for pageSize in [1, 3, 40] {
        var state = start
        var frames: [Frame] = []
        var rest = above[...]
        while !rest.isEmpty {
          frames = try state.prepend(Array(rest.suffix(pageSize))) + frames
          rest = rest.dropLast(pageSize)
          state = try state.writtenAndRead()
        }
        #expect(frames == expected)
        #expect(state == whole)
      }
      // Both halves as one grid, moved so that it begins at 0.
      let all = (expected + below).map { $0.moved(downBy: -whole.contentTop) }
      #expect((all.map(\.y).min() ?? 0) == 0)
      for (index, frame) in all.enumerated() {
        #expect(!all[(index + 1)...].contains { $0.overlaps(frame) })
      }
      // The frames of items appended afterwards do not depend on prepended items.
      let next = LayoutItem(id: 99, mediaSize: Size(width: 3, height: 4))
      let frames = (try whole.place(next), try start.place(next))
      #expect(frames.0 == frames.1)
    }
  }

  @Test("A page that cannot be prepended changes nothing, and names its item by its index")
  func refusedPage() throws {
    var state = try StaggeredGridState(viewport: Viewport(width: 390))
    let square = Size(width: 1, height: 1)
    _ = try state.prepend([LayoutItem(id: 1, mediaSize: square)])
    let before = state
    let page = [
      LayoutItem(id: 5, mediaSize: square), LayoutItem(id: 6),
      LayoutItem(id: 7, mediaSize: square),
    ]
    #expect(throws: LayoutError.missingMediaSize(index: 1, id: 6)) { try state.prepend(page) }
    let wide = [LayoutItem(id: 8, mediaSize: square, columnSpan: 3)]
    #expect(throws: LayoutError.spanOverColumns(index: 0, id: 8, span: 3, columns: 2)) {
      try state.prepend(wide)
    }
    #expect(state == before)
    #expect(state.itemCount == 1)
  }

  @Test("A placement that has to see all items has no state")
  func balanced() throws {
    var options = StaggeredGridLayout.Options()
    options.placement = .balanced
    let viewport = try Viewport(width: 390)
    #expect(throws: LayoutError.placementNotResumable("balanced")) {
      try StaggeredGridState(viewport: viewport, options: options)
    }
  }

  @Test("A state is small: a few numbers for each column")
  func small() throws {
    var state = try StaggeredGridState(viewport: Viewport(width: 390))
    for id in 0..<1_000 {
      _ = try state.place(LayoutItem(id: id, mediaSize: Size(width: 3, height: 4)))
    }
    #expect(try JSONEncoder().encode(state).count < 250)
  }
}

extension StaggeredGridState {
  fileprivate func writtenAndRead() throws -> StaggeredGridState {
    let read = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(self))
    #expect(read == self)
    return read
  }
}
