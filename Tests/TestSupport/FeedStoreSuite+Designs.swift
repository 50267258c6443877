import FeedEditing
package import FeedModel
import FeedStore
import StrictJSON

/// Cells and themes for tests.
package enum TestDesigns {
  /// A cell for every layout with a picture, whose headline has so many lines.
  package static func cell(_ name: String, lines: Int = 1) throws -> Design {
    try design(
      """
      {"cell":"\(name)","fits":["uniform_grid","shelf","staggered_grid"],
       "content":[{"image":"image"},{"text":"headline","style":"body","lines":\(lines)}]}
      """, .cell)
  }

  /// A theme whose texts have the colour `label`.
  package static func theme(_ name: String, label: String = "#112233") throws -> Design {
    try design(#"{"theme":"\#(name)","colors":{"label":"\#(label)"}}"#, .theme)
  }

  private static func design(_ text: String, _ type: DesignType) throws -> Design {
    try Design(reading: try JSONTree(parsing: text.utf8), as: type, theme: StandardCells.theme)
  }
}

extension FeedStoreCheck {
  private static func moment(_ offset: Int) -> Timestamp {
    SampleContent.committedAt.later(seconds: offset)
  }

  private static func names(_ catalogue: CellCatalogue) -> [String] {
    catalogue.written.keys.sorted().map(\.description)
  }

  static let designs = [
    FeedStoreCheck("reads cells and themes as they are and as they were") { store in
      let cells = try [1, 2].map { try TestDesigns.cell("pin", lines: $0) }
      let theme = try TestDesigns.theme("night")
      var changes: [[Change]] = []
      for (number, designs) in [[cells[0], theme], [cells[1], theme], [], [cells[0]]].enumerated() {
        let made = try await store.write(
          at: moment(number),
          making: { transaction -> [Change] in
            guard designs.isEmpty else { return try designs.map { try transaction.setDesign($0) } }
            return [
              try transaction.removeDesign(cells[0].key),
              try transaction.removeDesign(DesignKey(.cell, "other")),
            ]
          })
        changes.append(made)
      }
      try requireEqual(
        changes,
        [[.inserted, .inserted], [.updated, .unchanged], [.deleted, .unchanged], [.inserted]])
      let expected: [(names: [String], lines: Design?)] = [
        ([], nil), (["cells/pin", "themes/night"], cells[0]),
        (["cells/pin", "themes/night"], cells[1]), (["themes/night"], nil),
        (["cells/pin", "themes/night"], cells[0]),
      ]
      for (number, state) in expected.enumerated() {
        try await store.read(at: number) { reader in
          let catalogue = try reader.catalogue()
          try requireEqual(names(catalogue), state.names)
          try requireEqual(catalogue[cells[0].key], state.lines)
        }
      }
      try requireEqual(
        try await store.read { reader in
          try reader.changes(after: 0, limit: 9).map { $0.designs.map(\.description) }
        }, [["cells/pin", "themes/night"], ["cells/pin"], ["cells/pin"], ["cells/pin"]])
      let touches = try await store.read { try ($0.touches(in: 2), $0.touches(in: 3)) }
      try require(touches.0.hasDesigns && touches.1.hasDesigns, "\(touches)")
    },

    FeedStoreCheck("forgets versions of cells with the history, and nothing that fails") { store in
      let cells = try [1, 2, 3].map { try TestDesigns.cell("pin", lines: $0) }
      for (number, cell) in cells.enumerated() {
        try await store.write(at: moment(number)) { _ = try $0.setDesign(cell) }
      }
      struct Stop: Error {}
      do {
        try await store.write(at: moment(3)) { transaction in
          _ = try transaction.removeDesign(cells[0].key)
          try requireEqual(names(try transaction.catalogue()), [])
          throw Stop()
        }
      } catch is Stop {}
      try requireEqual(try await store.read { try $0.catalogue()[cells[0].key] }, cells[2])
      _ = try await store.pruneHistory(before: moment(2), at: moment(9), inBatchesOf: 1)
      try requireEqual(try await store.read(at: 3) { try $0.catalogue()[cells[0].key] }, cells[2])
    },

    FeedStoreCheck("a rehearsal sees the cells that it writes, and leaves none") { store in
      let cell = try TestDesigns.cell("pin")
      let theme = try TestDesigns.theme("night")
      try await store.write(at: moment(1)) { _ = try $0.setDesign(theme) }
      let seen = try await store.rehearse { rehearsal in
        try requireEqual(try rehearsal.setDesign(cell), .inserted)
        try requireEqual(try rehearsal.setDesign(cell), .unchanged)
        try requireEqual(try rehearsal.removeDesign(theme.key), .deleted)
        return names(try rehearsal.catalogue())
      }
      try requireEqual(seen, ["cells/pin"])
      try requireEqual(try await store.read { names(try $0.catalogue()) }, ["themes/night"])
    },
  ]
}
