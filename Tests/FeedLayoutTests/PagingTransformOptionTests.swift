import FeedLayout
import Testing

/// Options that no sample can be computed with are refused, and say which one it was.
struct PagingTransformOptionTests {
  /// A change of options that makes them unusable, and the option it is about.
  struct Refusal<Options>: Sendable, CustomTestStringConvertible {
    let option: String
    let change: @Sendable (inout Options) -> Void
    var testDescription: String { option }

    init(_ option: String, _ change: @escaping @Sendable (inout Options) -> Void) {
      self.option = option
      self.change = change
    }
  }

  @Test("The options of every preset are allowed")
  func presets() throws {
    for preset in ScaleTransform.Preset.allCases { _ = try ScaleTransform(.init(preset)) }
    for preset in StackTransform.Preset.allCases { _ = try StackTransform(.init(preset)) }
    for preset in SnapshotTransform.Preset.allCases { _ = try SnapshotTransform(.init(preset)) }
    _ = try SnapshotTransform(.init())
    #expect(ScaleTransform.Options() == ScaleTransform.Options(.default))
    #expect(StackTransform.Options() == StackTransform.Options(.default))
  }

  @Test(
    "A pile of nothing, fades of nothing and what is not a number are refused",
    arguments: [
      Refusal("maxStackSize", { $0.maxStackSize = 0 }),
      Refusal("maxStackSize", { $0.maxStackSize = -1 }),
      Refusal("bottomStackAlphaSpeedFactor", { $0.bottomStackAlphaSpeedFactor = 0 }),
      Refusal("topStackAlphaSpeedFactor", { $0.topStackAlphaSpeedFactor = 0 }),
      Refusal("topStackAlphaSpeedFactor", { $0.topStackAlphaSpeedFactor = 1e-20 }),
      Refusal("scaleFactor", { $0.scaleFactor = .nan }),
      Refusal("scale", { $0.minScale = -.infinity }),
      Refusal("spacingFactor", { $0.spacingFactor = .infinity }),
      Refusal("maxSpacing", { $0.maxSpacing = .nan }),
      Refusal("popOffsetRatio.x", { $0.popOffsetRatio.x = .nan }),
      Refusal("popOffsetRatio.y", { $0.popOffsetRatio.y = 1e7 }),
      Refusal("shadowOpacity", { $0.shadowOpacity = 1.5 }),
      Refusal("shadowOffset.height", { $0.shadowOffset.height = .nan }),
      Refusal("shadowColor.green", { $0.shadowColor.green = -1 }),
      Refusal("maxBlurEffectRadius", { $0.maxBlurEffectRadius = -1 }),
    ] as [Refusal<StackTransform.Options>])
  func stack(refusal: Refusal<StackTransform.Options>) throws {
    var options = StackTransform.Options()
    refusal.change(&options)
    let error = try #require(throws: LayoutError.self) { try StackTransform(options) }
    #expect(error.option == refusal.option)
    #expect(error.description.hasPrefix("\(refusal.option): expected "))
  }

  @Test(
    "Turns without a direction and what is not a number are refused",
    arguments: [
      Refusal("scaleRatio", { $0.scaleRatio = .nan }),
      Refusal("translationRatio.y", { $0.translationRatio.y = .infinity }),
      Refusal("translationRatio bounds.x", { $0.minTranslationRatio = [.nan, 0] }),
      Refusal("shadowRadiusMin", { $0.shadowRadiusMin = -1 }),
      Refusal("shadowOpacityMax", { $0.shadowOpacityMax = 2 }),
      Refusal("shadowOffsetMax.width", { $0.shadowOffsetMax.width = .nan }),
      Refusal("blurEffectRadiusRatio", { $0.blurEffectRadiusRatio = -0.1 }),
      Refusal("rotation3D.axis", { $0.rotation3D?.axis = [0, 0, 0] }),
      Refusal("rotation3D.axis.z", { $0.rotation3D?.axis.z = .nan }),
      Refusal("rotation3D.angle", { $0.rotation3D?.angle = .nan }),
      Refusal("rotation3D.m34", { $0.rotation3D?.m34 = .infinity }),
      Refusal("translation3D.ratios.z", { $0.translation3D?.ratios.z = .nan }),
    ] as [Refusal<ScaleTransform.Options>])
  func scale(refusal: Refusal<ScaleTransform.Options>) throws {
    var options = ScaleTransform.Options(.rotary)
    refusal.change(&options)
    let error = try #require(throws: LayoutError.self) { try ScaleTransform(options) }
    #expect(error.option == refusal.option)
  }

