import FeedLayout
import TestSupport
import Testing

/// Layouts that move publish keyframes of their motion when asked to.
struct LayoutKeyframesTests {
  private static func ring(_ count: Int, tolerance: Double?) throws -> CircularCarouselLayout {
    var options = CircularCarouselLayout.Options()
    options.keyframeTolerance = tolerance
    return try CircularCarouselLayout(
      items: (0..<count).map { LayoutItem(id: $0) }, viewport: try Viewport(width: 375),
      options: options)
  }

  @Test(
    "Cards of a ring are drawn within the proven error",
    arguments: [1, 2, 3, 4, 5, 12, 25, 60], [0.02, 0.5, 4])
  func ring(count: Int, tolerance: Double) throws {
    let ring = try Self.ring(count, tolerance: tolerance)
    let keyframes = try #require(ring.keyframes)
    #expect(keyframes.channels.map(\.name) == ["scale", "opacity", "z_index", "x"])
    #expect(keyframes.range == -Double(count) / 2...Double(count) / 2)
    #expect(keyframes.maxError <= tolerance)
    let ids = Array(0..<count)
    let stepCount = TestScale.count(gate: 50, soak: 150)
    for step in 0..<stepCount {
      let offset = Double(step) / Double(stepCount) * Double(count)
      for card in CircularCarouselLayout.state(atOffset: offset, ids: ids).items.prefix(3) {
        let drawn = keyframes.values(at: card.distance)
        for corner in [-1.0, 1] {
          let half = ring.cardSize.width / 2 * corner
          let moved = (drawn[3] + drawn[0] * half) - (card.x + card.scale * half)
          #expect(abs(moved) <= keyframes.maxError, "\(card.distance)")
        }
        #expect(abs(drawn[1] - card.opacity) * 255 <= keyframes.maxError, "\(card.distance)")
        // The order is that of the motion.
        #expect(abs(drawn[2] - card.zIndex) < 1e-9, "\(card.distance)")
      }
    }
  }

  @Test("At rest every card of a ring is where its state says")
  func ringAtRest() throws {
    let ring = try Self.ring(1000, tolerance: 8)
    let keyframes = try #require(ring.keyframes)
    let turned = CircularCarouselLayout.state(
      atOffset: 17, ids: ring.frames.map(\.id), options: ring.options)
    for card in turned.items {
      let drawn = keyframes.values(at: card.distance)
      #expect(abs(drawn[0] - card.scale) < 1e-9 && abs(drawn[3] - card.x) < 1e-7)
      #expect(abs(drawn[1] - card.opacity) < 1e-9)
    }
    #expect(keyframes.frames.count <= 1003)
  }

  @Test("No keyframes unless they are asked for and there is something to move")
  func none() throws {
    #expect(try Self.ring(5, tolerance: nil).keyframes == nil)
    #expect(try Self.ring(0, tolerance: 1).keyframes == nil)
    #expect(throws: LayoutError.optionOutOfRange("keyframes", value: 0, allowed: 0.01...256)) {
      try Self.ring(5, tolerance: 0)
    }
    let pile = try CardStackLayout(items: [], viewport: try Viewport(width: 375))
    #expect(pile.keyframes == nil)
  }

  @Test("A pile moves as its effect, with options of its own if it has any")
  func pile() throws {
    var changed = StackTransform.Options(.vortex)
    changed.popAngle = 1
    var options = CardStackLayout.Options()
    options.effect = .stack(.vortex)
    options.transform = .stack(try StackTransform(changed))
    options.keyframeTolerance = 0.5
    let items = [LayoutItem(id: 1), LayoutItem(id: 2)]
    let pile = try CardStackLayout(
      items: items, viewport: try Viewport(width: 393), options: options)
    let motion = PagingTransform.stack(try StackTransform(changed))
    let keyframes = try #require(pile.keyframes)
    #expect(keyframes.range == -1...4)
    for state in pile.states {
      #expect(state.transform == motion.sample(at: state.progress, page: pile.pageSize))
      let error = keyframes.error(
        motion, at: state.progress, page: pile.pageSize, card: pile.cardSize)
      #expect(error <= keyframes.maxError)
    }
    guard case .stack(let swiped) = pile.states[0].transform else { return }
    #expect(swiped.rotation == -1)
    // The pile with its effect's default transform.
    options.transform = nil
    let plain = try CardStackLayout(
      items: items, viewport: try Viewport(width: 393), options: options)
    #expect(plain.states[0].transform != pile.states[0].transform)
    #expect(plain.keyframes != pile.keyframes)
  }
}
