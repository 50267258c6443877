import FeedLayout
import TestSupport
import Testing

/// Items that come, go and change their size while a person looks.
struct StaggeredGridChangeTests {
  typealias Placement = StaggeredGridLayout.Placement

  @Test(
    "Inserting, removing or resizing one of many seen items moves nothing but what is below it",
    arguments: Placement.allCases, SeededGenerator.seeds)
  func change(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      let grid = try GeneratedGrid(placement, using: &random, spans: false, kept: false)
      guard !grid.items.isEmpty else { continue }
      let before = try grid.layout()
      let index = Int.random(in: grid.items.indices, using: &random)
      var items = grid.items
      switch round % 3 {
      case 0: items.insert(LayoutItem(id: 999, mediaSize: Size(width: 3, height: 4)), at: index)
      case 1: items.remove(at: index)
      default: items[index] = LayoutItem(id: items[index].id, mediaSize: Size(width: 1, height: 9))
      }
      let seen = Set(grid.items.map(\.id))
      let update = try before.updated(items: items, seen: seen)

      // 1. Everything seen keeps its column.
      let columns = Dictionary(uniqueKeysWithValues: before.frames.map { ($0.id, $0.column) })
      for frame in update.layout.frames where seen.contains(frame.id) {
        #expect(frame.column == columns[frame.id])
      }
      // 2. What moved is in the column of the change, and not above it.
      let changed =
        round % 3 == 1 ? before.frames[index].column : update.layout.frames[index].column
      let first =
        round % 3 == 1 ? before.frames[index].y : update.layout.frames[index].y
      for frame in update.changes.moved {
        #expect(frame.column == changed && frame.y >= min(first, before.frames[index].y))
      }
      #expect(update.changes.inserted.map(\.id) == (round % 3 == 0 ? [999] : []))
      #expect(update.changes.removed == (round % 3 == 1 ? [grid.items[index].id] : []))
    }
  }

  @Test(
    "A kept column is kept under every rule; one that is not there is ignored",
    arguments: Placement.allCases)
  func kept(placement: Placement) throws {
    var options = StaggeredGridLayout.Options()
    options.placement = placement
    let viewport = try Viewport(width: 390)
    let square = Size(width: 1, height: 1)
    func columns(_ items: [LayoutItem]) throws -> [Int?] {
      try StaggeredGridLayout(items: items, viewport: viewport, options: options).frames
        .map(\.column)
    }
    let right = (1...3).map { LayoutItem(id: $0, mediaSize: square, keptColumn: 1) }
    #expect(try columns(right) == [1, 1, 1])
    let nowhere = [2, -1, .max, .min].map { LayoutItem(id: 1, mediaSize: square, keptColumn: $0) }
    for item in nowhere { #expect(try columns([item]) == [0]) }
    let wide = LayoutItem(id: 1, mediaSize: square, columnSpan: 2, keptColumn: 1)
    #expect(try columns([wide]) == [0])
  }

  @Test("Nothing seen is a new layout, and only what was seen is kept")
  func unseen() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let grid = try GeneratedGrid(.shortest, using: &random, kept: false)
      let before = try grid.layout()
      let items = Array(grid.items.dropFirst())
      let fresh = try StaggeredGridLayout(
        items: items, viewport: grid.viewport, options: grid.options)
      #expect(try before.updated(items: items, seen: []).layout == fresh)
      let kept = LayoutItem.keepingColumns(of: before.frames, seen: [2, 5], in: items)
      for (item, frame) in zip(kept, before.frames.dropFirst()) {
        #expect(item.keptColumn == ([2, 5].contains(item.id) ? frame.column : nil))
        #expect(item.mediaSize == grid.items[item.id - 1].mediaSize)
        #expect(item.columnSpan == grid.items[item.id - 1].columnSpan)
      }
    }
  }

  @Test(
    "The same items again are the same grid, whatever was seen", arguments: SeededGenerator.seeds)
  func unchanged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for placement in Placement.resumable {
      let grid = try GeneratedGrid(placement, using: &random)
      let before = try grid.layout()
      let seen = Set(grid.items.map(\.id).filter { _ in Bool.random(using: &random) })
      let update = try before.updated(items: grid.items, seen: seen)
      #expect(update.changes.isEmpty)
      #expect(update.changes.unmovedCount == grid.items.count)
      #expect(update.layout.frames == before.frames)
    }
  }

  @Test("An item that is kept in a column already stays kept there")
  func alreadyKept() throws {
    let square = Size(width: 1, height: 1)
    let before = try StaggeredGridLayout(
      items: [LayoutItem(id: 1, mediaSize: square)], viewport: Viewport(width: 390))
    let item = LayoutItem(id: 1, mediaSize: square, keptColumn: 1)
    #expect(LayoutItem.keepingColumns(of: before.frames, seen: [1], in: [item]) == [item])
  }
}
