import FeedLayout
import Foundation
import TestSupport
import Testing

struct JustifiedRowsStateTests {
  @Test(
    "Pages of any size, with the state written and read between them, are the rows at once",
    arguments: SeededGenerator.seeds)
  func pages(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for drawing in 0..<30 {
      var generated = try GeneratedRows(random: &random, isExtreme: drawing.isMultiple(of: 3))
      generated.options.breaks = .greedy
      let whole = try generated.layout
      for pageSize in [1, 2, 7, 61] {
        var state = try JustifiedRowsState(viewport: generated.viewport, options: generated.options)
        var frames: [Frame] = []
        var rows: [JustifiedRowsPage.Row] = []
        var hidden: [Int] = []
        var rest = generated.items[...]
        while !rest.isEmpty {
          let page = try state.append(Array(rest.prefix(pageSize)))
          rest = rest.dropFirst(pageSize)
          frames += page.frames
          rows += page.rows
          hidden += page.hiddenItemIDs
          let written = try JSONEncoder().encode(state)
          let read = try JSONDecoder().decode(JustifiedRowsState.self, from: written)
          #expect(read == state)
          state = read
          #expect(state.itemCount == generated.items.count - rest.count)
          #expect(state.openItemIDs.count == state.itemCount - frames.count)
        }
        #expect(state.rowCount == rows.count)
        #expect(state.openItemIDs == generated.items[frames.count...].map(\.id))
        let openRow = state.openRow
        #expect(frames + openRow.frames == whole.frames)
        #expect(rows + openRow.rows == whole.rows)
        #expect(hidden + openRow.hiddenItemIDs == whole.hiddenItemIDs)
      }
    }
  }

  @Test("Rows that are closed stay as they are when items are appended")
  func closedRows() throws {
    var random = SeededGenerator(seed: 4)
    var generated = try GeneratedRows(random: &random, itemCount: 60...60)
    generated.options = .init()
    let whole = try generated.layout
    for count in 0..<60 {
      let part = try JustifiedRowsLayout(
        items: Array(generated.items.prefix(count)), viewport: generated.viewport)
      let closed = Array(part.rows.prefix { !$0.isWidow })
      #expect(Array(whole.rows.prefix(closed.count)) == closed)
    }
  }

  @Test("A page with an item that has no usable picture size changes nothing")
  func refused() throws {
    var state = try JustifiedRowsState(viewport: Viewport(width: 390))
    let item = LayoutItem(id: 1, mediaSize: Size(width: 4, height: 3))
    _ = try state.append([item, item, item])
    let before = state
    #expect(throws: LayoutError.missingMediaSize(index: 4, id: 9)) {
      try state.append([item, LayoutItem(id: 9), item])
    }
    #expect(state == before)
  }

  @Test("The state is greedy whatever it was told")
  func breaks() throws {
    var options = JustifiedRowsLayout.Options()
    options.breaks = .optimal
    let state = try JustifiedRowsState(viewport: Viewport(width: 390), options: options)
    #expect(state.options.breaks == .greedy)
  }

  private static let written: [String: String] = [
    "viewport_width": "390", "row_height": "150", "tolerance": "0.25", "spacing": "8",
    "inset": "8", "widows": #""left""#, "full_width_cadence": "0", "row_count": "1",
    "item_count": "3", "bottom": "150", "previous_height": "150",
    "open": #"[{"id":4,"aspect_ratio":1.5}]"#,
  ]

  private static func json(_ member: String = "spacing", _ value: String? = "8") -> Data {
    var members = written
    members[member] = value
    return Data("{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8)
  }

  @Test("A state is read from its published members")
  func read() throws {
    let state = try JSONDecoder().decode(JustifiedRowsState.self, from: Self.json())
    #expect(state.rowCount == 1 && state.itemCount == 4 && state.bottom == 150)
    #expect(state.openItemIDs == [4])
  }

  @Test(
    "A state that no rows can have is not read",
    arguments: [
      ("viewport_width", "10"), ("row_height", "0"), ("tolerance", "2"), ("spacing", "-1"),
      ("inset", "195"), ("widows", #""orphans""#), ("full_width_cadence", "65"),
      ("row_count", "-1"), ("row_count", "4"), ("item_count", "-1"), ("bottom", "-1"),
      ("bottom", "1e300"), ("previous_height", "301"), ("max_rows", "1"), ("max_rows", "0"),
      ("open", #"[{"id":4,"aspect_ratio":0}]"#), ("open", nil),
      (
        "open",
        "[" + repeatElement(#"{"id":4,"aspect_ratio":1}"#, count: 43).joined(separator: ",") + "]"
      ),
    ] as [(String, String?)])
  func impossible(member: String, value: String?) {
    let data = Self.json(member, value)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(JustifiedRowsState.self, from: data)
    }
  }
}
