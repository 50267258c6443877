import FeedLayout
import TestSupport
import Testing

/// Where rows are broken, compared with a second way to find out.
struct JustifiedRowsBreakTests {
  @Test(
    "Greedy breaks are those of the rule, looked up afresh for every item",
    arguments: SeededGenerator.seeds)
  func greedy(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for drawing in 0..<300 {
      var generated = try GeneratedRows(random: &random, isExtreme: drawing.isMultiple(of: 4))
      generated.options.breaks = .greedy
      generated.options.maxRows = nil
      generated.options.widows = .left
      let layout = try generated.layout
      #expect(layout.rows.map(\.items.count) == Self.greedyLengths(generated))
    }
  }

  /// The rule for one row after the other, from the items that are left.
  private static func greedyLengths(_ generated: GeneratedRows) -> [Int] {
    let options = generated.options
    let width = generated.viewport.width - 2 * options.inset
    let ratios = generated.aspectRatios
    let capacity = min(256, Int((width + options.spacing) / (1 + options.spacing)))
    func distance(_ count: Int, from start: Int) -> Double {
      let sum = ratios[start..<start + count].reduce(0, +)
      return abs(sum - (width - Double(count - 1) * options.spacing) / options.targetRowHeight)
    }
    var lengths: [Int] = []
    var start = 0
    while start < ratios.count {
      var length = ratios.count - start
      if options.fullWidthCadence > 0, (lengths.count + 1) % options.fullWidthCadence == 0 {
        length = 1
      } else {
        for count in 1...length {
          let share = ratios[start..<start + count].reduce(0, +) * options.targetRowHeight / width
          if share > 1 + options.tolerance, count > 1,
            distance(count, from: start) > distance(count - 1, from: start)
          {
            length = count - 1
            break
          }
          if share >= 1 - options.tolerance || count == capacity {
            length = count
            break
          }
        }
      }
      lengths.append(length)
      start += length
    }
    return lengths
  }

  @Test(
    "Optimal breaks cost as little as the best of all ways to break the items",
    arguments: SeededGenerator.seeds)
  func optimal(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for drawing in 0..<60 {
      var generated = try GeneratedRows(
        random: &random, itemCount: 1...9, isExtreme: drawing.isMultiple(of: 4))
      generated.options.breaks = .optimal
      generated.options.maxRows = nil
      generated.options.widows = .justify
      let lengths = try generated.layout.rows.map(\.items.count)
      let found = try #require(Self.cost(of: lengths, generated))
      let best = try #require(
        Self.allBreaks(generated.items.count)
          .compactMap { Self.cost(of: $0, generated) }
          .min { ($0.misfits, $0.deviation) < ($1.misfits, $1.deviation) })
      #expect(found.misfits == best.misfits)
      #expect(abs(found.deviation - best.deviation) <= 1e-9 * max(1, best.deviation))
    }
  }

  @Test("Optimal breaks leave no widow where one can be avoided")
  func avoidableWidow() throws {
    // Greedily: two squares in each row, and the fifth is left. Better: a row of three.
    let items = (1...5).map { LayoutItem(id: $0, mediaSize: Size(width: 1, height: 1)) }
    var options = JustifiedRowsLayout.Options()
    options.targetRowHeight = 180
    let viewport = try Viewport(width: 390)
    let greedy = try JustifiedRowsLayout(items: items, viewport: viewport, options: options)
    #expect(greedy.rows.map(\.items) == [0..<2, 2..<4, 4..<5])
    #expect(greedy.rows.map(\.isWidow) == [false, false, true])
    options.breaks = .optimal
    let optimal = try JustifiedRowsLayout(items: items, viewport: viewport, options: options)
    #expect(optimal.rows.map(\.items.count).sorted() == [2, 3])
    #expect(optimal.rows.allSatisfy { !$0.isWidow && !$0.isCropped })
  }

  /// Every way to break `count` items into rows.
  private static func allBreaks(_ count: Int) -> [[Int]] {
    (0..<1 << (count - 1)).map { breaks in
      var lengths = [1]
      for item in 0..<count - 1 {
        if breaks >> item & 1 == 1 {
          lengths.append(1)
        } else {
          lengths[lengths.count - 1] += 1
        }
      }
      return lengths
    }
  }

  /// The cost of rows of these lengths; `nil` where they are not allowed.
  private static func cost(
    of lengths: [Int], _ generated: GeneratedRows
  ) -> (misfits: Int, deviation: Double)? {
    var cost = (misfits: 0, deviation: 0.0)
    var start = 0
    for (row, length) in lengths.enumerated() {
      let natural = generated.naturalHeight(start..<start + length)
      start += length
      let cadence = generated.options.fullWidthCadence
      if cadence > 0, (row + 1) % cadence == 0 {
        guard length == 1 else { return nil }
        continue
      }
      guard length == 1 || natural >= generated.minHeight else { return nil }
      let height = min(max(natural, generated.minHeight), generated.maxHeight)
      if height != natural { cost.misfits += 1 }
      let deviation = height - generated.options.targetRowHeight
      cost.deviation += deviation * deviation
    }
    return cost
  }
}
