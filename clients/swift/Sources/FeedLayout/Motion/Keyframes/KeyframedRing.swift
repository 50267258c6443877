/// The motion of every card of a ring, by its distance from the front in slots.
struct KeyframedRing: KeyframedMotion {
  let count: Double
  let options: CircularCarouselLayout.Options
  let card: Size

  var name: String { "a circular carousel" }

  var channels: [(name: String, unit: Keyframes.Channel.Unit)] {
    [("scale", .scale), ("opacity", .fraction), ("z_index", .order), ("x", .points)]
  }

  func values<Number: MotionNumber>(at distance: Number) -> [Number] {
    let steps = distance.unsigned
    return [
      (Number(1) - steps * Number(options.scalePerStep)).limited(from: 0, to: nil),
      (Number(1) - steps * Number(options.opacityPerStep)).limited(from: 0, to: 1),
      Number(1) - steps * Number(options.depthPerStep),
      .sin(Number(2 * Double.pi / count) * distance) * Number(options.radius),
    ]
  }

  func measure(most: [Double]) -> KeyframeMeasure {
    KeyframeMeasure(parts: [
      KeyframeMeasure.card(x: 3, y: nil, scale: 0, reach: card.reach),
      KeyframeMeasure.fraction(1), KeyframeMeasure.length(2),
    ])
  }
}

extension Keyframes {
  /// Keyframes of a ring of `count` cards of `card` points, if they are asked for and there are any.
  init?(
    ofRing count: Int, card: Size, options: CircularCarouselLayout.Options
  ) throws(LayoutError) {
    guard count > 0, let tolerance = options.keyframeTolerance else { return nil }
    let half = Double(count) / 2
    try self.init(
      KeyframedRing(count: Double(count), options: options, card: card), over: -half...half,
      tolerance: tolerance)
  }
}
