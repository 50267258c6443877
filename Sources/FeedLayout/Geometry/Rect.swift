/// A box that belongs to no item, in points: (`x`, `y`) is its top left corner.
public struct Rect: Hashable, Sendable {
  /// Left edge, in points.
  public var x: Double
  /// Top edge, in points.
  public var y: Double
  /// Horizontal extent, in points.
  public var width: Double
  /// Vertical extent, in points.
  public var height: Double

  /// A box of `width` × `height` points with its top left corner at (`x`, `y`).
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
