import FeedLayout
import TestSupport
import Testing

/// Properties of mosaics, for any number of items, any width and any options; 200 sets of them for
/// each seed.
struct MosaicPropertyTests {
  static let drawings = 200

  private static func forEach(seed: UInt64, _ body: (MosaicLayout) throws -> Void) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<drawings {
      let width = Double.random(in: Viewport.supportedWidths, using: &random)
      var options = MosaicLayout.Options()
      options.columnCount = Int.random(in: MosaicLayout.supportedColumnCounts, using: &random)
      options.spacing = [0, 1.5, 8, 24].randomElement(using: &random) ?? 0
      options.inset = [0, 8, 12.3].randomElement(using: &random) ?? 0
      options.largeAspectRatio = Double.random(in: 0.3...4, using: &random)
      options.starts = Bool.random(using: &random) ? .leading : .trailing
      options.maxGroupHeight = [nil, 60, 400].randomElement(using: &random) ?? nil
      options.minTileHeight = [1, 44.5, 300].randomElement(using: &random) ?? 1
      let items = (0..<Int.random(in: 0...14, using: &random)).map { LayoutItem(id: 3 * $0 + 7) }
      let viewport = try Viewport(width: width.rounded())
      try body(try MosaicLayout(items: items, viewport: viewport, options: options))
    }
  }

  @Test("Tiles lie beside each other inside the insets", arguments: SeededGenerator.seeds)
  func places(seed: UInt64) throws {
    try Self.forEach(seed: seed) { layout in
      let (frames, options) = (layout.frames, layout.options)
      for (index, frame) in frames.enumerated() {
        #expect(frame.x >= options.inset - 1e-9 && frame.y >= 0)
        #expect(frame.maxX <= layout.viewport.width - options.inset + 1e-9)
        #expect(frame.width >= 1 && frame.height >= options.minTileHeight - 1e-9)
        #expect(!frames[(index + 1)...].contains { $0.overlaps(frame) })
      }
      #expect(layout.contentSize.height == frames.map(\.maxY).max() ?? 0)
    }
  }

  @Test(
    "Groups fill their width and height, and only gaps are between them",
    arguments: SeededGenerator.seeds)
  func groups(seed: UInt64) throws {
    try Self.forEach(seed: seed) { layout in
      let options = layout.options
      let width = layout.viewport.width - 2 * options.inset
      var (next, bottom, side) = (0, -options.spacing, options.starts)
      for (index, group) in layout.groups.enumerated() {
        #expect(group.index == index && group.items.lowerBound == next)
        #expect(group.y == bottom + options.spacing)
        let frames = layout.frames[group.items]
        #expect(frames.allSatisfy { $0.y >= group.y })
        // With the gaps, the tiles cover the whole group.
        let covered = frames.reduce(0.0) {
          $0 + ($1.width + options.spacing) * ($1.height + options.spacing)
        }
        let whole = (width + options.spacing) * (group.height + options.spacing)
        #expect(abs(covered - whole) < 1e-9 * whole)
        #expect(group.largeSide == (group.items.count == 3 ? side : nil))
        (next, bottom) = (group.items.upperBound, group.y + group.height)
        side = side == .leading ? .trailing : .leading
      }
      #expect(next == layout.frames.count)
    }
  }

  @Test("The first item of a group is the large one, at its side", arguments: SeededGenerator.seeds)
  func large(seed: UInt64) throws {
    try Self.forEach(seed: seed) { layout in
      for group in layout.groups {
        let frames = Array(layout.frames[group.items])
        #expect(frames[0].height == layout.largeSize.height)
        guard let side = group.largeSide else {
          #expect(frames.allSatisfy { $0.height == frames[0].height })
          continue
        }
        #expect(frames[0].width == layout.largeSize.width)
        for small in frames[1...] {
          #expect(Size(width: small.width, height: small.height) == layout.smallSize)
          guard layout.options.columnCount > 1 else { continue }
          #expect(
            side == .leading ? frames[0].maxX < small.x + 1e-9 : small.maxX < frames[0].x + 1e-9)
        }
        #expect(frames[1].maxY < frames[2].y + 1e-9)
      }
    }
  }

  @Test("Options that no mosaic has are refused")
  func refused() throws {
    let viewport = try Viewport(width: 200)
    func layout(_ change: (inout MosaicLayout.Options) -> Void) throws -> MosaicLayout {
      var options = MosaicLayout.Options()
      change(&options)
      return try MosaicLayout(items: [LayoutItem(id: 1)], viewport: viewport, options: options)
    }
    #expect(throws: LayoutError.self) { try layout { $0.columnCount = 0 } }
    #expect(throws: LayoutError.self) { try layout { $0.columnCount = 5 } }
    #expect(throws: LayoutError.self) { try layout { $0.largeAspectRatio = 0 } }
    #expect(throws: LayoutError.self) { try layout { $0.minTileHeight = .nan } }
    #expect(throws: LayoutError.self) { try layout { $0.inset = 99 } }
    #expect(try layout { $0.inset = 90 }.frames.map(\.width) == [20])
  }
}
