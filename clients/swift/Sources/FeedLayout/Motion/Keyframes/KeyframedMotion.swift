/// A motion that keyframes can be made of.
protocol KeyframedMotion {
  /// The name of the motion in errors.
  var name: String { get }
  /// Its numbers, by name and unit.
  var channels: [(name: String, unit: Keyframes.Channel.Unit)] { get }
  /// Its numbers at one progress, or over an interval that has no whole progress inside.
  func values<Number: MotionNumber>(at progress: Number) -> [Number]
  /// The progress values at which the motion may jump.
  var jumps: [Double] { get }
  /// How errors of its channels add up, where these are no further from 0 than `most`.
  func measure(most: [Double]) -> KeyframeMeasure

  /// The names of the channels that only jump.
  var stepChannels: [String] { get }
  /// Returns the progress values in `range` at which the step channels may jump.
  func stepEdges(in range: ClosedRange<Double>) throws(LayoutError) -> [Double]
  /// Returns the values of the step channels at `progress`.
  func stepValues(at progress: Double) -> [Double]
}

extension KeyframedMotion {
  var jumps: [Double] { [] }
  var stepChannels: [String] { [] }
  func stepEdges(in range: ClosedRange<Double>) throws(LayoutError) -> [Double] { [] }
  func stepValues(at progress: Double) -> [Double] { [] }
}

/// How errors of channels add up to one error, in points and levels of 256.
///
/// Each part is what is seen of one thing: the sum, over its terms, of the length of the vector of
/// weighted errors. The error is that of the worst part. As all weights are constant it is a convex
/// function of the errors, 0 where they are.
struct KeyframeMeasure {
  /// Channels, by index, that count together as a vector.
  typealias Term = [(channel: Int, weight: Double)]

  /// The levels between nothing and all of what fades.
  static let levels = 255.0
  /// The share of the largest values of its channels that a part may be wrong by because doubles are
  /// rounded: 2⁻³⁶, room for the few dozen operations of 2⁻⁵³ each that lead to a value, and for
  /// differences of numbers a thousand times as large.
  static let roundingShare = 0x1p-36

  let parts: [[Term]]

  /// The error of the worst part for `errors` of the channels.
  func error(_ errors: [Double]) -> Double {
    var worst = 0.0
    for part in parts {
      var sum = 0.0
      for term in part {
        if term.count == 1 {
          sum += abs(errors[term[0].channel]) * term[0].weight
        } else {
          var square = 0.0
          for (channel, weight) in term { square += (errors[channel] * weight).squared }
          sum += square.squareRoot()
        }
      }
      // Not `max`, which would lose a sum that is not a number.
      if !(sum <= worst) { worst = sum }
    }
    return worst
  }

  /// By how much the error grows at least with each of `count` channels.
  func weights(_ count: Int) -> [Double] {
    var weights = Array(repeating: 0.0, count: count)
    for term in parts.joined() {
      for (channel, weight) in term { weights[channel] = max(weights[channel], weight) }
    }
    return weights
  }
}

extension KeyframeMeasure {
  /// The corners of a card of half a diagonal of `reach` points: moved by `x` and `y`, of `scale`,
  /// turned by `rotation`.
  ///
  /// For a corner q, with s and R the true scale and rotation and s′ and R′ those drawn,
  /// s R q − s′ R′ q = (s − s′) R q + s′ (R − R′) q, and two rotations are no further apart than their
  /// angles. What is drawn lies between true scales, so that s′ is at most `mostScale`.
  static func card(
    x: Int, y: Int?, scale: Int, rotation: Int? = nil, reach: Double, mostScale: Double = 0
  ) -> [Term] {
    var place: Term = [(x, 1)]
    if let y { place.append((y, 1)) }
    var terms: [Term] = [place, [(scale, reach)]]
    if let rotation { terms.append([(rotation, reach * mostScale)]) }
    return terms
  }

  /// A fraction from 0 to 1, such as an opacity.
  static func fraction(_ channel: Int) -> [Term] { [[(channel, levels)]] }

  /// A length.
  static func length(_ channel: Int) -> [Term] { [[(channel, 1)]] }

  /// A displacement.
  static func displacement(_ x: Int, _ y: Int) -> [Term] { [[(x, 1), (y, 1)]] }
}

extension Double {
  var squared: Double { self * self }
}

extension Size {
  /// Half of the diagonal.
  var reach: Double { (width.squared + height.squared).squareRoot() / 2 }
}
