import FeedLayout
import TestSupport

/// Paging transforms with options drawn at random, within what is allowed and now and then odd.
struct GeneratedTransform {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    // Whole, short and long numbers: kinks meet rest positions, or do not.
    let number = Double.random(in: range, using: &random)
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: number.rounded()
    case 1: (number * 4).rounded() / 4
    default: number
    }
  }

  private mutating func pair(_ range: ClosedRange<Double>) -> SIMD2<Double> {
    [number(range), number(range)]
  }

  private mutating func maybe<Value>(_ value: Value) -> Value? {
    Bool.random(using: &random) ? value : nil
  }

  mutating func page() -> Size { Size(width: number(1...800), height: number(1...1200)) }

  mutating func stack() throws -> PagingTransform {
    var options = StackTransform.Options()
    options.scaleFactor = number(-1...1)
    options.minScale = maybe(number(-1...1))
    options.maxScale = maybe((options.minScale ?? 0) + number(0...2))
    options.maxStackSize = Int.random(in: 1...8, using: &random)
    options.spacingFactor = number(-1...1)
    options.maxSpacing = maybe(number(-1...1))
    options.alphaFactor = number(-1...1)
    options.bottomStackAlphaSpeedFactor = max(number(0...3), 0.01)
    options.topStackAlphaSpeedFactor = max(number(0...3), 0.01)
    options.perspectiveRatio = number(-1...1)
    options.stackRotateAngle = number(-2...2)
    options.popAngle = number(-4...4)
    options.popOffsetRatio = pair(-2...2)
    options.stackPosition = pair(-1...1)
    options.reverse = Bool.random(using: &random)
    options.blurEffectEnabled = Bool.random(using: &random)
    options.maxBlurEffectRadius = number(0...2)
    return .stack(try StackTransform(options))
  }

  mutating func flatOptions() -> ScaleTransform.Options {
    var options = ScaleTransform.Options()
    options.minScale = number(-1...1)
    options.maxScale = options.minScale + number(0...2)
    options.scaleRatio = number(-1...1)
    options.translationRatio = pair(-2...2)
    let least = pair(-3...1)
    let most = least + SIMD2(number(0...4), number(0...4))
    options.minTranslationRatio = maybe(least)
    options.maxTranslationRatio = maybe(most)
    options.keepVerticalSpacingEqual = Bool.random(using: &random)
    options.keepHorizontalSpacingEqual = Bool.random(using: &random)
    options.scaleCurve = TransformCurve.allCases.randomElement(using: &random) ?? .linear
    options.translationCurve = TransformCurve.allCases.randomElement(using: &random) ?? .linear
    options.shadowEnabled = Bool.random(using: &random)
    options.shadowRadiusMin = number(0...20)
    options.shadowRadiusMax = number(0...20)
    options.shadowOffsetMax = Size(width: number(-9...9), height: number(-9...9))
    options.shadowOpacityMin = number(0...1)
    options.shadowOpacityMax = number(0...1)
    options.blurEffectEnabled = Bool.random(using: &random)
    options.blurEffectRadiusRatio = number(0...2)
    return options
  }

  mutating func flatScale() throws -> PagingTransform { .scale(try ScaleTransform(flatOptions())) }

  mutating func spatialScale() throws -> PagingTransform {
    var options = flatOptions()
    let least = number(-3...0)
    options.rotation3D = .init(
      angle: number(-2...2), minAngle: least, maxAngle: least + number(0...6),
      axis: [number(-1...1), number(-1...1), number(-1...1) + 0.01], m34: -number(0...2) / 1000,
      isDoubleSided: Bool.random(using: &random))
    let lower = SIMD3(number(-2...0), number(-2...0), number(-2...0))
    let translation = ScaleTransform.Translation3D(
      ratios: [number(-1...1), number(-1...1), number(-1...1)], minRatios: lower,
      maxRatios: lower + SIMD3(number(0...2), number(0...2), number(0...2)))
    options.translation3D = maybe(translation)
    return .scale(try ScaleTransform(options))
  }

  mutating func snapshot() throws -> PagingTransform {
    var options = SnapshotTransform.Options()
    options.pieceSizeRatio = [max(number(0...1), 0.2), max(number(0...1), 0.2)]
    options.piecesAlphaRatio = .combined([.byRow(number(-1...1)), .uniform(number(-1...1))], .sum)
    options.piecesCornerRadiusRatio = .columnMirror(number(-1...1))
    options.piecesTranslationRatio = .combined(
      [.rowMirror(pair(-2...2)), .byColumn(pair(-2...2), reversed: true)],
      Bool.random(using: &random) ? .sum : .product)
    options.minPiecesTranslationRatio = maybe(.uniform(pair(-3...0)))
    options.maxPiecesTranslationRatio = maybe(.byRow(pair(0...2)))
    options.piecesScaleRatio = .rowOddEven(odd: pair(-1...1), even: pair(-1...1))
    options.containerScaleRatio = number(-1...1)
    options.containerTranslationRatio = pair(-2...2)
    options.containerMaxTranslationRatio = maybe(pair(0...2))
    return .snapshot(try SnapshotTransform(options))
  }
}
