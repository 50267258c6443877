import FeedLayout
import TestSupport
import Testing

/// Jumps are expressed by steps and double frames; motion whose error cannot be proven is refused.
struct KeyframesJumpTests {
  private static let page = Size(width: 273, height: 320)

  @Test("Steps say the order and the visible side of a card", arguments: PagingEffect.allCases)
  func steps(effect: PagingEffect) throws {
    var random = SeededGenerator(seed: 3)
    let transform = PagingTransform(effect)
    let keyframes = try Keyframes(of: transform, over: -4...5, page: Self.page, tolerance: 32)
    for _ in 0..<100 {
      let progress = Double.random(in: -4...5, using: &random)
      let step = keyframes.steps.last { $0.progress <= progress }
      switch transform.sample(at: progress, page: Self.page) {
      case .stack(let sample):
        #expect(keyframes.stepChannels == ["z_index"])
        #expect(step?.values == [sample.zIndex + 0], "at \(progress)")
      case .scale(let sample) where sample.quad != nil:
        #expect(keyframes.stepChannels == ["is_hidden"])
        #expect(step?.values == [sample.isHidden ? 1 : 0], "at \(progress)")
      case .scale, .snapshot:
        #expect(keyframes.stepChannels.isEmpty && keyframes.steps.isEmpty)
      }
    }
  }

  @Test("Cards of any turn are hidden where the steps say", arguments: SeededGenerator.seeds)
  func hiddenSteps(seed: UInt64) throws {
    var generated = GeneratedTransform(seed: seed)
    var random = SeededGenerator(seed: seed)
    let transform = try generated.spatialScale()
    guard
      let keyframes = try? Keyframes(of: transform, over: -3...3, page: Self.page, tolerance: 256)
    else { return }
    for _ in 0..<100 {
      let progress = Double.random(in: -3...3, using: &random)
      guard case .scale(let sample) = transform.sample(at: progress, page: Self.page) else {
        return
      }
      let step = keyframes.steps.last { $0.progress <= progress }
      #expect(step?.values == [sample.isHidden ? 1 : 0], "at \(progress): \(transform)")
    }
  }

  @Test("A card that fades at once has two frames where it does")
  func fadesAtOnce() throws {
    var options = StackTransform.Options()
    options.topStackAlphaSpeedFactor = 2
    options.alphaFactor = -0.5
    options.maxStackSize = 2
    let transform = PagingTransform.stack(try StackTransform(options))
    let keyframes = try Keyframes(of: transform, over: -1...4, page: Self.page, tolerance: 0.5)
    let alpha = try #require(keyframes.channels.firstIndex { $0.name == "alpha" })
    // Half faded as soon as it is swiped; and, growing fainter by less than nothing, there until gone.
    let middle = keyframes.frames.filter { $0.progress == 0 }
    #expect(middle.map { $0.values[alpha] } == [0.5, 1])
    let bottom = keyframes.frames.filter { $0.progress == 1.9 }
    #expect(bottom.count == 2 && bottom[1].values[alpha] == 0)
    #expect(abs(bottom[0].values[alpha] - 0.95) < 1e-9)
  }

  @Test("A small card that keeps its distance has two frames in the middle")
  func changesSides() throws {
    var options = ScaleTransform.Options()
    options.minScale = 0.5
    options.maxScale = 0.5
    let transform = PagingTransform.scale(try ScaleTransform(options))
    let keyframes = try Keyframes(of: transform, over: -1...1, page: Self.page, tolerance: 0.5)
    let middle = keyframes.frames.filter { $0.progress == 0 }
    #expect(middle.map { $0.values[1] } == [-273.0 / 4, 273.0 / 4])
  }

  @Test("A range or a tolerance that is not supported is refused")
  func refusals() throws {
    let transform = PagingTransform(.stack(.default))
    for tolerance in [0, -1, 0.001, 1000, .nan, .infinity] {
      #expect(throws: LayoutError.self) {
        try Keyframes(of: transform, over: -1...4, page: Self.page, tolerance: tolerance)
      }
    }
    for range in [-.infinity...0, 0...(.infinity), -1e5...0, 0...1e300] {
      #expect(throws: LayoutError.self) {
        try Keyframes(of: transform, over: range, page: Self.page, tolerance: 1)
      }
    }
  }

  @Test("Motion that is too fast or has too many parts is refused, not guessed")
  func unproven() throws {
    var fast = ScaleTransform.Options(.cylinder)
    fast.rotation3D?.angle = 600
    fast.rotation3D?.minAngle = -1e6
    fast.rotation3D?.maxAngle = 1e6
    let spinning = PagingTransform.scale(try ScaleTransform(fast))
    let error = LayoutError.unprovenMotion("a scale effect", tolerance: 0.01)
    #expect(throws: error) {
      try Keyframes(of: spinning, over: -3...3, page: Self.page, tolerance: 0.01)
    }
    #expect(error.description.hasPrefix("keyframes: expected a tolerance that can be reached"))

    var many = SnapshotTransform.Options(.grid)
    many.pieceSizeRatio = [0.01, 0.01]
    let dust = PagingTransform.snapshot(try SnapshotTransform(many))
    #expect(throws: LayoutError.optionOutOfRange("pieces", value: 10_000, allowed: 1...400)) {
      try Keyframes(of: dust, over: -1...1, page: Self.page, tolerance: 8)
    }
    for extent in [1e9, 1e100, .infinity] {
      #expect(throws: LayoutError.unprovenMotion("a stack effect", tolerance: 0.01)) {
        try Keyframes(
          of: PagingTransform(.stack(.vortex)), over: -1...4,
          page: Size(width: extent, height: extent), tolerance: 0.01)
      }
    }
  }

  @Test("A page of no size, or of no number, still has keyframes")
  func noPage() throws {
    for page in [Size.zero, Size(width: .nan, height: -5)] {
      for effect in PagingEffect.allCases {
        let keyframes = try Keyframes(
          of: PagingTransform(effect), over: -1...4, page: page, tolerance: 1)
        #expect(keyframes.frames.allSatisfy { $0.values.allSatisfy(\.isFinite) })
      }
    }
  }
}
