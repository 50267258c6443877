package import FeedModel
import FeedLayout

extension Documents {
  /// Sizes, places and boxes. Lengths are points, x grows to the right and y down.
  static let geometry: [Schema.Component] = [
    ("Size", size), ("Point", point), ("Rect", rect), ("Viewport", viewport), ("Frame", frame),
    ("Direction", .knownText(of: LayoutDirection.allCases.map(\.rawValue))),
  ]

  private static let size = Schema.object([
    .required("width", .length, "The width in points."),
    .required("height", .length, "The height in points."),
  ]).described("A size in points.")

  private static let point = Schema.object([
    .required("x", .number(), "The distance to the right of the origin, in points."),
    .required("y", .number(), "The distance below the origin, in points."),
  ]).described("A place in points.")

  private static let rect = Schema.object([
    .required("x", .number(), "The left edge in points."),
    .required("y", .number(), "The upper edge in points."),
    .required("width", .length, "The width in points."),
    .required("height", .length, "The height in points."),
  ]).described("A box in points.")

  private static let viewport = Schema.object([
    .required("width", .width, "The width in points."),
    .optional(
      "height", .number(Viewport.supportedHeights),
      "The height in points, if the request named one and the layout uses it."),
  ]).described("The area of the screen that everything was computed for.")

  private static let columns = StaggeredGridLayout.supportedColumnCounts.upperBound

  private static let frame = Schema.object([
    .required("id", .itemID, "The item's id."),
    .required("x", .number(), "The left edge in points, from the layout's origin."),
    .required("y", .number(), "The upper edge in points, from the layout's origin."),
    .required("width", .length, "The width in points."),
    .required("height", .length, "The height in points."),
    .optional(
      "column", .integer(0...columns),
      "The leftmost column that it takes, from 0, in grids of columns."),
    .optional(
      "column_span", .integer(1...columns), "How many columns it takes, if more than one."),
  ]).described("The box of an item at the initial position. frames[i] belongs to items[i].")
}

extension Schema {
  /// The width of a viewport, in points.
  package static let width = Schema.number(Viewport.supportedWidths)
}
