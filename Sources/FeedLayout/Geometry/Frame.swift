/// The box of one item, in section coordinates: the origin is the section's top left corner, x
/// grows to the right and y grows down, all in points.
public struct Frame: Hashable, Sendable {
  /// The item this box belongs to.
  public let id: Int
  /// Left edge, in points.
  public let x: Double
  /// Top edge, in points.
  public let y: Double
  /// Horizontal extent, in points; never negative.
  public let width: Double
  /// Vertical extent, in points; never negative.
  public let height: Double
  /// The 0-based column of a staggered grid; `nil` in every other layout.
  public let column: Int?

  /// A box for item `id` with its top left corner at (`x`, `y`).
  public init(
    id: Int, x: Double, y: Double, width: Double, height: Double, column: Int? = nil
  ) {
    self.id = id
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.column = column
  }

  /// A box of `size` whose centre is (`centerX`, `centerY`).
  public init(id: Int, centerX: Double, centerY: Double, size: Size) {
    self.init(
      id: id, x: centerX - size.width / 2, y: centerY - size.height / 2,
      width: size.width, height: size.height)
  }

  /// Right edge, in points.
  public var maxX: Double { x + width }
  /// Bottom edge, in points.
  public var maxY: Double { y + height }
}
