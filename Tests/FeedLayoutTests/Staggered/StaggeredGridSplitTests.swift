import FeedLayout
import TestSupport
import Testing

/// Two columns at once are split by a loop of their own; item by item they are not.
struct StaggeredGridSplitTests {
  private static let ordinary = [1, 3, 4, 640, 719.5, 720, 1e-3, 4032]
  private static let extreme = [
    -1, 0, .leastNonzeroMagnitude, 1e-300, 1e7, 0x1p24, 0x1p51, 0x1p53, 1e300,
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
