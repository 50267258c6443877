import FeedLayout
import Foundation
import TestSupport
import Testing

struct StaggeredGridStateTests {
  @Test(
    "Pages of any size, with the state written and read between them, are the whole grid",
    arguments: [1, 2, 3, 16], SeededGenerator.seeds)
  func pages(columnCount: Int, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let whole = try StaggeredGridLayout(
      items: generated.items, viewport: generated.viewport, options: .columns(columnCount))

    for pageSize in [1, 2, 3, 7, 50, generated.items.count + 1] {
      var state = try StaggeredGridState(
        viewport: generated.viewport, options: .columns(columnCount))
      var frames: [Frame] = []
      var rest = generated.items[...]
      while !rest.isEmpty {
        for item in rest.prefix(pageSize) { frames.append(try state.place(item)) }
        rest = rest.dropFirst(pageSize)
        let written = try JSONEncoder().encode(state)
        let read = try JSONDecoder().decode(StaggeredGridState.self, from: written)
        #expect(read == state)
        state = read
      }
      #expect(frames == whole.frames)
      #expect(state.itemCount == generated.items.count)
      #expect(state.columns.map(\.height) == whole.columns.map(\.height))
      #expect(state.columns.map(\.balanceHeight) == whole.columns.map(\.balanceHeight))
    }
  }

  @Test("An item that cannot be placed changes nothing and is named by its place")
  func refused() throws {
    var state = try StaggeredGridState(viewport: Viewport(width: 390))
    _ = try state.place(LayoutItem(id: 7, mediaSize: Size(width: 3, height: 4)))
    let before = state
    #expect(throws: LayoutError.missingMediaSize(index: 1, id: 8)) {
      try state.place(LayoutItem(id: 8))
    }
    let flat = Size(width: 3, height: 0)
    #expect(throws: LayoutError.unusableMediaSize(index: 1, id: 9, size: flat)) {
      try state.place(LayoutItem(id: 9, mediaSize: flat))
    }
    #expect(state == before)
  }

  @Test(
    "A state that no grid can have is not read",
    arguments: [
      // No columns, a narrow viewport, negative heights and counts, no edge.
      #"{"viewport_width":390,"spacing":8,"inset":8,"end":{"columns":[],"item_count":0}}"#,
      state(column(), width: 10),
      state(column(balance: -1, count: 1), items: 1),
      state(column(height: -1, count: 1), items: 1),
      state(column(count: -1)),
      #"{"viewport_width":390,"spacing":8,"inset":8}"#,
      // More items than cells, more cells than items, heights without a cell.
      state(column(height: 5, balance: 5, count: 1), items: 2),
      state(column(height: 5, balance: 5, count: 2), items: 1),
      state(column(height: 5, balance: 5), items: 0),
      // A cursor outside, another number of columns above, placements nobody knows or can go on.
      state(column(), more: #","cursor":1"#),
      state(column(), more: #","cursor":-1"#),
      state(column(), after: #","start":{"columns":[],"item_count":0}"#),
      state(column(), after: #","start":{"columns":[\#(column()),\#(column())],"item_count":0}"#),
      state(column(), after: #","placement":"dense""#),
      state(column() + "," + column(), after: #","placement":"balanced""#),
      state(column(), after: #","placement":"forward","tolerance":-1"#),
      // Gaps that leave no room.
      state(column(), inset: 500),
    ])
  func impossible(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StaggeredGridState.self, from: Data(json.utf8))
    }
  }

  @Test("A state as it is written is read, so the ones above are refused for what they say")
  func possible() throws {
    let json = Self.state(
      Self.column(height: 5, balance: 5, count: 1), items: 1,
      after: #","placement":"forward","tolerance":2"#)
    let state = try JSONDecoder().decode(StaggeredGridState.self, from: Data(json.utf8))
    #expect(state.itemCount == 1)
    #expect(state.columns.map(\.height) == [5])
    #expect(state.options.placement == .forward)
    #expect(state.options.tolerance == 2)
  }

  private static func column(height: Int = 0, balance: Int = 0, count: Int = 0) -> String {
    #"{"balance_height":\#(balance),"height":\#(height),"item_count":\#(count)}"#
  }

  private static func state(
    _ columns: String, width: Int = 390, inset: Int = 8, items: Int = 0, more: String = "",
    after: String = ""
  ) -> String {
    #"{"viewport_width":\#(width),"spacing":8,"inset":\#(inset),"#
      + #""end":{"columns":[\#(columns)],"item_count":\#(items)\#(more)}\#(after)}"#
  }
}

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
      let first = round % 3 == 1 ? before.frames[index].y : update.layout.frames[index].y
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
