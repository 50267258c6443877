import FeedLayout
import TestSupport
import Testing

/// Common properties of all placement rules of a staggered grid, and each rule by its definition.
struct StaggeredGridPlacementTests {
  typealias Placement = StaggeredGridLayout.Placement

  @Test(
    "Cells keep their order, do not overlap, and stay inside their columns",
    arguments: Placement.allCases, SeededGenerator.seeds)
  func cells(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let grid = try GeneratedGrid(placement, using: &random)
      let layout = try grid.layout()
      #expect(layout.frames.map(\.id) == grid.items.map(\.id))
      let options = grid.options
      let inner = grid.viewport.width - options.inset * 2
      let cell =
        (inner - options.spacing * Double(options.columnCount - 1)) / Double(options.columnCount)
      for (item, frame) in zip(grid.items, layout.frames) {
        let column = try #require(frame.column)
        #expect(frame.columnSpan == item.columnSpan)
        #expect(abs(frame.x - options.inset - Double(column) * (cell + options.spacing)) < 1e-9)
        let span = Double(item.columnSpan)
        #expect(abs(frame.width - (span * cell + (span - 1) * options.spacing)) < 1e-9)
        #expect(frame.height == frame.height.rounded() && frame.y >= 0)
        let media = try #require(item.mediaSize)
        #expect(abs(frame.height - frame.width / media.width * media.height) < 1 + 1e-6)
        #expect(frame.maxX <= grid.viewport.width - options.inset + 1e-9)
      }
      for (index, frame) in layout.frames.enumerated() {
        let other = layout.frames[(index + 1)...].first { $0.overlaps(frame) }
        #expect(other == nil, "\(frame) and \(String(describing: other)) in \(grid)")
      }
      for (index, column) in layout.columns.enumerated() {
        let frames = layout.frames.filter { $0.covers(index) }
        #expect(column.itemIDs == frames.map(\.id))
        #expect(column.height == frames.last?.maxY ?? 0)
        for (above, below) in zip(frames, frames.dropFirst()) {
          #expect(below.y >= above.maxY + options.spacing)
        }
      }
      #expect(layout.contentSize.height == layout.frames.map(\.maxY).max() ?? 0)
    }
  }

  @Test(
    "Every item goes where its rule says, below the lowest of its columns",
    arguments: Placement.resumable, SeededGenerator.seeds)
  func rule(placement: Placement, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let grid = try GeneratedGrid(placement, using: &random)
      let layout = try grid.layout()
      var expected = NaiveGrid(grid)
      for (item, frame) in zip(grid.items, layout.frames) {
        let (column, top) = try expected.place(item, height: frame.height)
        #expect(frame.column == column, "item \(item.id) of \(grid)")
        #expect(frame.y == top, "item \(item.id) of \(grid)")
      }
      #expect(layout.columns.map(\.balanceHeight) == expected.balance)
      #expect(layout.columns.map(\.height) == expected.bottoms)
    }
  }

  @Test("A staircase of columns is compared with the lowest one, not step by step")
  func staircase() throws {
    // Columns 100, 99, 98, … high: within 1.5 of each other, but not of the last one.
    var options = StaggeredGridLayout.Options.columns(8)
    (options.placement, options.spacing, options.inset) = (.forward, 0, 0)
    let viewport = try Viewport(width: 800)
    let items = (0..<8).map {
      LayoutItem(id: $0, mediaSize: Size(width: 100, height: 100 - Double($0)), keptColumn: $0)
    }
    let next = LayoutItem(id: 9, mediaSize: Size(width: 1, height: 1))
    for (tolerance, column) in [(0.0, 7), (0.5, 7), (1.5, 6), (3, 4), (100, 0)] {
      options.tolerance = tolerance
      let layout = try StaggeredGridLayout(
        items: items + [next], viewport: viewport, options: options)
      #expect(layout.frames.last?.column == column)
    }
  }

  @Test("Equal columns are taken in turn going forward, and from the left otherwise")
  func ties() throws {
    let square = Size(width: 1, height: 1)
    let items = [
      LayoutItem(id: 1, mediaSize: square, keptColumn: 1), LayoutItem(id: 2, mediaSize: square),
      LayoutItem(id: 3, mediaSize: square),
    ]
    var options = StaggeredGridLayout.Options.columns(3)
    options.placement = .forward
    let viewport = try Viewport(width: 390)
    let forward = try StaggeredGridLayout(items: items, viewport: viewport, options: options)
    #expect(forward.frames.map(\.column) == [1, 2, 0])
    options.placement = .shortest
    let shortest = try StaggeredGridLayout(items: items, viewport: viewport, options: options)
    #expect(shortest.frames.map(\.column) == [1, 0, 2])
  }

  @Test(
    "An item that takes more columns than there are, or none, is refused",
    arguments: Placement.allCases)
  func spanOverColumns(placement: Placement) throws {
    var options = StaggeredGridLayout.Options()
    options.placement = placement
    let viewport = try Viewport(width: 390)
    let square = Size(width: 1, height: 1)
    for span in [3, 0, -1, 100_000] {
      let items = [
        LayoutItem(id: 4, mediaSize: square),
        LayoutItem(id: 7, mediaSize: square, columnSpan: span),
      ]
      #expect(throws: LayoutError.spanOverColumns(index: 1, id: 7, span: span, columns: 2)) {
        try StaggeredGridLayout(items: items, viewport: viewport, options: options)
      }
    }
  }

  @Test("A tolerance that is none is refused", arguments: [-1, .nan, .infinity, 1e7])
  func tolerance(value: Double) throws {
    var options = StaggeredGridLayout.Options()
    options.tolerance = value
    let viewport = try Viewport(width: 390)
    let error = try #require(throws: LayoutError.self) {
      try StaggeredGridLayout(items: [], viewport: viewport, options: options)
    }
    guard case .optionOutOfRange("tolerance", value: _, allowed: 0...1e6) = error else {
      Issue.record("\(error)")
      return
    }
  }
}

