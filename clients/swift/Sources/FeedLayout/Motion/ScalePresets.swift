extension ScaleTransform {
  /// The scale effects of the library, by their published names.
  public enum Preset: String, CaseIterable, Hashable, Sendable {
    case `default`
    case linear
    case easeIn = "ease_in"
    case easeOut = "ease_out"
    case blur
    case rotary
    case cylinder
    case invertedCylinder = "inverted_cylinder"
    case coverFlow = "cover_flow"
  }
}

extension ScaleTransform.Options {
  /// The options of `preset`.
  public init(_ preset: ScaleTransform.Preset) {
    self.init()
    switch preset {
    case .default:
      break

    case .linear:
      shrinkToSides()

    case .easeIn:
      shrinkToSides()
      maxTranslationRatio = [5, 5]
      scaleCurve = .easeIn

    case .easeOut:
      // The library's preset is named after how it looks; its curve is easeIn.
      shrinkToSides()
      maxTranslationRatio = [5, 5]
      translationCurve = .easeIn

    case .blur:
      shrinkToSides()
      blurEffectEnabled = true
      blurEffectRadiusRatio = 0.2

    case .rotary:
      minScale = 0
      scaleRatio = 0.4
      translationRatio = [0.1, 0.1]
      minTranslationRatio = [-1, 0]
      maxTranslationRatio = [1, 1]
      rotation3D = .init(
        angle: .pi / 15, minAngle: -.pi / 3, maxAngle: .pi / 3, axis: [0, 0, 1], m34: -0.004)
      translation3D = .init(
        ratios: [0.9, 0.1, 0], minRatios: [-3, -0.8, -0.3], maxRatios: [3, 0.8, -0.3])

    case .cylinder:
      stayInPlace(scale: 0.55)
      shadowEnabled = false
      // The library writes it as −0.0004 − 0.8 · 0.0002.
      rotation3D = .init(
        angle: .pi / 4, minAngle: -.pi, maxAngle: .pi, axis: [0, 1, 0], m34: -0.00056)
      translation3D = .init(ratios: .zero, minRatios: [0, 0, 1.25], maxRatios: [0, 0, 1.25])

    case .invertedCylinder:
      stayInPlace(scale: 1.2)
      shadowEnabled = false
      rotation3D = .init(
        angle: .pi / 3, minAngle: -.pi, maxAngle: .pi, axis: [0, -1, 0], m34: -0.002)
      // The library's lower bound of z is 0.86: above the upper one, which it applies last.
      translation3D = .init(
        ratios: [0.1, 0, 0], minRatios: [-0.05, 0, -0.86], maxRatios: [0.05, 0, -0.86])

    case .coverFlow:
      stayInPlace(scale: 0.7)
      rotation3D = .init(
        angle: .pi / 1.65, minAngle: -.pi / 3, maxAngle: .pi / 3, axis: [0, -1, 0], m34: -0.0005)
      translation3D = .init(
        ratios: [0.1, 0, -0.7], minRatios: [-0.1, 0, -3], maxRatios: [0.1, 0, 0])
    }
  }

  /// Sets the options that the flat effects share.
  private mutating func shrinkToSides() {
    minScale = 0.6
    scaleRatio = 0.4
    translationRatio = [0.66, 0.2]
    maxTranslationRatio = [2, 0]
  }

  /// Sets the options that the effects that only turn share: a constant scale and no translation.
  private mutating func stayInPlace(scale: Double) {
    minScale = scale
    maxScale = scale
    scaleRatio = 0
    translationRatio = .zero
    minTranslationRatio = .zero
    maxTranslationRatio = .zero
  }
}
