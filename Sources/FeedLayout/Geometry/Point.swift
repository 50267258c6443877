/// A place in points: x grows to the right and y grows down.
public struct Point: Hashable, Sendable {
  /// Distance to the right of the origin, in points.
  public var x: Double
  /// Distance below the origin, in points.
  public var y: Double

  /// The place `x` points to the right of the origin and `y` points below it.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static let zero = Point(x: 0, y: 0)
}
