import FeedLayout

/// The options of a viewport.
struct ViewportOptions: DeclaredOptions {
  var width = Viewport.defaultWidth
  var height: Double?

  static let declarations = OptionList(
    Self(),
    [
      width,
      .number(
        "height", \.height, in: Viewport.supportedHeights, "points",
        "The viewport's height in points, {range}, where the layout uses one."),
    ])

  /// The option of a calculation that the height does not matter to.
  static let width = LayoutOption<Self>.number(
    "width", \.width, in: Viewport.supportedWidths, "points",
    "The viewport's width in points, {range} ({default}).")

  /// - Throws: ``LayoutError`` for dimensions that the options' ranges leave out.
  var viewport: Viewport {
    get throws(LayoutError) { try Viewport(width: width, height: height) }
  }
}
