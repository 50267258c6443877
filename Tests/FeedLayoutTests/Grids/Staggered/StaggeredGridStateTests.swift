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
      state(
        column(),
        after: #","start":{"columns":[\#(column()),\#(column())],"item_count":0}"#),
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
