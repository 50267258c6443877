import FeedLayout
import TestSupport
import Testing

/// A client that only interpolates linearly draws the motion within the stated error, wherever one
/// looks.
struct KeyframesErrorTests {
  private static let pages: [(page: Size, card: Size)] = [
    (Size(width: 273, height: 320), Size(width: 321, height: 428)),
    (Size(width: 160, height: 500), Size(width: 200, height: 90)),
  ]

  @Test(
    "Every effect is within the proven error, and that within the tolerance",
    arguments: PagingEffect.allCases, TestScale.current.isSoak ? [0.5, 4] : [4])
  func presets(effect: PagingEffect, tolerance: Double) throws {
    var random = SeededGenerator(seed: 7)
    let transform = PagingTransform(effect)
    for (page, card) in Self.pages.prefix(tolerance < 1 ? 1 : 2) {
      let keyframes = try Keyframes(
        of: transform, over: -1...4, page: page, card: card, tolerance: tolerance)
      #expect(keyframes.maxError <= tolerance)
      for progress in keyframes.probes(100, using: &random) {
        let error = keyframes.error(transform, at: progress, page: page, card: card)
        #expect(error <= keyframes.maxError, "at \(progress)")
      }
    }
  }

  @Test("A tolerance of a twentieth of a point is kept too", arguments: PagingEffect.allCases)
  func fine(effect: PagingEffect) throws {
    var random = SeededGenerator(seed: 8)
    let transform = PagingTransform(effect)
    let (page, card) = Self.pages[0]
    let keyframes = try Keyframes(
      of: transform, over: 0.25...0.75, page: page, card: card, tolerance: 0.05)
    #expect(keyframes.maxError <= 0.05)
    for progress in keyframes.probes(100, using: &random) {
      let error = keyframes.error(transform, at: progress, page: page, card: card)
      #expect(error <= keyframes.maxError, "at \(progress)")
    }
  }

  @Test("So is every effect of any options", arguments: SeededGenerator.seeds)
  func generated(seed: UInt64) throws {
    var generated = GeneratedTransform(seed: seed)
    var random = SeededGenerator(seed: seed)
    // Every kind of effect in its share, of which the turns in space are one.
    for round in 0..<TestScale.count(gate: 36, soak: 72) {
      let transform =
        switch round % 36 {
        case 0: try generated.spatialScale()
        case 1...9: try generated.flatScale()
        case 10...16: try generated.snapshot()
        default: try generated.stack()
        }
      let page = generated.page()
      let start = Double.random(in: -3...1, using: &random)
      let tolerance: Double = round % 36 == 0 ? 8 : [0.25, 1, 8].randomElement(using: &random) ?? 1
      let keyframes: Keyframes
      do throws(LayoutError) {
        keyframes = try Keyframes(
          of: transform, over: start...(start + 3), page: page, tolerance: tolerance)
      } catch {
        // A card that reaches the eye is drawn without end: it may be too fast for a proof.
        #expect(round % 36 == 0, "\(error): \(transform)")
        continue
      }
      #expect(keyframes.maxError <= tolerance)
      for progress in keyframes.probes(20, using: &random) {
        let error = keyframes.error(transform, at: progress, page: page, card: page)
        #expect(error <= keyframes.maxError, "round \(round) at \(progress): \(transform)")
      }
    }
  }

  @Test("Each channel alone is within its own proven error", arguments: SeededGenerator.seeds)
  func channels(seed: UInt64) throws {
    var generated = GeneratedTransform(seed: seed)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let transform = try generated.stack()
      let page = generated.page()
      let keyframes = try Keyframes(of: transform, over: -1...4, page: page, tolerance: 2)
      for progress in keyframes.probes(10, using: &random) {
        guard case .stack(let sample) = transform.sample(at: progress, page: page) else { continue }
        let wanted =
          [sample.scale, sample.tx, sample.ty, sample.alpha, sample.rotation]
          + (sample.blur.map { [$0] } ?? [])
        for (channel, (value, drawn)) in zip(
          keyframes.channels, zip(wanted, keyframes.values(at: progress)))
        {
          #expect(abs(value - drawn) <= channel.maxError, "\(channel.name) at \(progress)")
          #expect(channel.maxError * channel.weight <= keyframes.maxError * (1 + 1e-9) + 1e-9)
        }
      }
    }
  }

  @Test("A card at rest is drawn exactly", arguments: PagingEffect.allCases)
  func rest(effect: PagingEffect) throws {
    let transform = PagingTransform(effect)
    let (page, card) = Self.pages[0]
    let keyframes = try Keyframes(of: transform, over: -2...5, page: page, card: card, tolerance: 8)
    for progress in stride(from: -2.0, through: 5, by: 1) {
      #expect(keyframes.error(transform, at: progress, page: page, card: card) < 1e-6)
    }
  }
}
