import FeedLayout
import Foundation
import TestSupport
import Testing

/// Properties of lists, for any number of items, any width and any options; 200 sets of them for each seed.
struct ListPropertyTests {
  private static func forEach(
    seed: UInt64, _ body: (ListLayout, [LayoutItem]) throws -> Void
  ) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var options = ListLayout.Options()
      options.rowHeight = Double.random(in: 0...300, using: &random)
      options.minimumRowWidth = Double.random(in: 100...900, using: &random)
      options.maximumColumnCount = Int.random(in: 1...16, using: &random)
      options.spacing = [0, 1.5, 8, 24].randomElement(using: &random) ?? 0
      options.inset = [0, 8, 12.3].randomElement(using: &random) ?? 0
      let width = Double.random(in: Viewport.supportedWidths, using: &random)
      let items = (0..<Int.random(in: 0...14, using: &random)).map { LayoutItem(id: 3 * $0 + 7) }
      let viewport = try Viewport(width: width)
      try body(try ListLayout(items: items, viewport: viewport, options: options), items)
    }
  }

  @Test("Rows fill the width, and are as narrow as they may be", arguments: SeededGenerator.seeds)
  func columns(seed: UInt64) throws {
    try Self.forEach(seed: seed) { layout, items in
      let (options, count) = (layout.options, Double(layout.columnCount))
      let room = layout.viewport.width - 2 * options.inset
      let least = { (count: Double) in
        count * options.minimumRowWidth + (count - 1) * options.spacing
      }
      #expect(count == 1 || least(count) <= room + 1e-9)
      #expect(least(count + 1) > room - 1e-9 || layout.columnCount == options.maximumColumnCount)
      guard let first = layout.frames.first else { return }
      #expect(abs(first.width * count + options.spacing * (count - 1) - room) < 1e-9 * room)
      #expect(
        layout.frames.allSatisfy { $0.width == first.width && $0.height == options.rowHeight })
      #expect(layout.frames.map(\.id) == items.map(\.id))
      #expect(layout.contentSize.height == layout.frames.map(\.maxY).max() ?? 0)
    }
  }

  @Test("Pages laid end to end are the whole list", arguments: SeededGenerator.seeds)
  func pages(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try Self.forEach(seed: seed) { layout, items in
      var state = try ListState(viewport: layout.viewport, options: layout.options)
      var frames: [Frame] = []
      for item in items {
        // A state survives being written.
        if Bool.random(using: &random) {
          state = try JSONDecoder().decode(ListState.self, from: try JSONEncoder().encode(state))
        }
        frames.append(state.place(item))
      }
      #expect(frames == layout.frames)
      #expect(state.contentBottom == layout.contentSize.height)
    }
  }

  @Test(
    "A state that no list can have is refused",
    arguments: [
      #""item_count":-1"#, #""item_count":1e15"#, #""item_count":0.5"#,
      #""item_count":1,"row_height":-1"#, #""item_count":1,"min_row_width":99"#,
      #""item_count":1,"viewport_width":100"#,
    ])
  func states(changed: String) throws {
    func state(_ members: String) -> Data {
      var all = [
        "viewport_width": "390", "row_height": "74", "min_row_width": "320", "spacing": "0",
        "inset": "0",
      ]
      for member in members.split(separator: ",") {
        let parts = member.split(separator: ":")
        all[String(parts[0].dropFirst().dropLast())] = String(parts[1])
      }
      return Data("{\(all.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}".utf8)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ListState.self, from: state(changed))
    }
    #expect(
      try JSONDecoder().decode(ListState.self, from: state(#""item_count":3"#)).itemCount == 3)
  }
}
