/// The box of one item, in section coordinates: the origin is the section's top left corner, x
/// grows to the right and y grows down, all in points.
///
/// It takes 48 bytes, so that a million of them are written quickly.
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
  /// ``noColumn`` where the layout has no columns.
  private let storedColumn: Int32
  private let storedSpan: Int32

  private static let noColumn: Int32 = -1

  /// A box for item `id` with its top left corner at (`x`, `y`).
  @inline(__always)
  public init(
    id: Int, x: Double, y: Double, width: Double, height: Double, column: Int? = nil,
    columnSpan: Int = 1
  ) {
    self.id = id
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    storedColumn = column.map { $0 < 0 ? Self.noColumn : Int32(clamping: $0) } ?? Self.noColumn
    storedSpan = Int32(clamping: columnSpan)
  }

  /// A cell of one column, for the loop that has no time for checks.
  @inline(__always)
  init(id: Int, x: Double, y: Double, width: Double, height: Double, storedColumn: Int32) {
    self.id = id
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.storedColumn = storedColumn
    storedSpan = 1
  }

  /// A box of `size` whose centre is (`centerX`, `centerY`).
  public init(id: Int, centerX: Double, centerY: Double, size: Size) {
    self.init(
      id: id, x: centerX - size.width / 2, y: centerY - size.height / 2,
      width: size.width, height: size.height)
  }

  /// The 0-based column of a staggered grid, the leftmost of those the item takes; `nil` in every
  /// other layout.
  public var column: Int? { storedColumn == Self.noColumn ? nil : Int(storedColumn) }

  /// How many columns of a grid the item takes; 1 in every other layout.
  public var columnSpan: Int { Int(storedSpan) }

  /// Right edge, in points.
  public var maxX: Double { x + width }
  /// Bottom edge, in points.
  public var maxY: Double { y + height }

  /// Returns this box moved `distance` points down.
  public func moved(downBy distance: Double) -> Frame {
    Frame(
      id: id, x: x, y: y + distance, width: width, height: height, column: column,
      columnSpan: columnSpan)
  }
}
