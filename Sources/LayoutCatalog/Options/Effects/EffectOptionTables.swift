import FeedLayout

extension EffectOptionTable<ScaleTransform.Options> {
  static let scale = EffectOptionTable([
    .number("min_scale", \.minScale), .number("max_scale", \.maxScale),
    .number("scale_ratio", \.scaleRatio),
    .pair("translation_ratio", \.translationRatio),
    .pair("min_translation_ratio", \.minTranslationRatio),
    .pair("max_translation_ratio", \.maxTranslationRatio),
    .flag("keep_vertical_spacing_equal", \.keepVerticalSpacingEqual),
    .flag("keep_horizontal_spacing_equal", \.keepHorizontalSpacingEqual),
    .choice("scale_curve", \.scaleCurve), .choice("translation_curve", \.translationCurve),
    .flag("shadow_enabled", \.shadowEnabled), .part("shadow_color", \.shadowColor, .color),
    .number("shadow_radius_min", \.shadowRadiusMin),
    .number("shadow_radius_max", \.shadowRadiusMax),
    .part("shadow_offset_min", \.shadowOffsetMin, .size),
    .part("shadow_offset_max", \.shadowOffsetMax, .size),
    .number("shadow_opacity_min", \.shadowOpacityMin),
    .number("shadow_opacity_max", \.shadowOpacityMax),
    .flag("blur_effect_enabled", \.blurEffectEnabled),
    .number("blur_effect_radius_ratio", \.blurEffectRadiusRatio),
    .choice("blur_effect_style", \.blurEffectStyle),
    .part("rotation_3d", \.rotation3D, .rotation, standard: .standard),
    .part("translation_3d", \.translation3D, .translation, standard: .standard),
  ])
}

extension EffectOptionTable<ScaleTransform.Rotation3D> {
  static let rotation = EffectOptionTable([
    .number("angle", \.angle), .number("min_angle", \.minAngle), .number("max_angle", \.maxAngle),
    .triple("axis", \.axis), .number("m34", \.m34), .flag("is_double_sided", \.isDoubleSided),
  ])
}

extension EffectOptionTable<ScaleTransform.Translation3D> {
  static let translation = EffectOptionTable([
    .triple("ratios", \.ratios), .triple("min_ratios", \.minRatios),
    .triple("max_ratios", \.maxRatios),
  ])
}

extension EffectOptionTable<ShadowColor> {
  static let color = EffectOptionTable([
    .number("red", \.red), .number("green", \.green), .number("blue", \.blue),
  ])
}

extension EffectOptionTable<Size> {
  static let size = EffectOptionTable([.number("width", \.width), .number("height", \.height)])
}

extension EffectOptionTable<StackTransform.Options> {
  static let stack = EffectOptionTable([
    .number("scale_factor", \.scaleFactor), .number("min_scale", \.minScale),
    .number("max_scale", \.maxScale), .integer("max_stack_size", \.maxStackSize),
    .number("spacing_factor", \.spacingFactor), .number("max_spacing", \.maxSpacing),
    .number("alpha_factor", \.alphaFactor),
    .number("bottom_stack_alpha_speed_factor", \.bottomStackAlphaSpeedFactor),
    .number("top_stack_alpha_speed_factor", \.topStackAlphaSpeedFactor),
    .number("perspective_ratio", \.perspectiveRatio),
    .flag("shadow_enabled", \.shadowEnabled), .part("shadow_color", \.shadowColor, .color),
    .number("shadow_opacity", \.shadowOpacity), .part("shadow_offset", \.shadowOffset, .size),
    .number("shadow_radius", \.shadowRadius),
    .number("stack_rotate_angle", \.stackRotateAngle), .number("pop_angle", \.popAngle),
    .pair("pop_offset_ratio", \.popOffsetRatio), .pair("stack_position", \.stackPosition),
    .flag("reverse", \.reverse), .flag("blur_effect_enabled", \.blurEffectEnabled),
    .number("max_blur_effect_radius", \.maxBlurEffectRadius),
    .choice("blur_effect_style", \.blurEffectStyle),
  ])
}

extension EffectOptionTable<SnapshotTransform.Options> {
  static let snapshot = EffectOptionTable([
    .pair("piece_size_ratio", \.pieceSizeRatio),
    .pieces("pieces_corner_radius_ratio", \.piecesCornerRadiusRatio),
    .pieces("pieces_alpha_ratio", \.piecesAlphaRatio),
    .pieces("pieces_translation_ratio", \.piecesTranslationRatio),
    .pieces("min_pieces_translation_ratio", \.minPiecesTranslationRatio),
    .pieces("max_pieces_translation_ratio", \.maxPiecesTranslationRatio),
    .pieces("pieces_scale_ratio", \.piecesScaleRatio),
    .number("container_scale_ratio", \.containerScaleRatio),
    .pair("container_translation_ratio", \.containerTranslationRatio),
    .pair("container_min_translation_ratio", \.containerMinTranslationRatio),
    .pair("container_max_translation_ratio", \.containerMaxTranslationRatio),
  ])
}

extension ScaleTransform.Rotation3D {
  /// What an effect without a turn starts from: none, about the vertical axis, half a turn at most.
  fileprivate static let standard = Self(
    angle: 0, minAngle: -.pi, maxAngle: .pi, axis: [0, 1, 0], m34: 0)
}

extension ScaleTransform.Translation3D {
  /// What an effect without a movement in space starts from: none, within five cards.
  fileprivate static let standard = Self(
    ratios: .zero, minRatios: SIMD3(repeating: -5), maxRatios: SIMD3(repeating: 5))
}
