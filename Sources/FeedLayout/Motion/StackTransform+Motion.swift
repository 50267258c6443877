/// What changes continuously about a card of a pile.
struct StackMotion<Number: MotionNumber> {
  let scale, tx, ty, alpha, rotation: Number
  let blur: Number?
}

extension StackTransform {
  /// The motion of a page of `page` points at `progress`, both within ``MotionInput``'s limits.
  func motion<Number: MotionNumber>(at progress: Number, page: Size) -> StackMotion<Number> {
    // 1. How deep in the pile the card is; below 0 it is being swiped away.
    let depth = options.reverse ? -progress : progress
    // 2. Cards shrink with depth, and where the pile has a perspective they draw together.
    let scale = (Number(1) - depth * Number(options.scaleFactor))
      .limited(from: options.minScale, to: options.maxScale)
    let depthFraction = depth.fraction(from: 0, to: Double(options.maxStackSize))
    let perspective =
      TransformCurve.easeOut.value(of: depthFraction) * Number(options.perspectiveRatio)
    // 3. They move along the lean, and out along the pop offset once swiped.
    func displacement(_ extent: Double, lean: Double, pop: Double) -> Number {
      let spacing = (extent * options.spacingFactor)
        .limited(from: nil, to: options.maxSpacing.map { extent * $0 })
      // Keeps the edge the pile leans toward where it is while the card shrinks.
      let shrunk = (scale - Number(1)) * Number(extent) / Number(2)
      let anchored = (shrunk + perspective * Number(extent)) * Number(lean)
      let piled = Number(spacing) * depth.limited(from: 0, to: nil) * Number(lean) - anchored
      return depth.decisive < 0 ? piled - Number(extent * pop) * depth : piled
    }
    return StackMotion(
      scale: scale,
      tx: displacement(page.width, lean: options.stackPosition.x, pop: options.popOffsetRatio.x),
      ty: displacement(page.height, lean: options.stackPosition.y, pop: options.popOffsetRatio.y),
      alpha: alpha(at: depth),
      rotation: rotation(at: depth),
      blur: options.blursCards
        ? (depthFraction * Number(options.maxBlurEffectRadius)).limited(from: nil, to: 1) : nil)
  }

  /// Full in front, fainter with depth, fading over the last card and when swiped away.
  private func alpha<Number: MotionNumber>(at depth: Number) -> Number {
    let bottom = Double(options.maxStackSize) - 1
    // 1. The two fades.
    let faded =
      if depth.decisive >= bottom {
        Number(1)
          - depth.fraction(from: bottom, to: bottom + options.bottomStackAlphaSpeedFactor)
      } else if depth.decisive < 0 {
        depth.fraction(from: -1, to: -1 + options.topStackAlphaSpeedFactor)
      } else {
        Number(1)
      }
    // 2. What each card above takes away of a card that can still be seen.
    return (faded - depth.limited(from: 0, to: nil) * Number(options.alphaFactor))
      .limited(from: 0, to: 1).gated(by: faded)
  }

  /// Turning away when swiped; in the pile, every other card to the other side.
  private func rotation<Number: MotionNumber>(at depth: Number) -> Number {
    guard depth.decisive > 0 else {
      return -(-depth).limited(from: nil, to: 1) * Number(options.popAngle)
    }
    // 1. From upright in front to the full angle at depth 1.
    guard depth.decisive >= 1 else { return Number(options.stackRotateAngle) * depth }
    // 2. From there on a triangle wave: the full angle at odd depths, its opposite at even ones.
    let whole = depth.decisive.rounded(.towardZero)
    let wave =
      Number(options.stackRotateAngle) * (Number(1) - Number(2) * (depth - Number(whole)))
    return whole.truncatingRemainder(dividingBy: 2) == 0 ? -wave : wave
  }
}
