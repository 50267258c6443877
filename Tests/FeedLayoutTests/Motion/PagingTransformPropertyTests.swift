import FeedLayout
import TestSupport
import Testing

/// Properties of every paging effect, for any card at any progress.
struct PagingTransformPropertyTests {
  /// Progress and extents that formulas break at.
  private static let extremes = [
    0, -0.0, 1e-300, -1e-300, 1, -1, 10.0 / 9, 1e15, -1e15, 1e100, 1e300, -1e300,
    Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude,
  ]

  @Test("Every number is finite at the extremes", arguments: PagingEffect.allCases)
  func finiteAtExtremes(effect: PagingEffect) {
    for progress in Self.extremes {
      for extent in Self.extremes {
        let sample = effect.sample(at: progress, page: Size(width: extent, height: 320))
        #expect(sample.isSound, "\(progress), \(extent): \(sample)")
        let square = effect.sample(at: progress, page: Size(width: extent, height: extent))
        #expect(square.isSound, "\(progress), \(extent) square: \(square)")
      }
    }
  }

  @Test(
    "Every number is finite anywhere", arguments: PagingEffect.allCases, SeededGenerator.seeds)
  func finite(effect: PagingEffect, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let page = Size(
        width: Double.random(in: 1...4096, using: &random),
        height: Double.random(in: 1...4096, using: &random))
      let progress = Double.random(in: -8...8, using: &random)
      let sample = effect.sample(at: progress, page: page)
      #expect(sample.isSound, "\(progress), \(page): \(sample)")
    }
  }

  @Test(
    "What is not a number counts as 0, and infinity as very far", arguments: PagingEffect.allCases)
  func notANumber(effect: PagingEffect) {
    let page = Size(width: 273, height: 320)
    #expect(effect.sample(at: .nan, page: page) == effect.sample(at: 0, page: page))
    let unknown = effect.sample(at: 0.5, page: Size(width: .nan, height: 320))
    #expect(unknown == effect.sample(at: 0.5, page: Size(width: 0, height: 320)))
    for progress in [Double.infinity, -.infinity, .nan] {
      for extent in [Double.infinity, -.infinity, .nan, 320] {
        let sample = effect.sample(at: progress, page: Size(width: extent, height: extent))
        #expect(sample.isSound, "\(progress), \(extent): \(sample)")
      }
    }
  }

  @Test("Options at their limits still give finite numbers", arguments: [-1.0, 1])
  func finiteAtOptionLimits(sign: Double) throws {
    let most = 1e6 * sign
    var scale = ScaleTransform.Options(.coverFlow)
    scale.minScale = -1e6
    scale.maxScale = 1e6
    scale.scaleRatio = most
    scale.translationRatio = [most, most]
    scale.minTranslationRatio = nil
    scale.maxTranslationRatio = nil
    scale.rotation3D = .init(
      angle: most, minAngle: -1e6, maxAngle: 1e6, axis: [most, most, 1e-6], m34: most)
    scale.translation3D = .init(
      ratios: [most, most, most], minRatios: [-1e6, -1e6, -1e6], maxRatios: [1e6, 1e6, 1e6])
    var stack = StackTransform.Options(.blur)
    stack.scaleFactor = most
    stack.minScale = nil
    stack.spacingFactor = most
    stack.alphaFactor = most
    stack.bottomStackAlphaSpeedFactor = 1e-6
    stack.topStackAlphaSpeedFactor = 1e-6
    stack.perspectiveRatio = most
    stack.stackRotateAngle = most
    stack.popAngle = most
    stack.popOffsetRatio = [most, most]
    stack.stackPosition = [most, most]
    stack.maxStackSize = 1_000_000
    var snapshot = SnapshotTransform.Options()
    snapshot.piecesTranslationRatio = .byRow([most, most])
    snapshot.piecesScaleRatio = .byRow([most, most])
    snapshot.piecesAlphaRatio = .byRow(most)
    snapshot.piecesCornerRadiusRatio = .byRow(most)
    snapshot.containerScaleRatio = most
    snapshot.containerTranslationRatio = [most, most]

    let transforms = (
      try ScaleTransform(scale), try StackTransform(stack), try SnapshotTransform(snapshot)
    )
    for progress in Self.extremes {
      for extent in Self.extremes {
        let page = Size(width: extent, height: extent)
        let samples: [PagingEffect.Sample] = [
          .scale(transforms.0.sample(at: progress, page: page)),
          .stack(transforms.1.sample(at: progress, page: page)),
          .snapshot(transforms.2.sample(at: progress, page: page)),
        ]
        for sample in samples { #expect(sample.isSound, "\(progress), \(extent): \(sample)") }
      }
    }
  }

  @Test("Flat scale effects and the pieces of a snapshot are the same at both sides, mirrored")
  func mirrored() {
    let page = Size(width: 273, height: 320)
    for progress in stride(from: 0.125, through: 3, by: 0.125) {
      for preset in [ScaleTransform.Preset.default, .easeIn, .easeOut] {
        let right = ScaleTransform(preset).sample(at: progress, page: page)
        let left = ScaleTransform(preset).sample(at: -progress, page: page)
        #expect(left.tx == -right.tx && left.ty == right.ty && left.scale == right.scale)
        #expect(left.shadow == right.shadow)
      }
      for preset in SnapshotTransform.Preset.allCases {
        let right = SnapshotTransform(preset).sample(at: progress, page: page)
        let left = SnapshotTransform(preset).sample(at: -progress, page: page)
        #expect(left.pieces == right.pieces)
        #expect(left.container.tx == -right.container.tx)
        #expect(left.container.scale == right.container.scale)
      }
    }
  }

  @Test("A card in the middle is untouched by the effects that do not magnify")
  func middle() {
    let page = Size(width: 273, height: 320)
    for preset in [ScaleTransform.Preset.default, .linear, .easeIn, .easeOut, .blur] {
      let sample = ScaleTransform(preset).sample(at: 0, page: page)
      #expect(sample.scale == 1 && sample.tx == 0 && sample.ty == 0 && sample.quad == nil)
    }
    for preset in StackTransform.Preset.allCases {
      let sample = StackTransform(preset).sample(at: 0, page: page)
      #expect(sample.scale == 1 && sample.tx == 0 && sample.ty == 0 && sample.alpha == 1)
      #expect(sample.rotation == 0 && sample.zIndex == 0)
    }
    for preset in SnapshotTransform.Preset.allCases {
      #expect(SnapshotTransform(preset).sample(at: 0, page: page).pieces.isEmpty)
    }
  }

  @Test("An effect has one name, and no other name is an effect")
  func names() {
    #expect(PagingEffect.allCases.count == 24)
    #expect(Set(PagingEffect.allCases.map(\.name)).count == 24)
    for effect in PagingEffect.allCases { #expect(PagingEffect(name: effect.name) == effect) }
    for name in ["", "vortex", "stack", "stack.", "Stack.vortex", "stack.Vortex", "scale.vortex"] {
      #expect(PagingEffect(name: name) == nil)
    }
  }
}

extension PagingEffect.Sample {
  /// Whether all numbers are finite and those with limits inside them.
  fileprivate var isSound: Bool {
    let unit = 0.0...1
    switch self {
    case .stack(let sample):
      return [sample.scale, sample.tx, sample.ty, sample.rotation, sample.zIndex]
        .allSatisfy(\.isFinite)
        && unit.contains(sample.alpha) && unit.contains(sample.blur ?? 0)
    case .scale(let sample):
      let corners = sample.quad?.corners ?? []
      let shadow = sample.shadow.map { [$0.offset.width, $0.offset.height, $0.radius] } ?? []
      return ([sample.scale, sample.tx, sample.ty] + corners.flatMap { [$0.x, $0.y] } + shadow)
        .allSatisfy(\.isFinite)
        && unit.contains(sample.blur ?? 0) && unit.contains(sample.shadow?.opacity ?? 0)
    case .snapshot(let sample):
      let container = [sample.container.scale, sample.container.tx, sample.container.ty]
      return container.allSatisfy(\.isFinite)
        && sample.pieces.allSatisfy { piece in
          [piece.tx, piece.ty, piece.size.width, piece.size.height].allSatisfy(\.isFinite)
            && [piece.scaleX, piece.scaleY, piece.cornerRadius]
              .allSatisfy { $0.isFinite && $0 >= 0 }
            && unit.contains(piece.alpha)
        }
    }
  }
}
