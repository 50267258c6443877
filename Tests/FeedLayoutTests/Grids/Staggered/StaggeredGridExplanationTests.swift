import FeedLayout
import TestSupport
import Testing

/// Why every item is where it is, and how good the whole is.
struct StaggeredGridExplanationTests {
  typealias Placement = StaggeredGridLayout.Placement

  private func explained(_ grid: GeneratedGrid) throws -> StaggeredGridLayout {
    var options = grid.options
    options.explains = true
    return try StaggeredGridLayout(items: grid.items, viewport: grid.viewport, options: options)
  }

  @Test(
    "Explaining changes no frame, and is silent unless asked",
    arguments: Placement.allCases, SeededGenerator.seeds)
  func sameFrames(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let grid = try GeneratedGrid(placement, using: &random)
      let silent = try grid.layout()
      let layout = try explained(grid)
      #expect(layout.frames == silent.frames && layout.columns == silent.columns)
      #expect(silent.explanation == nil)
      #expect(layout.explanation?.choices.map(\.id) == grid.items.map(\.id))
      #expect(layout.explanation?.choices.map(\.column) == layout.frames.map(\.column))
    }
  }

  @Test(
    "The heights an explanation names are those of the columns, and decided",
    arguments: Placement.allCases, SeededGenerator.seeds)
  func heights(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let grid = try GeneratedGrid(placement, using: &random)
      let layout = try explained(grid)
      let choices = try #require(layout.explanation?.choices)
      for (index, (item, choice)) in zip(grid.items, choices).enumerated() {
        let starts = grid.options.columnCount - item.columnSpan
        #expect(choice.heights.count == starts + 1)
        let isKept = item.keptColumn.map { $0 <= starts } ?? false
        #expect(choice.rule == (isKept ? .keptColumn : .placement(placement)))
        // The rule forward compares tops: below a column that is not empty, there is a gap.
        let gap = placement == .forward ? grid.options.spacing : 0
        let compared = choice.heights.map { $0 > 0 ? $0 + gap : 0 }
        let lowest = try #require(compared.min())
        let tolerance = placement == .forward ? grid.options.tolerance : 0
        let lowestCount = compared.count { $0 <= lowest + tolerance }
        let isCompared = !isKept && placement != .sourceOrder
        #expect(choice.isTie == (isCompared && lowestCount > 1))
        if isCompared, placement != .balanced {
          #expect(compared[choice.column] <= lowest + tolerance)
        }
        // The heights of the columns before the item, from the frames alone.
        if placement != .sample {
          for (start, height) in choice.heights.enumerated() {
            let above = layout.frames[..<index].filter { frame in
              (start..<(start + item.columnSpan)).contains { frame.covers($0) }
            }
            #expect(height == (above.map(\.maxY).max() ?? 0))
          }
        }
        #expect((choice.cursor != nil) == [.sourceOrder, .forward].contains(placement))
        if let cursor = choice.cursor, index > 0 {
          let before = layout.frames[index - 1]
          let end = (before.column ?? 0) + before.columnSpan
          #expect(cursor == end % grid.options.columnCount)
        }
      }
    }
  }

  @Test(
    "White space, raggedness and inversions are those of a drawing of the grid",
    arguments: Placement.allCases, SeededGenerator.seeds)
  func quality(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let grid = try GeneratedGrid(placement, using: &random)
      let layout = try explained(grid)
      let quality = try #require(layout.explanation?.quality)
      let options = grid.options
      let height = layout.contentSize.height
      let bottoms = layout.columns.map(\.height)
      #expect(quality.bottomRaggedness == (bottoms.max() ?? 0) - (bottoms.min() ?? 0))

      // A column is cells, one gap before each but the first, and white space.
      let width = grid.viewport.width - options.inset * 2
      let cell =
        (width - options.spacing * Double(options.columnCount - 1)) / Double(options.columnCount)
      var white = 0.0
      for column in 0..<options.columnCount {
        let cells = layout.frames.filter { $0.covers(column) }
        let gaps = options.spacing * Double(max(0, cells.count - 1))
        white += cell * (height - cells.reduce(0) { $0 + $1.height } - gaps)
      }
      #expect(abs(quality.whiteSpace - white) <= 1e-9 * max(1, width * height))
      let share = height > 0 ? white / (width * height) : 0
      #expect(abs(quality.whiteSpaceShare - share) <= 1e-9)

      var inversions = 0
      for (index, frame) in layout.frames.enumerated() {
        inversions += layout.frames[(index + 1)...].count { $0.y < frame.y }
      }
      #expect(quality.orderInversions == inversions)
    }
  }

  @Test(
    "A grid of two columns knows how far it is from the lowest one",
    arguments: SeededGenerator.seeds)
  func distance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let grid = try GeneratedGrid(.shortest, using: &random, spans: Bool.random(using: &random))
      let layout = try explained(grid)
      let quality = try #require(layout.explanation?.quality)
      guard grid.options.columnCount == 2, grid.items.allSatisfy({ $0.columnSpan == 1 }) else {
        #expect(quality.optimum == nil && quality.distanceFromOptimum == nil)
        continue
      }
      var options = grid.options
      options.placement = .balanced
      let best = try StaggeredGridLayout(
        items: grid.items.map { $0.keeping(column: nil) }, viewport: grid.viewport,
        options: options)
      let optimum = try #require(quality.optimum)
      let distance = try #require(quality.distanceFromOptimum)
      #expect(optimum.height <= best.contentSize.height)
      #expect(optimum.isExact == best.optimum?.isExact)
      #expect(distance == layout.contentSize.height - optimum.height && distance >= 0)
    }
  }

  @Test("Where the lowest grid is not certain, a grid is at no negative distance from it")
  func uncertain() throws {
    // Too high for a table; 3 + 3 against 2 + 2 + 2, which no rule finds item by item.
    let heights = [(3.0, 0), (3.0, 0), (2.0, 1), (2.0, 1), (2.0, 1)]
    let items = heights.enumerated().map { id, item in
      LayoutItem(id: id, mediaSize: Size(width: 190, height: item.0 * 5e6), keptColumn: item.1)
    }
    var options = StaggeredGridLayout.Options()
    (options.explains, options.spacing) = (true, 0.125)
    let layout = try StaggeredGridLayout(
      items: items, viewport: Viewport(width: 390), options: options)
    let quality = try #require(layout.explanation?.quality)
    #expect(quality.distanceFromOptimum == 0)
    #expect(quality.optimum?.height == layout.contentSize.height)
  }
}
