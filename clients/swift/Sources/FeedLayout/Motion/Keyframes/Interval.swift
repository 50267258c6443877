/// All numbers from one to another, both included. An operation's result holds every result of it on
/// numbers of its operands, as real arithmetic has them: the ends are not rounded outward, see
/// ``KeyframeMeasure/roundingShare``.
struct Interval {
  let lower, upper: Double

  /// One number.
  init(_ number: Double) {
    lower = number
    upper = number
  }

  init(_ lower: Double, _ upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Any number at all.
  static let unknown = Interval(-.infinity, .infinity)

  /// How far from 0 its numbers are at most.
  var magnitude: Double { max(abs(lower), abs(upper)) }
  var width: Double { upper - lower }
  var middle: Double { lower + width / 2 }
  var squared: Interval {
    let square = self * self
    return Interval(max(square.lower, 0), square.upper)
  }

  static prefix func - (operand: Interval) -> Interval { Interval(-operand.upper, -operand.lower) }

  static func + (left: Interval, right: Interval) -> Interval {
    Interval(left.lower + right.lower, left.upper + right.upper)
  }

  static func - (left: Interval, right: Interval) -> Interval { left + -right }

  static func * (left: Interval, right: Interval) -> Interval {
    let first = product(left.lower, right.lower)
    let second = product(left.lower, right.upper)
    let third = product(left.upper, right.lower)
    let fourth = product(left.upper, right.upper)
    return Interval(
      min(min(first, second), min(third, fourth)), max(max(first, second), max(third, fourth)))
  }

  /// Returns a product in which 0 times an unknown number is 0.
  private static func product(_ left: Double, _ right: Double) -> Double {
    left == 0 || right == 0 ? 0 : left * right
  }

  /// The reciprocals of numbers that are all on the same side of 0; else unknown.
  var reciprocal: Interval {
    lower > 0 || upper < 0 ? Interval(1 / upper, 1 / lower) : .unknown
  }

  /// All numbers of either and between them.
  func joined(_ other: Interval) -> Interval {
    Interval(min(lower, other.lower), max(upper, other.upper))
  }

  /// The numbers of both, where rounding has left any.
  func meeting(_ other: Interval) -> Interval {
    let meet = Interval(max(lower, other.lower), min(upper, other.upper))
    return meet.lower <= meet.upper ? meet : self
  }

  func limited(from lower: Double?, to upper: Double?) -> Interval {
    Interval(
      self.lower.limited(from: lower, to: upper), self.upper.limited(from: lower, to: upper))
  }
}
