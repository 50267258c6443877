import FeedLayout

/// A viewport as it is asked for by name.
struct ViewportForm: Hashable, Sendable {
  var width = Viewport.defaultWidth
  var height: Double?

  static let width = OptionTable<Self>([
    .number(
      "width", \.width, in: Viewport.supportedWidths, "points",
      "The viewport's width in points, 200 to 4096 (390).")
  ])

  static let options =
    width
    + OptionTable<Self>([
      .number(
        "height", \.height, in: Viewport.supportedHeights, "points",
        "The viewport's height in points, 200 to 16384, where the layout uses one.")
    ])

  /// - Throws: ``LayoutError`` for dimensions that the options' ranges leave out.
  var viewport: Viewport {
    get throws(LayoutError) { try Viewport(width: width, height: height) }
  }
}