  @Test(
    "Pieces of no size, lists of nothing and what is not a number are refused",
    arguments: [
      Refusal("pieceSizeRatio.x", { $0.pieceSizeRatio.x = 0 }),
      Refusal("pieceSizeRatio.y", { $0.pieceSizeRatio.y = -0.5 }),
      Refusal("pieceSizeRatio.y", { $0.pieceSizeRatio.y = .nan }),
      Refusal("piecesAlphaRatio", { $0.piecesAlphaRatio = .byIndex([]) }),
      Refusal(
        "piecesAlphaRatio", { $0.piecesAlphaRatio = .combined([.uniform(1), .rows([])], .sum) }),
      Refusal("piecesScaleRatio", { $0.piecesScaleRatio = .combined([], .product) }),
      Refusal("piecesCornerRadiusRatio.x", { $0.piecesCornerRadiusRatio = .rowMirror(.nan) }),
      Refusal(
        "piecesTranslationRatio (odd).y",
        { $0.piecesTranslationRatio = .rowOddEven(odd: [0, .nan], even: .zero) }
      ),
      Refusal("containerScaleRatio", { $0.containerScaleRatio = .infinity }),
    ] as [Refusal<SnapshotTransform.Options>])
  func snapshot(refusal: Refusal<SnapshotTransform.Options>) throws {
    var options = SnapshotTransform.Options(.grid)
    refusal.change(&options)
    let error = try #require(throws: LayoutError.self) { try SnapshotTransform(options) }
    #expect(error.option == refusal.option)
  }

  @Test("Reversed bounds are refused, equal ones are not")
  func reversedBounds() throws {
    var scale = ScaleTransform.Options()
    scale.minScale = 2
    #expect(throws: LayoutError.reversedBounds("scale", lower: 2, upper: 1)) {
      try ScaleTransform(scale)
    }
    scale.minScale = 1
    #expect(throws: Never.self) { try ScaleTransform(scale) }
    scale.maxTranslationRatio = [5, -6]
    #expect(
      throws: LayoutError.reversedBounds("translationRatio bounds.y", lower: -5, upper: -6)
    ) { try ScaleTransform(scale) }

    // As the library has them.
    var cylinder = ScaleTransform.Options(.invertedCylinder)
    cylinder.translation3D?.minRatios.z = 0.86
    #expect(
      throws: LayoutError.reversedBounds("translation3D bounds.z", lower: 0.86, upper: -0.86)
    ) { try ScaleTransform(cylinder) }

    var stack = StackTransform.Options()
    stack.maxScale = -1
    #expect(throws: LayoutError.reversedBounds("scale", lower: 0, upper: -1)) {
      try StackTransform(stack)
    }

    // Crossing in the second row only.
    var snapshot = SnapshotTransform.Options()
    snapshot.minPiecesTranslationRatio = .byRow([0, 1])
    snapshot.maxPiecesTranslationRatio = .uniform([0, 0])
    let error = try #require(throws: LayoutError.self) { try SnapshotTransform(snapshot) }
    #expect(error.option == "piecesTranslationRatio bounds (row 1, column 0).y")
    #expect(error.description.hasSuffix("expected a lower bound of at most 0, found 1"))
  }
}

extension LayoutError {
  /// The option it is about.
  fileprivate var option: String? {
    switch self {
    case .optionOutOfRange(let option, _, _), .reversedBounds(let option, _, _),
      .emptyOption(let option), .noDirection(let option):
      option
    default: nil
    }
  }
}
