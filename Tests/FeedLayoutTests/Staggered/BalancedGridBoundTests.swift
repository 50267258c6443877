import FeedLayout
import TestSupport
import Testing

/// The bound of a balanced split is one, whatever the gaps are and whichever items keep a column.
struct BalancedGridBoundTests {
  private static func options(spacing: Double) -> StaggeredGridLayout.Options {
    var options = StaggeredGridLayout.Options()
    (options.placement, options.spacing) = (.balanced, spacing)
    return options
  }

  /// The smallest height of all splits, by trying each.
  private static func lowest(
    _ heights: [Double], kept: [Int?], spacing: Double
  ) -> Double {
    var lowest = Double.infinity
    for split in 0..<(1 << heights.count) {
      var bottoms = [-spacing, -spacing]
      var isAllowed = true
      for (index, height) in heights.enumerated() {
        let column = split >> index & 1
        if let kept = kept[index], kept != column { isAllowed = false }
        bottoms[column] += spacing + height
      }
      if isAllowed { lowest = min(lowest, max(bottoms[0], bottoms[1])) }
    }
    return lowest
  }

  @Test(
    "No split is below the bound, and one that is called exact is the lowest",
    arguments: [0, 0.1, 0.3, 1.0 / 3, 7.77, 8], SeededGenerator.seeds)
  func bound(spacing: Double, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let viewport = try Viewport(width: 390)
    for _ in 0..<20 {
      let items = (1...Int.random(in: 1...9, using: &random)).map { id in
        LayoutItem(
          id: id,
          mediaSize: Size(width: 100, height: Double.random(in: 20...400, using: &random)),
          keptColumn: [nil, nil, 0, 1].randomElement(using: &random) ?? nil)
      }
      let layout = try StaggeredGridLayout(
        items: items, viewport: viewport, options: Self.options(spacing: spacing))
      let optimum = try #require(layout.optimum)
      let lowest = Self.lowest(
        layout.frames.map(\.height), kept: items.map(\.keptColumn), spacing: spacing)
      #expect(optimum.lowerBound <= lowest + 1e-9)
      #expect(optimum.height >= lowest - 1e-9)
      if optimum.isExact { #expect(abs(optimum.height - lowest) < 1e-9) }
    }
  }

  @Test("Many kept items with a gap of a tenth are no higher in the bound than they are")
  func keptColumn() throws {
    let items = (1...100).map {
      LayoutItem(id: $0, mediaSize: Size(width: 1, height: 1), keptColumn: 0)
    }
    let layout = try StaggeredGridLayout(
      items: items, viewport: Viewport(width: 390), options: Self.options(spacing: 0.1))
    let optimum = try #require(layout.optimum)
    #expect(optimum.lowerBound <= layout.contentSize.height + 1e-9)
    #expect(abs(optimum.height - layout.contentSize.height) < 1e-9)
  }
}
