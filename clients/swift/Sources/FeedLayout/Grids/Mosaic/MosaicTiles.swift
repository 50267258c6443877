/// The tiles of a mosaic's groups, in the coordinates of a group, read from the left.
struct MosaicTiles {
  let large: Size
  let small: Size
  private let columns: ColumnGrid
  private let halves: ColumnGrid
  private let options: MosaicLayout.Options

  /// - Throws: ``LayoutError`` for an option out of its range, and for gaps that leave no width.
  init(_ options: MosaicLayout.Options, viewportWidth: Double) throws(LayoutError) {
    try MosaicLayout.Options.declarations.check(options)
    let count = options.columnCount
    columns = try ColumnGrid(
      count: count, spacing: options.spacing, inset: options.inset, viewportWidth: viewportWidth)
    // As many columns as a rest of two has: what would be beside a tile is below it in a single one.
    halves = try ColumnGrid(
      count: min(count, 2), spacing: options.spacing, inset: options.inset,
      viewportWidth: viewportWidth)
    let width = columns.width(ofSpan: max(count - 1, 1))
    let natural = width / options.largeAspectRatio
    let height = max(
      min(natural, options.maxGroupHeight ?? .infinity),
      2 * options.minTileHeight + options.spacing)
    large = Size(width: width, height: height)
    small = Size(width: columns.cellWidth, height: (height - options.spacing) / 2)
    self.options = options
  }

  /// The boxes of three items, the large one at `side`.
  func group(largeAt side: MosaicLayout.Side) -> [Rect] {
    guard let last = columns.leftEdges.last, columns.leftEdges.count > 1 else {
      return stacked([large, small, small])
    }
    let (largeX, smallX) =
      side == .leading
      ? (columns.leftEdges[0], last) : (columns.leftEdges[1], columns.leftEdges[0])
    return [
      Rect(x: largeX, y: 0, width: large.width, height: large.height),
      Rect(x: smallX, y: 0, width: small.width, height: small.height),
      Rect(
        x: smallX, y: small.height + options.spacing, width: small.width, height: small.height),
    ]
  }

  /// The boxes of the `count` items that are left after the last group, one or two.
  func rest(of count: Int) -> [Rect] {
    let all = columns.leftEdges.count
    if count == 1 {
      return stacked([Size(width: columns.width(ofSpan: all), height: large.height)])
    }
    guard all > 1 else { return stacked([large, large]) }
    return halves.leftEdges.map {
      Rect(x: $0, y: 0, width: halves.cellWidth, height: large.height)
    }
  }

  /// Boxes of `sizes`, one below the other.
  private func stacked(_ sizes: [Size]) -> [Rect] {
    var top = 0.0
    return sizes.map { size in
      defer { top += size.height + options.spacing }
      return Rect(x: options.inset, y: top, width: size.width, height: size.height)
    }
  }
}
