import FeedLayout
import TestSupport
import Testing

struct StaggeredGridLayoutTests {
  static let columnCounts = [1, 2, 3, 5, 16]

  @Test(
    "Columns hold every item once, and their heights are those of their cells",
    arguments: columnCounts, SeededGenerator.seeds)
  func columns(count: Int, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try StaggeredGridLayout(
      items: generated.items, viewport: generated.viewport, options: .columns(count))

    #expect(layout.columns.count == count)
    for (index, column) in layout.columns.enumerated() {
      let frames = layout.frames.filter { $0.column == index }
      #expect(column.itemIDs == frames.map(\.id))
      #expect(column.height == frames.last?.maxY ?? 0)
      for (above, below) in zip(frames, frames.dropFirst()) {
        #expect(below.y == above.maxY + GridSpacing.default)
        #expect(below.x == above.x)
      }
      #expect(frames.first?.y ?? 0 == 0)
    }
    #expect(layout.columns.map(\.itemIDs.count).reduce(0, +) == generated.items.count)
    #expect(layout.contentSize.height == layout.columns.map(\.height).max())
  }

  @Test(
    "Each item goes to the leftmost column with the smallest balance height",
    arguments: columnCounts, SeededGenerator.seeds)
  func balance(count: Int, seed: UInt64) throws {
    let generated = try GeneratedItems(seed: seed)
    let layout = try StaggeredGridLayout(
      items: generated.items, viewport: generated.viewport, options: .columns(count))
    var sums = Array(repeating: 0.0, count: count)
    for (item, frame) in zip(generated.items, layout.frames) {
      let lowest = try #require(sums.min())
      #expect(frame.column == sums.firstIndex(of: lowest))
      let media = try #require(item.mediaSize)
      let width = generated.viewport.width / Double(count)
      sums[try #require(frame.column)] += (width / media.width * media.height).rounded(.up)
    }
    #expect(layout.columns.map(\.balanceHeight) == sums)
  }

  @Test("More columns than items leave the last ones empty")
  func emptyColumns() throws {
    let item = LayoutItem(id: 1, mediaSize: Size(width: 1, height: 1))
    let layout = try StaggeredGridLayout(
      items: [item], viewport: Viewport(width: 390), options: .columns(3))
    #expect(layout.columns.map(\.itemIDs) == [[1], [], []])
    #expect(layout.columns.map(\.height) == [120, 0, 0])
  }

  @Test("A column count outside 1…16 is refused", arguments: [0, -1, 17, .max, .min])
  func columnCount(count: Int) throws {
    let viewport = try Viewport(width: 390)
    #expect(throws: LayoutError.outOfRange(.columnCount, value: Double(count), allowed: 1...16)) {
      try StaggeredGridLayout(items: [], viewport: viewport, options: .columns(count))
    }
  }

  @Test("An item without a picture size is refused by its position and id")
  func missingSize() throws {
    let items = [LayoutItem(id: 5, mediaSize: Size(width: 1, height: 1)), LayoutItem(id: 9)]
    let viewport = try Viewport(width: 390)
    #expect(throws: LayoutError.missingMediaSize(index: 1, id: 9)) {
      try StaggeredGridLayout(items: items, viewport: viewport)
    }
  }

  @Test(
    "A picture size that cannot be laid out is refused",
    arguments: [
      Size(width: 0, height: 1), Size(width: 1, height: 0), Size(width: -1, height: 1),
      Size(width: 1, height: -1), Size(width: .nan, height: 1), Size(width: 1, height: .nan),
      Size(width: .infinity, height: 1), Size(width: 1, height: .infinity),
      Size(width: .infinity, height: .infinity), Size(width: -.infinity, height: 1),
      Size(width: .leastNonzeroMagnitude, height: 1e308), Size(width: 1e-300, height: 1e300),
    ])
  func unusableSize(size: Size) throws {
    let items = [
      LayoutItem(id: 5, mediaSize: Size(width: 1, height: 1)), LayoutItem(id: 9, mediaSize: size),
    ]
    let viewport = try Viewport(width: 390)
    // By its facts, as NaN differs from itself.
    let error = try #require(throws: LayoutError.self) {
      try StaggeredGridLayout(items: items, viewport: viewport)
    }
    guard case .unusableMediaSize(index: 1, id: 9, size: _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("Heights that no screen shows are refused, not published")
  func excessiveHeight() throws {
    let size = Size(width: 1, height: 1e9)
    let items = (1...4).map { LayoutItem(id: $0, mediaSize: size) }
    let viewport = try Viewport(width: 390)
    #expect(throws: LayoutError.unusableMediaSize(index: 0, id: 1, size: size)) {
      try StaggeredGridLayout(items: items, viewport: viewport, options: .columns(1))
    }
  }

  // MARK: Two columns at once, which are split by a loop of their own; item by item they are not

  private static let ordinary = [1, 3, 4, 640, 719.5, 720, 4032]
  private static let extreme = [
    -1, 0, .leastNonzeroMagnitude, 1e-300, 1e-3, 1e7, 0x1p24, 0x1p51, 0x1p53, 1e300,
    .greatestFiniteMagnitude, .infinity, .nan,
  ]

  @Test(
    "The grid at once is the grid item by item to the last bit, and refuses the same item",
    arguments: [0, 0.125, 8, 1023.875, 0.1, 7.3], SeededGenerator.seeds)
  func same(spacing: Double, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var options = StaggeredGridLayout.Options()
    (options.spacing, options.inset) = (spacing, 0)
    let viewport = try Viewport(width: 1500)
    var placed = 0
    var refused = 0
    for count in 0..<60 {
      let items = (0..<count).map { Self.item(id: $0, &random) }
      var state = try StaggeredGridState(viewport: viewport, options: options)
      let oneByOne = Result { try items.map { try state.place($0) } }
      let atOnce = Result {
        try StaggeredGridLayout(items: items, viewport: viewport, options: options)
      }
      switch (atOnce, oneByOne) {
      case (.success(let layout), .success(let frames)):
        placed += 1
        #expect(layout.frames == frames)
        #expect(layout.columns.map(\.height) == state.columns.map(\.height))
        #expect(layout.columns.map(\.balanceHeight) == state.columns.map(\.balanceHeight))
        #expect(layout.columns.map(\.itemIDs) == (0..<2).map { Self.ids(of: frames, in: $0) })
      case (.failure(let error as LayoutError), .failure(let other as LayoutError)):
        refused += 1
        // NaN is not equal to itself, but reads the same.
        #expect("\(error)" == "\(other)")
      default:
        Issue.record("at once: \(atOnce), one by one: \(oneByOne)")
      }
    }
    #expect(placed > 10 && refused > 2)
  }

  private static func ids(of frames: [Frame], in column: Int) -> [Int] {
    frames.filter { frame in
      guard let first = frame.column else { return false }
      return (first..<(first + frame.columnSpan)).contains(column)
    }.map(\.id)
  }

  /// Now and then an item that is not for the loop: several columns, a kept one, a side at the limit
  /// of what a number can be.
  private static func item(id: Int, _ random: inout SeededGenerator) -> LayoutItem {
    var sides = (0..<2).map { _ in ordinary[Int(random.next() % UInt64(ordinary.count))] }
    let kind = random.next() % 60
    if kind == 0 {
      sides[Int(random.next() % 2)] = extreme[Int(random.next() % UInt64(extreme.count))]
    }
    return LayoutItem(
      id: id, mediaSize: Size(width: sides[0], height: sides[1]), columnSpan: kind == 1 ? 2 : 1,
      keptColumn: kind == 2 ? Int(random.next() % 2) : nil)
  }
}
