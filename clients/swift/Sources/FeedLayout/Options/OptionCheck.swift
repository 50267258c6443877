/// Checks of options, named as a caller writes them.
public enum OptionCheck {
  /// No option is further from zero: more than any motion needs, and few enough digits that no
  /// product of options, progress and extents within ``MotionInput/limit`` overflows.
  static let limit = 1e6
  /// The smallest option that something is divided by.
  static let smallestDivisor = 1e-6
  /// Options that may have either sign.
  public static let signed = -limit...limit
  /// Options that have no meaning below zero.
  public static let unsigned = 0...limit
  /// Options that something is divided by.
  static let divisor = smallestDivisor...limit

  static func number(
    _ value: Double, in allowed: ClosedRange<Double> = signed, _ name: @autoclosure () -> String
  ) throws(LayoutError) {
    // NaN is in no range, so this also refuses what is not a number.
    guard allowed.contains(value) else {
      throw .optionOutOfRange(name(), value: value, allowed: allowed)
    }
  }

  /// - Parameter quantity: the quantity that an error names instead of the option.
  static func integer(
    _ value: Int, in allowed: ClosedRange<Int>, _ name: @autoclosure () -> String,
    as quantity: LayoutError.Quantity? = nil
  ) throws(LayoutError) {
    guard !allowed.contains(value) else { return }
    let allowed = Double(allowed.lowerBound)...Double(allowed.upperBound)
    if let quantity { throw .outOfRange(quantity, value: Double(value), allowed: allowed) }
    throw .optionOutOfRange(name(), value: Double(value), allowed: allowed)
  }

  static func vector(
    _ value: SIMD2<Double>, in allowed: ClosedRange<Double> = signed,
    _ name: @autoclosure () -> String
  ) throws(LayoutError) {
    try number(value.x, in: allowed, "\(name()).x")
    try number(value.y, in: allowed, "\(name()).y")
  }

  static func vector(
    _ value: SIMD3<Double>, _ name: @autoclosure () -> String
  ) throws(LayoutError) {
    try number(value.x, "\(name()).x")
    try number(value.y, "\(name()).y")
    try number(value.z, "\(name()).z")
  }

  /// Refuses a lower bound above the upper one; either may be missing.
  static func bounds(
    _ lower: Double?, _ upper: Double?, _ lowerName: @autoclosure () -> String,
    _ upperName: @autoclosure () -> String
  ) throws(LayoutError) {
    if let lower { try number(lower, lowerName()) }
    if let upper { try number(upper, upperName()) }
    guard let lower, let upper else { return }
    try order(lower, upper, lowerName())
  }

  static func order(
    _ lower: Double, _ upper: Double, _ name: @autoclosure () -> String
  ) throws(LayoutError) {
    guard lower <= upper else { throw .reversedBounds(name(), lower: lower, upper: upper) }
  }

  static func order(
    _ lower: SIMD2<Double>, _ upper: SIMD2<Double>, _ name: @autoclosure () -> String
  ) throws(LayoutError) {
    try order(lower.x, upper.x, "\(name()).x")
    try order(lower.y, upper.y, "\(name()).y")
  }

  static func bounds(
    _ lower: SIMD2<Double>?, _ upper: SIMD2<Double>?, _ lowerName: @autoclosure () -> String,
    _ upperName: @autoclosure () -> String
  ) throws(LayoutError) {
    try bounds(lower?.x, upper?.x, "\(lowerName()).x", "\(upperName()).x")
    try bounds(lower?.y, upper?.y, "\(lowerName()).y", "\(upperName()).y")
  }

  static func bounds(
    _ lower: SIMD3<Double>, _ upper: SIMD3<Double>, _ lowerName: @autoclosure () -> String,
    _ upperName: @autoclosure () -> String
  ) throws(LayoutError) {
    try bounds(lower.x, upper.x, "\(lowerName()).x", "\(upperName()).x")
    try bounds(lower.y, upper.y, "\(lowerName()).y", "\(upperName()).y")
    try bounds(lower.z, upper.z, "\(lowerName()).z", "\(upperName()).z")
  }
}
