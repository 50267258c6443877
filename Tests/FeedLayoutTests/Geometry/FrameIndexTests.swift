import FeedLayout
import TestSupport
import Testing

struct FrameIndexTests {
  /// Frames of any kind: in order or not, overlapping, nested, without extent.
  private static func frames(_ random: inout SeededGenerator) -> [Frame] {
    let count = Int.random(in: 0...80, using: &random)
    let isWhole = Bool.random(using: &random)
    let longest: Double = [1.0, 20, 300].randomElement(using: &random) ?? 1
    var frames: [Frame] = (0..<count).map { id in
      let values: [Double] = (0..<4).map { _ in Double.random(in: 0...1, using: &random) }
      var height = values[1] * longest
      var y = values[0] * 200 - 50
      if isWhole {
        y = y.rounded()
        height = height.rounded()
      }
      return Frame(id: id, x: y + values[2], y: y, width: values[3] * height, height: height)
    }
    if Bool.random(using: &random) { frames.sort { $0.y < $1.y } }
    return frames
  }

  /// Whether two half-open ranges, or single places where they are empty, have a place in common.
  private static func meets(_ start: Double, _ end: Double, _ lower: Double, _ upper: Double)
    -> Bool
  {
    let first = max(start, lower)
    let isInFrame = start == end ? first == start : first < end
    let isInRange = lower == upper ? first == lower : first < upper
    return isInFrame && isInRange
  }

  @Test(
    "A search finds what a look at every frame finds, along both axes",
    arguments: SeededGenerator.seeds)
  func linearScan(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let frames = Self.frames(&random)
      let vertical = FrameIndex(frames)
      let horizontal = FrameIndex(frames, axis: .horizontal)
      #expect(vertical.count == frames.count && vertical.axis == .vertical)
      for _ in 0..<20 {
        var lower = Double.random(in: -60...260, using: &random)
        if Bool.random(using: &random) { lower = lower.rounded() }
        let upper = lower + ([0, 1, 30].randomElement(using: &random) ?? 0)
        let down = frames.indices.filter { Self.meets(frames[$0].y, frames[$0].maxY, lower, upper) }
        let foundDown = try vertical.positions(from: lower, to: upper)
        let across = frames.indices.filter {
          Self.meets(frames[$0].x, frames[$0].maxX, lower, upper)
        }
        let foundAcross = try horizontal.positions(from: lower, to: upper)
        // Compared here, as an expectation for each of these would take longer than all the rest.
        guard foundDown == down, foundAcross == across else {
          Issue.record("\(lower) to \(upper) in \(frames)")
          return
        }
      }
    }
  }

  @Test(
    "No search looks at more than 5 log n + 3 k + 10 frames, however they overlap",
    arguments: SeededGenerator.seeds)
  func visits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for size in [1, 2, 100, 4000] {
      for kind in 0..<4 {
        let frames = (0..<size).map { id in
          let y = Double(id)
          let height =
            switch kind {
            case 0: 1.0  // A list.
            case 1: Double(2 * (size - id))  // All nested.
            case 2: id.isMultiple(of: 97) ? Double(size) : 0.5  // Few that reach far.
            default: Double.random(in: 0...50, using: &random)
            }
          return Frame(id: id, x: 0, y: y, width: 1, height: height)
        }
        let index = FrameIndex(frames.shuffled(using: &random))
        var levels = 0
        while 1 << levels < size { levels += 1 }
        for _ in 0..<50 {
          let lower = Double.random(in: -5...Double(size + 5), using: &random)
          let search = try index.search(
            from: lower, to: lower + Double.random(in: 0...20, using: &random))
          let found = search.positions.count
          guard search.visitCount >= found, search.visitCount <= 5 * levels + 3 * found + 10 else {
            Issue.record("\(search.visitCount) visits for \(found) of \(size), kind \(kind)")
            return
          }
        }
      }
    }
  }

  @Test("Of very many items the few in a range are found with few looks")
  func many() throws {
    // A look at each would be a hundred times as many.
    let count = TestScale.count(gate: 20_000, soak: 1_000_000)
    let levels = Int.bitWidth - count.leadingZeroBitCount
    let items = (0..<count).map {
      LayoutItem(id: $0, mediaSize: Size(width: 3, height: Double(2 + $0 * 7 % 5)))
    }
    let layout = try StaggeredGridLayout(items: items, viewport: Viewport(width: 390))
    let index = FrameIndex(layout.frames)
    let middle = layout.contentSize.height / 2
    let search = try index.search(from: middle, to: middle + 800)
    #expect((6...20).contains(search.positions.count))
    #expect(search.visitCount <= 5 * levels + 3 * search.positions.count + 10)
  }

  @Test("The end of a frame or a range is not in it, but its start is")
  func ends() throws {
    let frames = [
      Frame(id: 1, x: 0, y: 0, width: 1, height: 10),
      Frame(id: 2, x: 0, y: 10, width: 1, height: 10),
      Frame(id: 3, x: 0, y: 10, width: 1, height: 0),
    ]
    let index = FrameIndex(frames)
    #expect(try index.positions(from: 0, to: 10) == [0])
    #expect(try index.positions(from: 10, to: 10) == [1, 2])
    #expect(try index.positions(from: 5, to: 10.1) == [0, 1, 2])
    #expect(try index.positions(from: 10.1, to: 12) == [1])
    #expect(try index.positions(from: 20, to: 30) == [])
    #expect(try index.positions(from: -3, to: 0) == [])
  }

  @Test("A range that is none is refused")
  func refused() {
    let index = FrameIndex([])
    #expect(throws: LayoutError.reversedBounds("y_range", lower: 2, upper: 1)) {
      try index.positions(from: 2, to: 1)
    }
    #expect(throws: LayoutError.notFinite(.offset, value: .infinity)) {
      try index.positions(from: 0, to: .infinity)
    }
    #expect(throws: LayoutError.self) { try index.positions(from: .nan, to: 0) }
  }

  @Test("Frames that are no boxes do no harm to the others")
  func strangeFrames() throws {
    let frames = [
      Frame(id: 1, x: 0, y: .nan, width: 1, height: 1),
      Frame(id: 2, x: 0, y: 5, width: 1, height: -3),
      Frame(id: 3, x: 0, y: -.infinity, width: 1, height: .infinity),
      Frame(id: 4, x: 0, y: 1, width: 1, height: .infinity),
      Frame(id: 5, x: 0, y: 4, width: 1, height: 2),
    ]
    let index = FrameIndex(frames)
    #expect(index.count == 3)
    #expect(try index.positions(from: 5, to: 6) == [1, 3, 4])
    #expect(try index.positions(from: 6, to: 1e300) == [3])
  }
}
