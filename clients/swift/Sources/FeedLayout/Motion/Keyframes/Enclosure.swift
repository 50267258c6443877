/// The bounds of a formula over an interval of progress: of all its values, all its slopes and,
/// where it has no kink, all its curvatures (forward differentiation in interval arithmetic: R. E.
/// Moore, *Interval Analysis*, 1966).
///
/// From these follows how far the formula is from the chord between the ends of the interval, which
/// is what the proof of ``Keyframes`` needs: ``deviation``.
struct Enclosure {
  /// The interval of progress.
  struct Domain {
    let middle, radius: Double

    init(from start: Double, to end: Double) {
      radius = (end - start) / 2
      middle = start + radius
    }
  }

  let domain: Domain
  /// The value in the middle of the interval.
  let middle: Double
  let values: Interval
  /// By how much it grows per unit of progress, wherever it has a slope.
  let slopes: Interval
  /// By how much its slope grows per unit of progress; `nil` where the slope may jump.
  let curvatures: Interval?
  /// About where the slope jumps, if it does.
  let kink: Double?

  init(
    _ domain: Domain, middle: Double, values: Interval, slopes: Interval, curvatures: Interval?,
    kink: Double?
  ) {
    self.domain = domain
    self.middle = middle
    // By the mean value theorem nothing is further from the middle than the steepest slope leads.
    // This keeps sums of opposite movements tight.
    let reach = domain.radius * slopes.magnitude
    self.values =
      reach.isFinite ? values.meeting(Interval(middle - reach, middle + reach)) : values
    self.slopes = slopes
    self.curvatures = curvatures
    self.kink = kink
  }

  /// Progress itself, from `start` to `end`.
  init(progressFrom start: Double, to end: Double) {
    let domain = Domain(from: start, to: end)
    self.init(
      domain, middle: domain.middle, values: Interval(start, end), slopes: Interval(1),
      curvatures: Interval(0), kink: nil)
  }

  /// How far the formula is from its chord at most.
  ///
  /// With a curvature of at most c over a length of h that is h² c / 8, the error of linear
  /// interpolation; with slopes from s to t, kinks or not, h (t − s) / 4, as no path of such slopes
  /// between the two ends leads further off.
  var deviation: Double {
    let length = 2 * domain.radius
    let bySlope = length * slopes.width / 4
    guard let curvatures else { return bySlope }
    return min(bySlope, length * length * curvatures.magnitude / 8)
  }

  /// A smooth function of it, by its value in the middle, its values, slopes and curvatures.
  fileprivate func mapped(
    middle: Double, values: Interval, slopes: Interval, curvatures: Interval
  ) -> Enclosure {
    Enclosure(
      domain, middle: middle, values: values, slopes: slopes * self.slopes,
      curvatures: self.curvatures.map { slopes * $0 + curvatures * self.slopes.squared },
      kink: kink)
  }
}

extension Enclosure: MotionNumber {
  /// Beyond a bound by less than this share of it counts as within, so that the rounding of a bound
  /// that is met at the end of an interval is no kink inside it.
  private static let slack = 0x1p-40

  init(_ constant: Double) {
    self.init(
      Domain(from: 0, to: 0), middle: constant, values: Interval(constant), slopes: Interval(0),
      curvatures: Interval(0), kink: nil)
  }

  var decisive: Double { middle }

  static prefix func - (operand: Enclosure) -> Enclosure {
    Enclosure(
      operand.domain, middle: -operand.middle, values: -operand.values, slopes: -operand.slopes,
      curvatures: operand.curvatures.map { -$0 }, kink: operand.kink)
  }

  static func + (left: Enclosure, right: Enclosure) -> Enclosure {
    Enclosure(
      left.domain.joined(right.domain), middle: left.middle + right.middle,
      values: left.values + right.values, slopes: left.slopes + right.slopes,
      curvatures: left.curvatures.flatMap { first in right.curvatures.map { first + $0 } },
      kink: left.kink ?? right.kink)
  }

