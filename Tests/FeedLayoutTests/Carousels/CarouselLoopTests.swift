import FeedLayout
import TestSupport
import Testing

struct CarouselLoopTests {
  @Test("A loop needs items that cover the view without the longest of them")
  func canLoop() throws {
    func loops(_ widths: [Double]) throws -> Bool {
      try carousel(widths) { ($0.loops, $0.spacing) = (true, 0) }.loop != nil
    }
    #expect(try loops([200, 200, 200]))
    #expect(try !loops([200, 200, 199]))
    #expect(try !loops([200, 200]))
    #expect(try !loops([399, 500]))
    #expect(try loops([400, 500]))
    #expect(try !loops([1000]))
    #expect(try !loops([]))
  }

  @Test("A loop that cannot be is a row with ends")
  func fallback() throws {
    let row = try carousel([200, 150, 300])
    var looped = try carousel([200, 150, 300]) { $0.loops = true }
    #expect(looped.loop == nil && looped.snaps == row.snaps && looped.frames == row.frames)
    #expect(looped.scrollLimits == row.scrollLimits)
    looped = try carousel([200, 300, 200, 150]) { $0.loops = true }
    #expect(looped.scrollLimits == nil)
  }

  // 5 × 200 with gaps of 8: a turn of 1040.
  private func five(
    _ configure: (inout CarouselLayout.Options) -> Void = { _ in }
  ) throws -> CarouselLayout {
    try carousel([Double](repeating: 200, count: 5)) {
      $0.loops = true
      configure(&$0)
    }
  }

  @Test("A turn is every item and a gap after each; insets have no meaning")
  func period() throws {
    let layout = try five()
    #expect(layout.loop?.period == 1040)
    #expect(layout.snaps.map(\.offset) == [0, 208, 416, 624, 832])
    #expect(layout.snaps.map(\.progress) == [0, 0.2, 0.4, 0.6, 0.8])
    #expect(layout.frames.map(\.x) == [0, 208, 416, 624, 832])
  }

  @Test("The items at the start are drawn after the end while the view reaches beyond it")
  func shiftsForward() throws {
    let layout = try five()
    // The view is 400: at 640 it ends at 1040, where item 0 comes again, and at 848 item 1.
    let shifts = try #require(layout.loop?.shifts)
    #expect(shifts.map(\.item) == [0, 1])
    #expect(shifts.map(\.before) == [nil, nil] && shifts.map(\.after) == [640, 848])
  }

  @Test("Aligned to the middle, the last item is drawn before the first at first")
  func shiftsBackward() throws {
    let layout = try five { $0.align = .center }
    // Item 0 is in the middle at −100; the last one reaches to −8.
    #expect(layout.initialOffset == -100 && layout.loop?.start == -100)
    let shifts = try #require(layout.loop?.shifts)
    #expect(shifts.map(\.item) == [0, 1, 4])
    #expect(shifts.map(\.before) == [nil, nil, -8] && shifts.map(\.after) == [640, 848, nil])
    #expect(try layout.itemsInView(atOffset: -100) == [4, 0, 1])
    #expect(try layout.itemsInView(atOffset: 732) == [3, 4, 0])
  }

  @Test("A drag past the end goes on with the first item, whatever the size of the groups")
  func settle() throws {
    let layout = try five()
    let settled = try layout.settle(offset: 832, translation: -150)
    #expect(settled.snap == 0 && settled.offset == 0 && settled.unwrappedOffset == 1040)
    let back = try layout.settle(offset: 0, translation: 150)
    #expect(back.snap == 4 && back.offset == 832 && back.unwrappedOffset == -208)
    let far = try layout.settle(offset: 832 + 1040 * 7, translation: -150)
    #expect(far.snap == 0 && far.unwrappedOffset == 1040 * 8)

    // Groups of two: 0–1, 2–3 and 4 alone.
    let groups = try five { $0.group = .items(2) }
    #expect(groups.snaps.map(\.offset) == [0, 416, 832])
    #expect(groups.snaps.map(\.items) == [0..<2, 2..<4, 4..<5])
    let wrapped = try groups.settle(offset: 832, translation: -104)
    #expect(wrapped.snap == 0 && wrapped.unwrappedOffset == 1040)
  }

