import FeedLayout
import TestSupport
import Testing

/// Properties of a settled carousel after any drag.
struct CarouselSettlePropertyTests {
  @Test("A mandatory carousel always rests at a snap", arguments: SeededGenerator.seeds)
  func mandatory(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var generated = try GeneratedCarousel(using: &random)
      generated.options.mode = .mandatory
      let layout = try generated.layout()
      guard !layout.snaps.isEmpty else { continue }
      for offset in layout.interestingOffsets(using: &random) + [1e300, -1e300] {
        let settled = try layout.settle(
          offset: offset, translation: Numbers.drag(using: &random),
          velocity: Numbers.drag(using: &random))
        let snap = try #require(settled.snap)
        #expect(settled.isAtSnap)
        #expect(settled.offset == layout.snaps[snap].offset)
        #expect(settled.unwrappedOffset.isFinite)
      }
    }
  }

  @Test("A carousel at rest stays there", arguments: SeededGenerator.seeds)
  func rest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let layout = try GeneratedCarousel(using: &random).layout()
      for snap in layout.snaps {
        let settled = try layout.settle(offset: snap.offset)
        #expect((settled.unwrappedOffset - snap.offset).magnitude < 1e-9)
        let reported = try #require(settled.snap)
        #expect(layout.snaps[reported].offset == snap.offset)
        #expect(try layout.snap(atOffset: snap.offset) == settled.snap)
      }
    }
  }

  @Test("A faster drag never ends before a slower one", arguments: SeededGenerator.seeds)
  func monotone(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let layout = try GeneratedCarousel(using: &random).layout()
      let offset = layout.interestingOffsets(using: &random).randomElement(using: &random) ?? 0
      let translation = Double.random(in: -800...800, using: &random)
      let velocities = (0..<60).map { _ in Double.random(in: -4000...4000, using: &random) }
      let sign = layout.options.direction == .leftToRight ? -1.0 : 1
      var last = -Double.infinity
      for velocity in velocities.sorted() {
        let settled = try layout.settle(
          offset: offset, translation: translation, velocity: velocity * sign)
        #expect(settled.unwrappedOffset >= last - 1e-9, "\(velocity)")
        last = settled.unwrappedOffset
      }
    }
  }

  @Test(
    "One step is one step at most, and without an end in the way a flick takes it",
    arguments: SeededGenerator.seeds)
  func oneStep(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var generated = try GeneratedCarousel(using: &random)
      (generated.options.oneStep, generated.options.mode) = (true, .mandatory)
      let layout = try generated.layout()
      let places = Set(layout.snaps.map(\.offset)).sorted()
      let all =
        layout.loop.map { loop in
          places.map { $0 - loop.period } + places + places.map { $0 + loop.period }
        } ?? places
      for place in places {
        let index = try #require(all.lastIndex(of: place))
        let settled = try layout.settle(
          offset: place, translation: Numbers.drag(using: &random),
          velocity: Numbers.drag(using: &random))
        let low = index > 0 ? all[index - 1] : place
        let high = index + 1 < all.count ? all[index + 1] : place
        #expect(settled.unwrappedOffset >= low - 1e-9)
        #expect(settled.unwrappedOffset <= high + 1e-9)

        let sign = layout.options.direction == .leftToRight ? -1.0 : 1
        let flicked = try layout.settle(offset: place, velocity: 1e5 * sign)
        let next = layout.loop == nil ? places.first { $0 > place + 1 } ?? place : high
        #expect(flicked.unwrappedOffset >= min(next, high) - 1e-9)
      }
    }
  }

  @Test(
    "In a free carousel a drag ends where it is projected to, within the row",
    arguments: SeededGenerator.seeds)
  func free(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var generated = try GeneratedCarousel(using: &random, loops: false)
      (generated.options.oneStep, generated.options.mode) = (false, .free)
      generated.options.deceleration = Deceleration.normal.rate
      let layout = try generated.layout()
      guard let limits = layout.scrollLimits, !layout.snaps.isEmpty else { continue }
      let offset = Double.random(in: -500...3000, using: &random)
      let velocity = Double.random(in: -2000...2000, using: &random)
      let sign = layout.options.direction == .leftToRight ? -1.0 : 1
      let expected = try Deceleration.normal.discreteProjection(
        from: offset + 40 * sign, velocity: velocity * sign)
      let settled = try layout.settle(offset: offset, translation: 40, velocity: velocity)
      let limited = min(max(expected, limits.lowerBound), limits.upperBound)
      #expect((settled.offset - limited).magnitude < 1e-6)
    }
  }
}

extension Numbers {
  /// A drag or its velocity: usual, zero or extreme.
  static func drag(using random: inout SeededGenerator) -> Double {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1: [1e300, -1e300, 1e15, -1e15, 1e-300].randomElement(using: &random) ?? 0
    default: Double.random(in: -2000...2000, using: &random)
    }
  }
}
