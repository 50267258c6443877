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
      Refusal("max_stack_size", { $0.maxStackSize = 0 }),
      Refusal("max_stack_size", { $0.maxStackSize = -1 }),
      Refusal("bottom_stack_alpha_speed_factor", { $0.bottomStackAlphaSpeedFactor = 0 }),
      Refusal("top_stack_alpha_speed_factor", { $0.topStackAlphaSpeedFactor = 0 }),
      Refusal("top_stack_alpha_speed_factor", { $0.topStackAlphaSpeedFactor = 1e-20 }),
      Refusal("scale_factor", { $0.scaleFactor = .nan }),
      Refusal("min_scale", { $0.minScale = -.infinity }),
      Refusal("spacing_factor", { $0.spacingFactor = .infinity }),
      Refusal("max_spacing", { $0.maxSpacing = .nan }),
      Refusal("pop_offset_ratio.x", { $0.popOffsetRatio.x = .nan }),
      Refusal("pop_offset_ratio.y", { $0.popOffsetRatio.y = 1e7 }),
      Refusal("shadow_opacity", { $0.shadowOpacity = 1.5 }),
      Refusal("shadow_offset.height", { $0.shadowOffset.height = .nan }),
      Refusal("shadow_color.green", { $0.shadowColor.green = -1 }),
      Refusal("max_blur_effect_radius", { $0.maxBlurEffectRadius = -1 }),
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
      Refusal("scale_ratio", { $0.scaleRatio = .nan }),
      Refusal("translation_ratio.y", { $0.translationRatio.y = .infinity }),
      Refusal("min_translation_ratio.x", { $0.minTranslationRatio = [.nan, 0] }),
      Refusal("shadow_radius_min", { $0.shadowRadiusMin = -1 }),
      Refusal("shadow_opacity_max", { $0.shadowOpacityMax = 2 }),
      Refusal("shadow_offset_max.width", { $0.shadowOffsetMax.width = .nan }),
      Refusal("blur_effect_radius_ratio", { $0.blurEffectRadiusRatio = -0.1 }),
      Refusal("rotation_3d.axis", { $0.rotation3D?.axis = [0, 0, 0] }),
      Refusal("rotation_3d.axis.z", { $0.rotation3D?.axis.z = .nan }),
      Refusal("rotation_3d.angle", { $0.rotation3D?.angle = .nan }),
      Refusal("rotation_3d.m34", { $0.rotation3D?.m34 = .infinity }),
      Refusal("translation_3d.ratios.z", { $0.translation3D?.ratios.z = .nan }),
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
      Refusal("piece_size_ratio.x", { $0.pieceSizeRatio.x = 0 }),
      Refusal("piece_size_ratio.y", { $0.pieceSizeRatio.y = -0.5 }),
      Refusal("piece_size_ratio.y", { $0.pieceSizeRatio.y = .nan }),
      Refusal("pieces_alpha_ratio", { $0.piecesAlphaRatio = .byIndex([]) }),
      Refusal(
        "pieces_alpha_ratio", { $0.piecesAlphaRatio = .combined([.uniform(1), .rows([])], .sum) }),
      Refusal("pieces_scale_ratio", { $0.piecesScaleRatio = .combined([], .product) }),
      Refusal("pieces_corner_radius_ratio.x", { $0.piecesCornerRadiusRatio = .rowMirror(.nan) }),
      Refusal(
        "pieces_translation_ratio.odd.y",
        { $0.piecesTranslationRatio = .rowOddEven(odd: [0, .nan], even: .zero) }
      ),
      Refusal("container_scale_ratio", { $0.containerScaleRatio = .infinity }),
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
    #expect(throws: LayoutError.reversedBounds("min_scale", lower: 2, upper: 1)) {
      try ScaleTransform(scale)
    }
    scale.minScale = 1
    #expect(throws: Never.self) { try ScaleTransform(scale) }
    scale.maxTranslationRatio = [5, -6]
    #expect(
      throws: LayoutError.reversedBounds("min_translation_ratio.y", lower: -5, upper: -6)
    ) { try ScaleTransform(scale) }

    // The library's own bounds of z, which are reversed.
    var cylinder = ScaleTransform.Options(.invertedCylinder)
    cylinder.translation3D?.minRatios.z = 0.86
    #expect(
      throws: LayoutError.reversedBounds("translation_3d.min_ratios.z", lower: 0.86, upper: -0.86)
    ) { try ScaleTransform(cylinder) }

    var stack = StackTransform.Options()
    stack.maxScale = -1
    #expect(throws: LayoutError.reversedBounds("min_scale", lower: 0, upper: -1)) {
      try StackTransform(stack)
    }

    // Crossing in the second row only.
    var snapshot = SnapshotTransform.Options()
    snapshot.minPiecesTranslationRatio = .byRow([0, 1])
    snapshot.maxPiecesTranslationRatio = .uniform([0, 0])
    let error = try #require(throws: LayoutError.self) { try SnapshotTransform(snapshot) }
    #expect(error.option == "min_pieces_translation_ratio (row 1, column 0).y")
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
