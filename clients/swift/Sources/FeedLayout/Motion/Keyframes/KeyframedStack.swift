/// A pile's motion for a page, as keyframes see it.
struct KeyframedStack: KeyframedMotion {
  let transform: StackTransform
  let page: Size
  /// The card drawn on the page, in points; the error is measured at its corners.
  let card: Size

  var name: String { "a stack effect" }

  var channels: [(name: String, unit: Keyframes.Channel.Unit)] {
    [
      ("scale", .scale), ("tx", .points), ("ty", .points), ("alpha", .fraction),
      ("rotation", .radians),
    ] + (transform.options.blursCards ? [("blur", .fraction)] : [])
  }

  func values<Number: MotionNumber>(at progress: Number) -> [Number] {
    let motion = transform.motion(at: progress, page: page)
    return [motion.scale, motion.tx, motion.ty, motion.alpha, motion.rotation]
      + (motion.blur.map { [$0] } ?? [])
  }

  /// A card may be fainter than the front card as soon as it is swiped, and one that has faded away
  /// may be visible just before.
  var jumps: [Double] {
    let options = transform.options
    let faded = Double(options.maxStackSize) - 1 + options.bottomStackAlphaSpeedFactor
    return [0, options.reverse ? -faded : faded]
  }

  func measure(most: [Double]) -> KeyframeMeasure {
    let card = KeyframeMeasure.card(
      x: 1, y: 2, scale: 0, rotation: 4, reach: card.reach, mostScale: most[0])
    return KeyframeMeasure(
      parts: [card, KeyframeMeasure.fraction(3)]
        + (transform.options.blursCards ? [KeyframeMeasure.fraction(5)] : []))
  }

  var stepChannels: [String] { ["z_index"] }

  /// Halfway between whole progress values.
  func stepEdges(in range: ClosedRange<Double>) -> [Double] {
    let first = range.lowerBound.rounded(.down) + 0.5
    return Array(stride(from: first, through: range.upperBound, by: 1))
  }

  func stepValues(at progress: Double) -> [Double] {
    [transform.sample(at: progress, page: page).zIndex + 0]
  }
}