  @Test("The way to a snap is the shorter one round")
  func shortestWay() throws {
    let layout = try five()
    #expect(try layout.offset(ofSnap: 0, from: 832) == 1040)
    #expect(try layout.offset(ofSnap: 4, from: 0) == -208)
    #expect(try layout.offset(ofSnap: 2, from: 0) == 416)
    #expect(try layout.offset(ofSnap: 0, from: 1040 * 3 + 200) == 3120)
    #expect(try carousel([300, 300, 300]).offset(ofSnap: 0, from: 1e9) == 0)
  }

  @Test(
    "At every offset the items cover the view, and no two overlap", arguments: SeededGenerator.seeds
  )
  func cover(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var loops = 0
    for _ in 0..<150 {
      let layout = try GeneratedCarousel(using: &random, loops: true).layout()
      guard let loop = layout.loop else { continue }
      loops += 1
      for offset in layout.interestingOffsets(using: &random) {
        // 1. Each item with the gap after it, from the reading side, where it is drawn.
        var boxes: [ClosedRange<Double>] = []
        for item in layout.frames.indices {
          let leading = try layout.leadingEdge(ofItem: item, atOffset: offset)
          boxes.append(leading...(leading + layout.frames[item].width + layout.options.spacing))
        }
        boxes.sort { $0.lowerBound < $1.lowerBound }
        // 2. They follow one another without a hole or an overlap, from before the view to after it.
        #expect(try #require(boxes.first).lowerBound <= layout.options.spacing + 1e-6)
        #expect(try #require(boxes.last).upperBound >= layout.viewport.width - 1e-6)
        for (left, right) in zip(boxes, boxes.dropFirst()) {
          #expect((left.upperBound - right.lowerBound).magnitude < 1e-6)
        }
        // 3. The table says the same of the items that are seen.
        let wrapped = loop.start + Self.modulo(offset - loop.start, loop.period)
        for item in try layout.itemsInView(atOffset: wrapped) {
          let shift = loop.shifts.first { $0.item == item }
          var turns = 0.0
          if let before = shift?.before, wrapped < before { turns = -1 }
          if let after = shift?.after, wrapped > after { turns = 1 }
          let sign = layout.options.direction == .leftToRight ? 1.0 : -1
          let expected = (layout.initialOffset - wrapped + turns * loop.period) * sign
          let drawn = try #require(try layout.displacement(ofItem: item, atOffset: wrapped))
          #expect((drawn - expected).magnitude < 1e-6)
        }
      }
    }
    #expect(loops > 20)
  }

  private static func modulo(_ value: Double, _ period: Double) -> Double {
    let rest = value.truncatingRemainder(dividingBy: period)
    return rest < 0 ? rest + period : rest
  }

  @Test("A turn more or less changes nothing", arguments: SeededGenerator.seeds)
  func turns(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let layout = try GeneratedCarousel(using: &random, loops: true).layout()
      guard let period = layout.loop?.period else { continue }
      let offset = (Double.random(in: 0...period, using: &random) * 64).rounded() / 64
      let shift = period * Double(Int.random(in: -5...5, using: &random))
      let translation = Double.random(in: -900...900, using: &random)
      let here = try layout.settle(offset: offset, translation: translation)
      let there = try layout.settle(offset: offset + shift, translation: translation)
      // Whether two snaps are as near or a threshold is met may be a matter of the last bit.
      let tolerance = 1e-6
      let moved = there.unwrappedOffset - shift
      #expect((here.unwrappedOffset - moved).magnitude < tolerance)
      #expect(layout.options.mode == .free || here.snap == there.snap)
    }
  }
}
