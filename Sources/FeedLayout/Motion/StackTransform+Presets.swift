extension StackTransform {
  /// The piles of the library, by their published names.
  public enum Preset: String, CaseIterable, Hashable, Sendable {
    case `default`
    case transparent
    case perspective
    case rotary
    case vortex
    case reverse
    case blur
  }
}

extension StackTransform.Options {
  /// The options of `preset`.
  public init(_ preset: StackTransform.Preset) {
    self.init()
    switch preset {
    case .default:
      break

    case .transparent:
      scaleFactor = 0.12
      maxStackSize = 4
      alphaFactor = 0.2
      bottomStackAlphaSpeedFactor = 10
      topStackAlphaSpeedFactor = 0.1
      popAngle = .pi / 10
      popOffsetRatio = [-1.45, 0.3]

    case .perspective:
      scaleFactor = 0.1
      minScale = 0.2
      maxStackSize = 6
      spacingFactor = 0.08
      perspectiveRatio = 0.3
      shadowRadius = 5
      popAngle = .pi / 10
      popOffsetRatio = [-1.45, 0.3]
      stackPosition = [1, 0]

    case .rotary:
      scaleFactor = -0.03
      minScale = 0.2
      spacingFactor = 0.01
      alphaFactor = 0.1
      shadowRadius = 8
      stackRotateAngle = .pi / 16
      popAngle = .pi / 4
      popOffsetRatio = [-1.45, 0.4]
      stackPosition = [0, 1]

    case .vortex:
      scaleFactor = -0.15
      minScale = 0.2
      maxScale = nil
      maxStackSize = 4
      spacingFactor = 0
      alphaFactor = 0.4
      topStackAlphaSpeedFactor = 1
      perspectiveRatio = -0.3
      shadowEnabled = false
      popAngle = .pi
      popOffsetRatio = [0, 0]
      stackPosition = [0, 1]

    case .reverse:
      swipeBackwards()
      maxStackSize = 4
      spacingFactor = 0.08
      stackPosition = [-1, -0.2]

    case .blur:
      swipeBackwards()
      maxStackSize = 7
      spacingFactor = 0.06
      topStackAlphaSpeedFactor = 0.1
      perspectiveRatio = 0.04
      stackPosition = [-1, 0]
      blurEffectEnabled = true
      maxBlurEffectRadius = 0.08
    }
  }

  /// What the two reversed piles have in common.
  private mutating func swipeBackwards() {
    scaleFactor = 0.1
    maxScale = nil
    shadowRadius = 8
    popAngle = -.pi / 4
    popOffsetRatio = [1.45, 0.4]
    reverse = true
  }
}
