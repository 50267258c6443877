/// A number that the formulas of motion are evaluated with: a `Double`, or an ``Enclosure`` of all
/// the numbers a formula takes over an interval of progress. One formula gives both the samples and
/// the proofs about them.
protocol MotionNumber {
  /// Creates a number that is `constant` at every progress.
  init(_ constant: Double)

  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  /// `right` must not contain 0.
  static func / (left: Self, right: Self) -> Self
  static prefix func - (operand: Self) -> Self

  static func sin(_ angle: Self) -> Self
  static func cos(_ angle: Self) -> Self
  /// Returns the decimal logarithm of a number of at least 1.
  static func log10(_ number: Self) -> Self

  /// Returns the number limited to at least `lower` and at most `upper`, each only if there is one.
  func limited(from lower: Double?, to upper: Double?) -> Self
  /// Returns the number itself where `gate` is above 0, else 0.
  func gated(by gate: Self) -> Self
  /// The number that decides branches at whole progress; no interval of progress has such a branch
  /// inside.
  var decisive: Double { get }
}

extension MotionNumber {
  /// The distance from 0, for numbers that change their sign at whole progress only.
  var unsigned: Self { decisive < 0 ? -self : self }

  /// How far this is from `start` to `end`, limited to 0…1; the two must differ.
  func fraction(from start: Double, to end: Double) -> Self {
    (limited(from: start, to: end) - Self(start)) / Self(end - start)
  }
}

extension Double: MotionNumber {
  var decisive: Double { self }

  func gated(by gate: Double) -> Double { gate > 0 ? self : 0 }
}

/// Brings what a transform is sampled at into the range its formulas can be evaluated in.
enum MotionInput {
  /// A progress or an extent further from zero counts as this far: the products of a sample then
  /// stay finite, and no screen comes near it.
  static let limit = 1e100

  /// `progress`, limited; what is not a number counts as 0, the place a card rests at.
  static func progress(_ progress: Double) -> Double {
    progress.isNaN ? 0 : progress.limited(from: -limit, to: limit)
  }

  /// `page`, limited; an extent below zero, or one that is not a number, counts as none.
  static func page(_ page: Size) -> Size {
    Size(width: extent(page.width), height: extent(page.height))
  }

  private static func extent(_ extent: Double) -> Double {
    extent.isNaN ? 0 : extent.limited(from: 0, to: limit)
  }
}

extension Double {
  /// At least `lower` and at most `upper`, each only if there is one.
  func limited(from lower: Double?, to upper: Double?) -> Double {
    let raised = lower.map { Swift.max(self, $0) } ?? self
    return upper.map { Swift.min(raised, $0) } ?? raised
  }
}