extension Frame {
  func covers(_ index: Int) -> Bool {
    guard let column else { return false }
    return (column..<(column + columnSpan)).contains(index)
  }
}

/// The rules as they are described, without a thought for time.
private struct NaiveGrid {
  var bottoms: [Double]
  var balance: [Double]
  private var counts: [Int]
  private var position = 0
  private let grid: GeneratedGrid

  init(_ grid: GeneratedGrid) {
    self.grid = grid
    bottoms = Array(repeating: 0, count: grid.options.columnCount)
    balance = bottoms
    counts = bottoms.map { _ in 0 }
  }

  mutating func place(_ item: LayoutItem, height: Double) throws -> (column: Int, top: Double) {
    let options = grid.options
    let span = item.columnSpan
    let starts = Array(0...(options.columnCount - span))
    func highest(_ heights: [Double], _ start: Int) -> Double {
      heights[start..<(start + span)].reduce(0, max)
    }
    let tops = zip(bottoms, counts).map { $1 == 0 ? 0 : $0 + options.spacing }

    var column: Int
    switch options.placement {
    case .sample:
      column = try leftmostLowest(starts.map { highest(balance, $0) })
    case .shortest:
      column = try leftmostLowest(starts.map { highest(bottoms, $0) })
    case .sourceOrder:
      column = position % options.columnCount
      if !starts.contains(column) { column = 0 }
    case .forward:
      let positions = starts.map { highest(tops, $0) }
      let lowest = try #require(positions.min())
      let candidates = starts.filter { highest(tops, $0) <= lowest + options.tolerance }
      column = try #require(candidates.first { $0 >= position } ?? candidates.first)
    case .balanced:
      Issue.record("no rule for one item")
      column = 0
    }
    if let kept = item.keptColumn, starts.contains(kept) { column = kept }

    let top = highest(tops, column)
    let media = try #require(item.mediaSize)
    let share = grid.viewport.width / Double(options.columnCount) * Double(span)
    let sum = highest(balance, column) + (share / media.width * media.height).rounded(.up)
    for index in column..<(column + span) {
      bottoms[index] = top + height
      balance[index] = sum
      counts[index] += 1
    }
    position = (column + span) % options.columnCount
    return (column, top)
  }

  private func leftmostLowest(_ heights: [Double]) throws -> Int {
    let lowest = try #require(heights.min())
    return try #require(heights.firstIndex(of: lowest))
  }
}
