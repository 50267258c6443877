import FeedLayout
import TestSupport
import Testing

/// The lowest split into two columns, compared with all splits there are.
struct BalancedGridTests {
  @Test(
    "No split is lower, and of equal ones it is the one that goes to the shorter column first",
    arguments: SeededGenerator.seeds)
  func best(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let grid = try GeneratedGrid(.balanced, using: &random, upTo: 10, spans: false)
      let layout = try grid.layout()
      let optimum = try #require(layout.optimum)
      let heights = layout.frames.map(\.height)
      let kept = grid.items.map { $0.keptColumn.flatMap { $0 < 2 ? $0 : nil } }
      let all = splits(heights: heights, kept: kept, spacing: grid.options.spacing)
      let lowest = all.map(\.height).min() ?? 0
      #expect(optimum.height == layout.contentSize.height)
      #expect(optimum.lowerBound <= lowest * (1 + 1e-12))
      if (grid.options.spacing * 8).rounded() == grid.options.spacing * 8 {
        #expect(optimum.isExact)
      }
      if optimum.isExact {
        #expect(optimum.height == lowest && optimum.lowerBound == lowest, "\(grid)")
      }
      // The first of the lowest in the order of preference.
      guard optimum.isExact, grid.options.spacing != 7.3 else { continue }
      let first = all.first { $0.height == lowest }
      #expect(layout.frames.map(\.column) == first?.columns, "\(grid)")
    }
  }

  @Test(
    "An item across both columns is a floor for what follows, and each storey is the lowest",
    arguments: SeededGenerator.seeds)
  func storeys(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let grid = try GeneratedGrid(.balanced, using: &random, upTo: 16)
      guard grid.options.spacing != 7.3 else { continue }
      let layout = try grid.layout()
      var floor = 0.0
      var storey: [(height: Double, kept: Int?)] = []
      func close() {
        let all = splits(
          heights: storey.map(\.height), kept: storey.map(\.kept), spacing: grid.options.spacing)
        let lowest = all.map(\.height).min() ?? 0
        if !storey.isEmpty { floor += lowest + (floor > 0 ? grid.options.spacing : 0) }
        storey = []
      }
      for (item, frame) in zip(grid.items, layout.frames) {
        if item.columnSpan == 1 {
          storey.append((frame.height, item.keptColumn.flatMap { $0 < 2 ? $0 : nil }))
        } else {
          close()
          #expect(frame.y == floor + (floor > 0 ? grid.options.spacing : 0), "\(grid)")
          floor = frame.maxY
        }
      }
      close()
      #expect(layout.contentSize.height == floor, "\(grid)")
      #expect(layout.optimum?.isExact == true)
      #expect(layout.optimum?.lowerBound == floor)
    }
  }

  @Test("It is never higher than any other rule makes the grid", arguments: SeededGenerator.seeds)
  func neverHigher(seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    var options = StaggeredGridLayout.Options()
    options.placement = .balanced
    let balanced = try StaggeredGridLayout(
      items: generated.items, viewport: generated.viewport, options: options)
    for placement in StaggeredGridLayout.Placement.resumable {
      options.placement = placement
      let other = try StaggeredGridLayout(
        items: generated.items, viewport: generated.viewport, options: options)
      #expect(balanced.contentSize.height <= other.contentSize.height)
    }
  }

  @Test("Beyond the work limit a split says whether it is certain, and keeps its bound")
  func beyondLimit() throws {
    var options = StaggeredGridLayout.Options()
    (options.placement, options.spacing, options.inset) = (.balanced, 0, 0)
    let viewport = try Viewport(width: 200)
    var random = SeededGenerator(seed: 4)
    let many = (0..<20_000).map {
      LayoutItem(
        id: $0,
        mediaSize: Size(width: 100, height: Double(Int.random(in: 50...400, using: &random))))
    }
    // So many that both columns can be as good as equal: as high as half of all.
    let layout = try StaggeredGridLayout(items: many, viewport: viewport, options: options)
    let total = layout.frames.reduce(0) { $0 + $1.height }
    #expect(layout.contentSize.height == (total / 2).rounded(.up))
    #expect(layout.optimum?.isExact == true)

    // A high one at the end, for which all others have to make room from the first one on.
    let tower = many + [LayoutItem(id: -1, mediaSize: Size(width: 100, height: 3_000_000))]
    let late = try StaggeredGridLayout(items: tower, viewport: viewport, options: options)
    #expect(late.contentSize.height == ((total + 3_000_000) / 2).rounded(.up))
    #expect(late.optimum?.isExact == true)

    // Heights beyond any table: a bound, and no certainty unless the bound is met.
    options.spacing = 0.125
    let huge = (0..<5).map {
      LayoutItem(id: $0, mediaSize: Size(width: 100, height: 1.6e7 + Double($0 * $0)))
    }
    let rough = try StaggeredGridLayout(items: huge, viewport: viewport, options: options)
    let optimum = try #require(rough.optimum)
    #expect(!optimum.isExact)
    #expect(optimum.lowerBound < optimum.height && optimum.lowerBound > 3.9e7)
  }

  @Test("It is for two columns only", arguments: [1, 3, 16])
  func columnCount(count: Int) throws {
    var options = StaggeredGridLayout.Options.columns(count)
    options.placement = .balanced
    let viewport = try Viewport(width: 390)
    #expect(throws: LayoutError.outOfRange(.columnCount, value: Double(count), allowed: 2...2)) {
      try StaggeredGridLayout(items: [], viewport: viewport, options: options)
    }
  }

  @Test("Only a balanced grid has an optimum of its own")
  func others() throws {
    for placement in StaggeredGridLayout.Placement.resumable {
      var options = StaggeredGridLayout.Options()
      options.placement = placement
      let layout = try StaggeredGridLayout(
        items: [], viewport: Viewport(width: 390), options: options)
      #expect(layout.optimum == nil)
    }
  }

  /// Every split, those that go to the shorter column as early as possible first.
  private func splits(
    heights: [Double], kept: [Int?], spacing: Double
  ) -> [(columns: [Int?], height: Double)] {
    var all: [(columns: [Int?], height: Double)] = []
    func extend(_ columns: [Int?], _ bottoms: [Double]) {
      guard columns.count < heights.count else {
        all.append((columns, max(0, bottoms[0], bottoms[1])))
        return
      }
      let shorter = bottoms[0] <= bottoms[1] ? 0 : 1
      for column in kept[columns.count].map({ [$0] }) ?? [shorter, 1 - shorter] {
        var lower = bottoms
        lower[column] = lower[column] + spacing + heights[columns.count]
        extend(columns + [column], lower)
      }
    }
    extend([], [-spacing, -spacing])
    return all
  }

  // MARK: The bound of a balanced split, whatever the gaps are and whichever items keep a column

  private static func options(spacing: Double) -> StaggeredGridLayout.Options {
    var options = StaggeredGridLayout.Options()
    (options.placement, options.spacing) = (.balanced, spacing)
    return options
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
          id: id, mediaSize: Size(width: 100, height: Double.random(in: 20...400, using: &random)),
          keptColumn: [nil, nil, 0, 1].randomElement(using: &random) ?? nil)
      }
      let layout = try StaggeredGridLayout(
        items: items, viewport: viewport, options: Self.options(spacing: spacing))
      let optimum = try #require(layout.optimum)
      let all = splits(
        heights: layout.frames.map(\.height), kept: items.map(\.keptColumn), spacing: spacing)
      let lowest = all.map(\.height).min() ?? 0
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
