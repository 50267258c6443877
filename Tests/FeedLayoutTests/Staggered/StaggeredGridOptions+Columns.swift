import FeedLayout

extension StaggeredGridLayout.Options {
  /// The options of a grid of `count` columns, otherwise as it is.
  static func columns(_ count: Int) -> Self {
    var options = Self()
    options.columnCount = count
    return options
  }
}