  static func - (left: Enclosure, right: Enclosure) -> Enclosure { left + -right }

  static func * (left: Enclosure, right: Enclosure) -> Enclosure {
    let curvatures = left.curvatures.flatMap { first in
      right.curvatures.map { second in
        first * right.values + Interval(2) * left.slopes * right.slopes + left.values * second
      }
    }
    return Enclosure(
      left.domain.joined(right.domain), middle: left.middle * right.middle,
      values: left.values * right.values,
      slopes: left.slopes * right.values + left.values * right.slopes,
      curvatures: curvatures, kink: left.kink ?? right.kink)
  }

  static func / (left: Enclosure, right: Enclosure) -> Enclosure {
    let reciprocal = right.values.reciprocal
    let square = reciprocal.squared
    return left
      * right.mapped(
        middle: 1 / right.middle, values: reciprocal, slopes: -square,
        curvatures: Interval(2) * square * reciprocal)
  }

  static func sin(_ angle: Enclosure) -> Enclosure {
    let (sines, cosines) = angle.circle
    return angle.mapped(
      middle: .sin(angle.middle), values: sines, slopes: cosines, curvatures: -sines)
  }

  static func cos(_ angle: Enclosure) -> Enclosure {
    let (sines, cosines) = angle.circle
    return angle.mapped(
      middle: .cos(angle.middle), values: cosines, slopes: -sines, curvatures: -cosines)
  }

  /// The sines and cosines of an angle, which change no faster than it does.
  private var circle: (sines: Interval, cosines: Interval) {
    let reach = max(values.upper - middle, middle - values.lower)
    func around(_ centre: Double) -> Interval {
      Interval(centre - reach, centre + reach).limited(from: -1, to: 1)
    }
    return (around(.sin(middle)), around(.cos(middle)))
  }

  static func log10(_ number: Enclosure) -> Enclosure {
    let slopes = number.values.reciprocal * Interval(1 / Double.log(10))
    return number.mapped(
      middle: .log10(number.middle),
      values: Interval(.log10(number.values.lower), .log10(number.values.upper)),
      slopes: slopes, curvatures: -slopes * number.values.reciprocal)
  }

  func limited(from lower: Double?, to upper: Double?) -> Enclosure {
    let limitedMiddle = middle.limited(from: lower, to: upper)
    func constant(_ bound: Double) -> Enclosure {
      Enclosure(
        domain, middle: bound, values: Interval(bound), slopes: Interval(0),
        curvatures: Interval(0), kink: nil)
    }
    // 1. All of it beyond a bound: the bound.
    if let upper, values.lower >= upper - slack(upper) { return constant(upper) }
    if let lower, values.upper <= lower + slack(lower) { return constant(lower) }
    // 2. None of it: itself.
    let crossed = [lower, upper].compactMap { $0 }
      .filter { values.lower < $0 - slack($0) && $0 + slack($0) < values.upper }
    guard let bound = crossed.first else { return self }
    // 3. Else the slope may jump where a bound is met.
    let slope = slopes.middle
    return Enclosure(
      domain, middle: limitedMiddle, values: values.limited(from: lower, to: upper),
      slopes: slopes.joined(Interval(0)), curvatures: nil,
      kink: kink ?? (slope == 0 ? nil : domain.middle + (bound - middle) / slope))
  }

  private func slack(_ bound: Double) -> Double { Self.slack * (1 + abs(bound)) }

  func gated(by gate: Enclosure) -> Enclosure {
    if gate.values.upper <= Self.slack { return Enclosure(0) }
    // A gate never falls below 0 and has a kink where it reaches it.
    if gate.curvatures != nil, gate.middle > Self.slack { return self }
    return Enclosure(
      domain, middle: gate.middle > 0 ? middle : 0, values: values.joined(Interval(0)),
      slopes: .unknown, curvatures: nil, kink: gate.kink)
  }
}

extension Enclosure.Domain {
  /// The longer one: constants have none.
  fileprivate func joined(_ other: Self) -> Self { radius >= other.radius ? self : other }
}
