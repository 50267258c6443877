import FeedLayout
import Testing

struct StackTransformTests {
  private let page = Size(width: 270, height: 360)

  @Test("A card far outside the pile is invisible and keeps its limits", arguments: [-1e6, 1e6])
  func farAway(progress: Double) {
    let sample = StackTransform.default.sample(at: progress, page: page)
    #expect(sample.alpha == 0)
    #expect((0...1).contains(sample.scale))
    #expect(sample.zIndex == -1e6)
  }

  @Test("A reversed pile is the pile run through backwards")
  func reversed() throws {
    var options = StackTransform.Options(.rotary)
    let forward = try StackTransform(options)
    options.reverse = true
    let backward = try StackTransform(options)
    for progress in stride(from: -4.0, through: 4, by: 0.125) {
      #expect(
        backward.sample(at: progress, page: page) == forward.sample(at: -progress, page: page))
    }
  }

  @Test("Cards of the pile turn by a triangle wave, to either side", arguments: [0.2, -0.2])
  func turning(angle: Double) throws {
    var options = StackTransform.Options()
    options.stackRotateAngle = angle
    let transform = try StackTransform(options)
    let wave = [0, 0.5, 1, 0.5, 0, -0.5, -1, -0.5, 0, 0.5, 1]
    let depths = [0, 0.5, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3]
    for (depth, part) in zip(depths, wave) {
      #expect(transform.sample(at: depth, page: page).rotation == angle * part, "\(depth)")
    }
    let beforeMoving = transform.sample(at: 1e-9, page: page).rotation
    #expect(abs(beforeMoving) < 1e-9, "a front card that starts to move does not jump")
  }

  @Test("A bound of the spacing holds, and a dimming below 0 brings no faded card back")
  func bounds() throws {
    var options = StackTransform.Options()
    options.scaleFactor = 0
    options.spacingFactor = 0.5
    options.maxSpacing = 0.1
    options.alphaFactor = -1
    let sample = try StackTransform(options).sample(at: 4, page: page)
    #expect(abs(sample.ty + 4 * 36) < 1e-9)
    #expect(sample.alpha == 0)
  }

  @Test("A pile of cards can move by any effect", arguments: PagingEffect.allCases)
  func cardStack(effect: PagingEffect) throws {
    var options = CardStackLayout.Options()
    options.effect = effect
    let layout = try CardStackLayout(items: [], viewport: Viewport(width: 390), options: options)
    #expect(layout.states.count == 21)
    for state in layout.states {
      #expect(state.transform == effect.sample(at: state.progress, page: layout.pageSize))
    }
  }
}
