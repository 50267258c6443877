import FeedLayout
import Foundation
import TestSupport
import Testing

struct UniformGridStateTests {
  /// Items, a viewport and options, each drawn from `random`.
  private static func drawing(
    _ random: inout SeededGenerator
  ) throws -> ([LayoutItem], Viewport, UniformGridLayout.Options) {
    var options = UniformGridLayout.Options()
    options.columnCount = Int.random(in: 1...8, using: &random)
    options.spacing = [0, 2.5, 8, 10].randomElement(using: &random) ?? 0
    options.inset = [0, 8, 13.7].randomElement(using: &random) ?? 0
    options.mediaAspectRatio = Double.random(in: 0.5...3, using: &random)
    options.captionHeight = [0, 94].randomElement(using: &random) ?? 0
    let items = (0..<Int.random(in: 0...50, using: &random)).map { index in
      LayoutItem(
        id: 100 - index, columnSpan: Int.random(in: 1...options.columnCount, using: &random))
    }
    let viewport = try Viewport(width: Double.random(in: 200...1000, using: &random))
    return (items, viewport, options)
  }

  @Test(
    "Spans go row by row, in order, and begin a row only where they would not fit",
    arguments: SeededGenerator.seeds)
  func spans(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let (items, viewport, options) = try Self.drawing(&random)
      let layout = try UniformGridLayout(items: items, viewport: viewport, options: options)
      let gap = options.spacing
      let cell =
        (viewport.width - 2 * options.inset - Double(options.columnCount - 1) * gap)
        / Double(options.columnCount)
      let height = cell / options.mediaAspectRatio + options.captionHeight
      var row = 0
      var used = 0
      for (item, frame) in zip(items, layout.frames) {
        if used + item.columnSpan > options.columnCount {
          row += 1
          used = 0
        }
        #expect(frame.id == item.id && frame.column == nil)
        #expect(abs(frame.x - options.inset - Double(used) * (cell + gap)) < 1e-9)
        #expect(abs(frame.y - Double(row) * (height + gap)) < 1e-9 * max(1, frame.y))
        let span = Double(item.columnSpan)
        #expect(abs(frame.width - span * cell - (span - 1) * gap) < 1e-9)
        #expect(abs(frame.height - height) < 1e-9)
        used += item.columnSpan
        if used == options.columnCount {
          #expect(abs(frame.maxX - viewport.width + options.inset) < 1e-9)
        }
      }
      #expect(layout.frames.count == items.count)
      #expect(layout.contentSize.height == layout.frames.last?.maxY ?? 0)
    }
  }

  @Test(
    "Pages of any size, with the state written and read between them, are the whole grid",
    arguments: SeededGenerator.seeds)
  func pages(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let (items, viewport, options) = try Self.drawing(&random)
      let whole = try UniformGridLayout(items: items, viewport: viewport, options: options)
      for pageSize in [1, 3, 51] {
        var state = try UniformGridState(viewport: viewport, options: options)
        var frames: [Frame] = []
        var rest = items[...]
        while !rest.isEmpty {
          for item in rest.prefix(pageSize) { frames.append(try state.place(item)) }
          rest = rest.dropFirst(pageSize)
          let written = try JSONEncoder().encode(state)
          let read = try JSONDecoder().decode(UniformGridState.self, from: written)
          #expect(read == state)
          state = read
        }
        #expect(frames == whole.frames)
        #expect(state.mediaSize == whole.mediaSize)
        #expect(state.itemCount == items.count)
      }
    }
  }

  @Test(
    "A span over the columns, or of none, is refused and changes nothing",
    arguments: [0, -1, 4, .max, .min])
  func spanOverColumns(span: Int) throws {
    var options = UniformGridLayout.Options()
    options.columnCount = 3
    let viewport = try Viewport(width: 390)
    let items = [LayoutItem(id: 5, columnSpan: 2), LayoutItem(id: 6, columnSpan: span)]
    // An item keeps a span within 32 bits.
    let error = LayoutError.spanOverColumns(index: 1, id: 6, span: items[1].columnSpan, columns: 3)
    #expect(throws: error) {
      try UniformGridLayout(items: items, viewport: viewport, options: options)
    }
    var state = try UniformGridState(viewport: viewport, options: options)
    _ = try state.place(items[0])
    let before = state
    #expect(throws: error) { try state.place(items[1]) }
    #expect(state == before)
  }

  @Test(
    "A state that no grid can have is not read",
    arguments: [
      ("columns", "0"), ("viewport_width", "10"), ("spacing", "-1"), ("aspect_ratio", "0"),
      ("caption_height", "-1"), ("row", "-1"), ("row", "5"), ("column", "0"), ("column", "3"),
      ("item_count", "-1"), ("item_count", "9000000000000000000"), ("item_count", "0"),
    ])
  func impossible(member: String, value: String) throws {
    var members = [
      "viewport_width": "390", "columns": "2", "spacing": "8", "inset": "8",
      "aspect_ratio": "1.5", "caption_height": "94", "row": "2", "column": "1",
      "item_count": "5",
    ]
    func data() -> Data {
      Data("{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8)
    }
    let state = try JSONDecoder().decode(UniformGridState.self, from: data())
    #expect(state.row == 2 && state.column == 1 && state.itemCount == 5)
    members[member] = value
    let changed = data()
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(UniformGridState.self, from: changed)
    }
  }
}
