import FeedLayout
import TestSupport
import Testing

struct CircularCarouselLayoutTests {
  @Test(
    "A ring at rest stays where it is, and the slot in front is the one at distance 0",
    arguments: 1...24)
  func idempotent(count: Int) throws {
    let items = (1...count).map { LayoutItem(id: $0 * 10) }
    let layout = try CircularCarouselLayout(items: items, viewport: Viewport(width: 390))
    #expect(layout.states.count == count)
    for state in layout.states {
      let settled = try CircularCarouselLayout.settle(
        itemCount: count, offset: state.offset, translation: 0)
      #expect(settled.offset == state.offset)
      let front = try #require(state.items.first { $0.distance == 0 })
      #expect(settled.slot == front.slot)
      #expect(front.scale == 1 && front.opacity == 1 && front.zIndex == 1)
      #expect(state.items.filter { $0.distance == 0 }.count == 1)
    }
  }

  @Test("A ring of more cards than all states are published of has the one at offset 0")
  func large() throws {
    for (count, states) in [(100, 100), (101, 1), (1000, 1)] {
      let ids = Array(1...count)
      let layout = try CircularCarouselLayout(
        items: ids.map { LayoutItem(id: $0) }, viewport: Viewport(width: 390))
      #expect(layout.states.count == states)
      #expect(layout.states[0] == CircularCarouselLayout.state(atOffset: 0, ids: ids))
      #expect(layout.frames.count == count)
    }
  }

  @Test("Published scale and opacity stay within their limits on a large ring")
  func limits() throws {
    let items = (1...60).map { LayoutItem(id: $0) }
    let layout = try CircularCarouselLayout(items: items, viewport: Viewport(width: 390))
    for placement in layout.states.flatMap(\.items) {
      #expect((0...1).contains(placement.scale))
      #expect((0...1).contains(placement.opacity))
      #expect((-30...30).contains(placement.distance))
      #expect((-200...200).contains(placement.x))
    }
  }

  @Test("A drag of 250 points turns the ring by one slot, and half of it is enough")
  func dragging() throws {
    for (translation, slot) in [(250.0, 1), (125, 1), (124.9, 6), (-125, 5), (-250, 5), (1500, 6)] {
      let settled = try CircularCarouselLayout.settle(
        itemCount: 6, offset: 0, translation: translation)
      #expect(settled.slot == slot, "\(translation)")
    }
  }

  @Test("Any drag ends at a slot of the ring", arguments: SeededGenerator.seeds)
  func slots(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 1...50, using: &random)
      let settled = try CircularCarouselLayout.settle(
        itemCount: count, offset: Double(Int.random(in: -100...100, using: &random)),
        translation: Double.random(in: -1e5...1e5, using: &random))
      #expect((1...count).contains(settled.slot))
      #expect(abs(settled.offset) * 2 <= Double(count))
      #expect(settled.offset == settled.offset.rounded())
    }
  }

  @Test("The largest drags still end at a slot", arguments: [1e15, -1e15, 1e300, -1e300])
  func hugeDrags(translation: Double) throws {
    let settled = try CircularCarouselLayout.settle(
      itemCount: 7, offset: 0, translation: translation)
    #expect((1...7).contains(settled.slot))
  }

  @Test(
    "A number that cannot be an offset is refused",
    arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func unusableNumbers(value: Double) throws {
    let offset = try #require(throws: LayoutError.self) {
      try CircularCarouselLayout.settle(itemCount: 6, offset: value, translation: 0)
    }
    let translation = try #require(throws: LayoutError.self) {
      try CircularCarouselLayout.settle(itemCount: 6, offset: 0, translation: value)
    }
    #expect(offset.quantity == .offset)
    #expect(translation.quantity == .translation)
  }

  @Test("An item count that is no ring is refused", arguments: [0, -1, .min, .max])
  func unusableCounts(count: Int) throws {
    let error = try #require(throws: LayoutError.self) {
      try CircularCarouselLayout.settle(itemCount: count, offset: 0, translation: 0)
    }
    #expect(error.quantity == .itemCount)
  }

  @Test("More cards than a ring can hold are refused")
  func tooMany() throws {
    let items = (1...1001).map { LayoutItem(id: $0) }
    let viewport = try Viewport(width: 390)
    #expect(throws: LayoutError.outOfRange(.itemCount, value: 1001, allowed: 0...1000)) {
      try CircularCarouselLayout(items: items, viewport: viewport)
    }
  }

  @Test("A state is finite at any offset, with any options, and empty without cards")
  func totalState() {
    let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1, 0, 0.5]
    for number in numbers {
      var options = CircularCarouselLayout.Options()
      (options.radius, options.scalePerStep) = (number, number)
      (options.opacityPerStep, options.depthPerStep) = (number, number)
      for offset in numbers {
        #expect(CircularCarouselLayout.state(atOffset: offset, ids: []).items.isEmpty)
        #expect(CircularCarouselLayout.state(atOffset: offset, ids: []).offset == 0)
        let state = CircularCarouselLayout.state(
          atOffset: offset, ids: [4, 2, 9], options: options)
        #expect(state.offset.magnitude <= 1.5)
        for item in state.items {
          #expect(item.x.isFinite && item.scale.isFinite && item.zIndex.isFinite)
          #expect(item.scale >= 0 && (0...1).contains(item.opacity))
        }
      }
    }
    let still = CircularCarouselLayout.state(atOffset: .nan, ids: [1, 2])
    #expect(still == CircularCarouselLayout.state(atOffset: 0, ids: [1, 2]))
  }

  @Test("Options that are no numbers of theirs are refused when a drag settles")
  func settleOptions() {
    for value in [Double.nan, 0, -1, .infinity] {
      var options = CircularCarouselLayout.Options()
      options.pointsPerStep = value
      #expect(throws: LayoutError.self) {
        try CircularCarouselLayout.settle(
          itemCount: 5, offset: 0, translation: 10, options: options)
      }
    }
  }
}
