import FeedLayout
import TestSupport
import Testing

/// Properties of justified rows, for any items and options; 400 sets of them for each seed.
struct JustifiedRowsPropertyTests {
  static let drawings = 400

  private static func forEach(
    seed: UInt64, _ body: (GeneratedRows, JustifiedRowsLayout) throws -> Void
  ) throws {
    var random = SeededGenerator(seed: seed)
    for drawing in 0..<drawings {
      let generated = try GeneratedRows(random: &random, isExtreme: drawing.isMultiple(of: 4))
      try body(generated, try generated.layout)
    }
  }

  @Test(
    "Rows hold the items in their order, and what no row holds is hidden",
    arguments: SeededGenerator.seeds)
  func partition(seed: UInt64) throws {
    try Self.forEach(seed: seed) { generated, layout in
      #expect(layout.frames.map(\.id) == generated.items.map(\.id))
      var next = 0
      for (index, row) in layout.rows.enumerated() {
        #expect(row.index == index)
        #expect(row.items.lowerBound == next && !row.items.isEmpty)
        next = row.items.upperBound
      }
      #expect(layout.hiddenItemIDs == generated.items[next...].map(\.id))
      for frame in layout.frames[next...] {
        #expect(frame.width == 0 && frame.height == 0)
        #expect(frame.x == generated.options.inset && frame.y == layout.contentSize.height)
      }
      #expect(layout.rows.count <= generated.options.maxRows ?? .max)
      if generated.options.widows != .hide && generated.options.maxRows == nil {
        #expect(next == generated.items.count)
      }
    }
  }

  @Test(
    "A closed row ends at the right edge to the last bit, with the gaps asked for",
    arguments: SeededGenerator.seeds)
  func edges(seed: UInt64) throws {
    try Self.forEach(seed: seed) { generated, layout in
      let right = generated.viewport.width - generated.options.inset
      for row in layout.rows {
        let frames = layout.frames[row.items]
        for (left, right) in zip(frames, frames.dropFirst()) {
          #expect(abs(right.x - left.maxX - generated.options.spacing) < 1e-9)
        }
        for frame in frames {
          #expect(frame.y == row.y && frame.height == row.height)
          #expect(frame.width >= 0 && frame.x >= generated.options.inset - 1e-9)
          #expect(frame.maxX <= right + 1e-9)
        }
        guard !row.isWidow || generated.options.widows == .justify else { continue }
        let first = try #require(frames.first)
        #expect(abs(first.x - generated.options.inset) < 1e-9)
        #expect(frames.last?.maxX == right)
      }
    }
  }

  @Test(
    "Rows keep their bounds, and pictures their aspect ratio unless the row says it is cropped",
    arguments: SeededGenerator.seeds)
  func heights(seed: UInt64) throws {
    try Self.forEach(seed: seed) { generated, layout in
      let bounds = generated.minHeight...generated.maxHeight
      var bottom = 0.0
      for row in layout.rows {
        #expect(bounds.contains(row.height))
        #expect(row.y == (row.index == 0 ? 0 : bottom + generated.options.spacing))
        bottom = row.y + row.height
        let natural = generated.naturalHeight(row.items)
        if !row.isWidow {
          #expect(abs(row.height - min(max(natural, bounds.lowerBound), bounds.upperBound)) < 1e-9)
        }
        if row.isCropped {
          #expect(!bounds.contains(natural))
          continue
        }
        for (frame, aspect) in zip(layout.frames[row.items], generated.aspectRatios[row.items]) {
          #expect(abs(frame.width - row.height * aspect) < 1e-9)
        }
      }
      #expect(layout.contentSize.height == bottom)
      #expect(layout.contentSize.width == generated.viewport.width)
    }
  }

  @Test(
    "Only the last row is a widow, and it is as high as the row before it or fills the width",
    arguments: SeededGenerator.seeds)
  func widows(seed: UInt64) throws {
    try Self.forEach(seed: seed) { generated, layout in
      let isWidowEarlier = layout.rows.dropLast().contains(where: \.isWidow)
      #expect(!isWidowEarlier)
      guard let widow = layout.rows.last, widow.isWidow else { return }
      #expect(generated.options.widows != .hide && !widow.isFullWidth)
      guard generated.options.widows != .justify else { return }
      let previous = layout.rows.last(where: { !$0.isWidow && !$0.isFullWidth })?.height
      let wanted = min(
        max(previous ?? generated.options.targetRowHeight, generated.minHeight),
        generated.maxHeight)
      let natural = generated.naturalHeight(widow.items)
      #expect(abs(widow.height - min(wanted, max(natural, generated.minHeight))) < 1e-9)
      if wanted < natural, generated.options.widows == .center,
        let first = layout.frames[widow.items].first, let last = layout.frames[widow.items].last
      {
        #expect(abs(first.x - (generated.viewport.width - last.maxX)) < 1e-9)
      }
    }
  }

  @Test("Every k-th row is one picture across the width", arguments: SeededGenerator.seeds)
  func cadence(seed: UInt64) throws {
    try Self.forEach(seed: seed) { generated, layout in
      let cadence = generated.options.fullWidthCadence
      for row in layout.rows {
        let isTurn = cadence > 0 && (row.index + 1).isMultiple(of: cadence)
        #expect(row.isFullWidth == isTurn)
        if isTurn { #expect(row.items.count == 1) }
      }
    }
  }
}
