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
      items: generated.items, viewport: generated.viewport, columnCount: columnCount)

    for pageSize in [1, 2, 3, 7, 50, generated.items.count + 1] {
      var state = try StaggeredGridState(
        viewport: generated.viewport, columnCount: columnCount)
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
      #"{"viewport_width":390,"columns":[]}"#,
      #"{"viewport_width":10,"columns":[{"balance_height":0,"height":0,"item_count":0}]}"#,
      #"{"viewport_width":390,"columns":[{"balance_height":-1,"height":0,"item_count":0}]}"#,
      #"{"viewport_width":390,"columns":[{"balance_height":0,"height":0,"item_count":-1}]}"#,
      #"{"viewport_width":390}"#,
    ])
  func impossible(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StaggeredGridState.self, from: Data(json.utf8))
    }
  }
}
