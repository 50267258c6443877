/// A scale effect's motion for a page, as keyframes see it.
struct KeyframedScale: KeyframedMotion {
  /// Further turns than these are not looked for.
  private static let mostHalfTurns = 1000.0

  let transform: ScaleTransform
  let page: Size
  /// The card drawn on the page, in points; the error is measured at its corners.
  let card: Size

  var name: String { "a scale effect" }

  private var hasQuad: Bool {
    transform.options.rotation3D != nil || transform.options.translation3D != nil
  }

  var channels: [(name: String, unit: Keyframes.Channel.Unit)] {
    [("scale", .scale), ("tx", .points), ("ty", .points)]
      + (transform.options.shadowEnabled
        ? [
          ("shadow.offset.width", .points), ("shadow.offset.height", .points),
          ("shadow.radius", .points), ("shadow.opacity", .fraction),
        ] : [])
      + (transform.options.blursCards ? [("blur", .fraction)] : [])
      + (hasQuad
        ? ["top_left", "top_right", "bottom_right", "bottom_left"]
          .flatMap { [("quad.\($0).x", .points), ("quad.\($0).y", .points)] } : [])
  }

  func values<Number: MotionNumber>(at progress: Number) -> [Number] {
    let motion = transform.motion(at: progress, page: page)
    var values = [motion.scale, motion.translation.x, motion.translation.y]
    if let shadow = motion.shadow {
      values += [shadow.offset.x, shadow.offset.y, shadow.radius, shadow.opacity]
    }
    if let blur = motion.blur { values.append(blur) }
    for corner in motion.projection?.corners(of: page) ?? [] { values += [corner.x, corner.y] }
    return values
  }

  /// Progress 0, where the translation that makes up for the shrinking of a card changes sides.
  var jumps: [Double] { [0] }

  func measure(most: [Double]) -> KeyframeMeasure {
    var parts = [KeyframeMeasure.card(x: 1, y: 2, scale: 0, reach: card.reach)]
    var next = 3
    if transform.options.shadowEnabled {
      parts.append(KeyframeMeasure.displacement(next, next + 1))
      parts.append(KeyframeMeasure.length(next + 2))
      parts.append(KeyframeMeasure.fraction(next + 3))
      next += 4
    }
    if transform.options.blursCards {
      parts.append(KeyframeMeasure.fraction(next))
      next += 1
    }
    for corner in hasQuad ? 0..<4 : 0..<0 {
      parts.append(KeyframeMeasure.displacement(next + 2 * corner, next + 2 * corner + 1))
    }
    return KeyframeMeasure(parts: parts)
  }

  var stepChannels: [String] { hasQuad ? ["is_hidden"] : [] }

  /// Where the card is seen from its edge.
  ///
  /// The z of its turned normal is cos θ + k² (1 − cos θ), with k the z of the axis of length 1; it is
  /// 0 where cos θ = −k² / (1 − k²), which there is for k² up to ½.
  func stepEdges(in range: ClosedRange<Double>) throws(LayoutError) -> [Double] {
    guard let rotation = transform.options.rotation3D, rotation.angle != 0 else { return [0] }
    let square = rotation.axis.z.squared / (rotation.axis * rotation.axis).sum()
    let cosine = -square / (1 - square)
    guard !rotation.isDoubleSided, cosine >= -1 else { return [0] }
    let edge = Double.acos(cosine)
    let turn = 2 * Double.pi
    let reach = max(abs(rotation.minAngle), abs(rotation.maxAngle))
      .limited(to: 0...abs(rotation.angle) * max(abs(range.lowerBound), abs(range.upperBound)))
    guard reach <= Self.mostHalfTurns * .pi else {
      throw .optionOutOfRange(
        "rotation_3d.angle", value: rotation.angle,
        allowed: -Self.mostHalfTurns...Self.mostHalfTurns)
    }
    // Edges by progress, and those where the angle meets its bounds.
    var angles = [0, rotation.minAngle, rotation.maxAngle]
    for turned in stride(from: 0, through: reach + turn, by: turn) {
      angles += [turned + edge, turned - edge, edge - turned, -turned - edge]
    }
    return angles.map { $0 / rotation.angle }
  }

  func stepValues(at progress: Double) -> [Double] {
    [transform.sample(at: progress, page: page).isHidden ? 1 : 0]
  }
}
