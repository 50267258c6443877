// Lengths are points, x grows to the right and y down.

extension Size {
  /// How sizes are published.
  public static let published = Published<Size>(
    "Size", "A size in points.",
    [
      Member("width", .length, "The width in points.") { $0.width },
      Member("height", .length, "The height in points.") { $0.height },
    ])
}

extension Point {
  /// How places are published.
  public static let published = Published<Point>(
    "Point", "A place in points.",
    [
      Member("x", .number, "The distance to the right of the origin, in points.") { $0.x },
      Member("y", .number, "The distance below the origin, in points.") { $0.y },
    ])
}

extension Rect {
  /// How boxes are published.
  public static let published = Published<Rect>(
    "Rect", "A box in points.",
    [
      Member("x", .number, "The left edge in points.") { $0.x },
      Member("y", .number, "The upper edge in points.") { $0.y },
      Member("width", .length, "The width in points.") { $0.width },
      Member("height", .length, "The height in points.") { $0.height },
    ])
}

extension Viewport {
  /// How viewports are published.
  public static let published = Published<Viewport>(
    "Viewport", "The area of the screen that everything was computed for.",
    [
      Member("width", .number(in: Viewport.supportedWidths), "The width in points.") { $0.width },
      .optional(
        "height", .number(in: Viewport.supportedHeights),
        "The height in points, if the request named one and the layout uses it."
      ) { $0.height },
    ])
}

extension Frame {
  private static let columns = StaggeredGridLayout.supportedColumnCounts.upperBound

  /// How frames are published.
  public static let published = Published<Frame>(
    "Frame", "The box of an item at the initial position. frames[i] belongs to items[i].",
    [
      Member("id", .itemID, "The item's id.") { $0.id },
      Member("x", .number, "The left edge in points, from the layout's origin.") { $0.x },
      Member("y", .number, "The upper edge in points, from the layout's origin.") { $0.y },
      Member("width", .length, "The width in points.") { $0.width },
      Member("height", .length, "The height in points.") { $0.height },
      .optional(
        "column", .integer(0...columns),
        "The leftmost column that it takes, from 0, in grids of columns."
      ) { $0.column },
      .optional(
        "column_span", .integer(1...columns), "How many columns it takes, if more than one."
      ) { $0.columnSpan > 1 ? $0.columnSpan : nil },
    ])
}
