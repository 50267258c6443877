import FeedLayout
import TestSupport
import Testing

/// Keyframes are few, and none of them could be left out.
struct KeyframesCountTests {
  private static let page = Size(width: 273, height: 320)

  private static func keyframes(
    _ transform: PagingTransform, tolerance: Double = 0.5
  ) throws -> Keyframes {
    try Keyframes(of: transform, over: -1...4, page: page, tolerance: tolerance)
  }

  @Test("Motion that is straight between its kinks has a frame at each kink, and no other")
  func straight() throws {
    let stack = try Self.keyframes(PagingTransform(.stack(.default)), tolerance: 0.01)
    let wanted = [-1, -0.7, 0, 2, 2.9, 4]
    #expect(stack.frames.count == wanted.count)
    for (frame, progress) in zip(stack.frames, wanted) {
      #expect(abs(frame.progress - progress) < 1e-12)
    }
    // Chess pieces fade at 1 / 0.8 and 1 / 0.4, and are gone by 2.
    let chess = try Self.keyframes(PagingTransform(.snapshot(.chess)), tolerance: 0.01)
    for (frame, progress) in zip(chess.frames, [-1, 0, 1.25, 2, 2.5, 4]) {
      #expect(abs(frame.progress - progress) < 1e-12)
    }
    #expect(chess.frames.count == 6)
  }

  // Not the fade: its container shrinks to nothing, and the measure counts the pieces in it on.
  @Test(
    "Without any of its frames a motion is out of tolerance",
    arguments: PagingEffect.allCases.filter { $0 != .snapshot(.fade) })
  func necessary(effect: PagingEffect) throws {
    let transform = PagingTransform(effect)
    let tolerance = 1.0
    let keyframes = try Self.keyframes(transform, tolerance: tolerance)
    let names = keyframes.channels.map(\.name)
    let stepCount = TestScale.count(gate: 40, soak: 200)
    for index in keyframes.frames.indices.dropFirst().dropLast() {
      let before = keyframes.frames[index - 1]
      let after = keyframes.frames[index + 1]
      // A jump is left out by nobody.
      guard before.progress < keyframes.frames[index].progress,
        keyframes.frames[index].progress < after.progress
      else { continue }
      let length = after.progress - before.progress
      let worst =
        (1..<stepCount).map { step in
          let share = Double(step) / Double(stepCount)
          let progress = before.progress + length * share
          let (drawn, wanted) = Keyframes.drawn(
            transform, values: zip(before.values, after.values).map { $0 + ($1 - $0) * share },
            names: names, at: progress, page: Self.page, card: Self.page)
          return drawn.distance(to: wanted)
        }.max() ?? 0
      // Rest positions are exact; and a corner moves less than its channels together, some of which
      // draw it back.
      let passesRest = (before.progress.rounded(.down) + 1) < after.progress
      #expect(worst > tolerance * 0.05 || (passesRest && worst > 1e-6), "\(index): \(worst)")
    }
  }

  @Test("A larger tolerance takes no more frames", arguments: PagingEffect.allCases)
  func monotone(effect: PagingEffect) throws {
    let counts = try [1, 4, 16].map {
      try Self.keyframes(PagingTransform(effect), tolerance: $0).frames.count
    }
    #expect(counts == counts.sorted(by: >))
  }

  @Test("The frames run through the range in order, and lie on the motion")
  func onTheMotion() throws {
    let transform = PagingTransform(.scale(.coverFlow))
    let keyframes = try Self.keyframes(transform)
    #expect(keyframes.frames.first?.progress == -1 && keyframes.frames.last?.progress == 4)
    #expect(keyframes.frames.map(\.progress) == keyframes.frames.map(\.progress).sorted())
    for frame in keyframes.frames {
      #expect(frame.values.count == keyframes.channels.count)
      let error = keyframes.error(transform, at: frame.progress, page: Self.page, card: Self.page)
      #expect(error == 0)
    }
  }

  @Test("A range of one place has one frame; beyond a range its ends are drawn")
  func degenerate() throws {
    let transform = PagingTransform(.stack(.vortex))
    let one = try Keyframes(of: transform, over: 0.5...0.5, page: Self.page, tolerance: 1)
    #expect(one.frames.count == 1 && one.frames.first?.progress == 0.5)
    let keyframes = try Self.keyframes(transform)
    #expect(keyframes.values(at: -9) == keyframes.frames.first?.values)
    #expect(keyframes.values(at: 9) == keyframes.frames.last?.values)
  }
}
