package import FeedLayout

package struct UniformGridForm: LayoutForm {
  package static let type = LayoutType.uniformGrid
  package static let abstract = "Equal cells in rows: a picture above a text."
  package static let items = LayoutItemFields.spanning
  package static let options = OptionTable<Self>([
    .columns(\.grid.columnCount), .spacing(\.grid.spacing), .inset(\.grid.inset),
    .number(
      "aspect_ratio", \.grid.mediaAspectRatio, in: UniformGridLayout.supportedAspectRatios, "ratio",
      "Width of a cell's picture divided by its height, 0.01 to 100 (1.5)."),
    .number(
      "caption_height", \.grid.captionHeight, in: UniformGridLayout.supportedCaptionHeights,
      "points", "Height of the text under the picture, in points, 0 to 4096 (94)."),
  ])

  var grid = UniformGridLayout.Options()

  package init() {}

  package var section: SectionOptions { .uniformGrid(grid) }
}

package struct StaggeredGridForm: LayoutForm {
  package static let type = LayoutType.staggeredGrid
  package static let abstract = "Columns of cells that keep the aspect ratio of their pictures."
  package static let items = LayoutItemFields.keeping
  package static let options = OptionTable<Self>([
    .columns(\.grid.columnCount), .spacing(\.grid.spacing), .inset(\.grid.inset),
    .choice(
      "placement", \.grid.placement, "rule",
      "How the column of an item is chosen (sample): by balance heights as on the iOS screens, the "
        + "shortest column, one column after the other, forward among columns about as low as the "
        + "lowest, or the lowest split of two columns."),
    .number(
      "tolerance", \.grid.tolerance, in: StaggeredGridLayout.supportedTolerances, "points",
      "How much higher than the lowest a column may be and still count as equal, in points, for "
        + "placement forward, 0 to 1000000 (0)."),
    .flag(
      "explain", \.grid.explains,
      "Whether to say why each item is where it is, and how good the grid is (false)."),
  ])

  var grid = StaggeredGridLayout.Options()

  package init() {}

  package var section: SectionOptions { .staggeredGrid(grid) }
}

extension OptionTable.Row {
  /// How many columns a grid has.
  static func columns(_ path: OptionPath<Root, Int>) -> Self {
    .integer(
      "columns", path, in: StaggeredGridLayout.supportedColumnCounts, "count",
      "How many columns there are, 1 to 16 (2).")
  }

  /// The gap between cells.
  static func spacing(_ path: OptionPath<Root, Double>) -> Self {
    .number(
      "spacing", path, in: GridSpacing.supported, "points",
      "Gap between cells, in points, 0 to 1024 (8).")
  }

  /// The gap at the edges.
  static func inset(_ path: OptionPath<Root, Double>) -> Self {
    .number(
      "inset", path, in: GridSpacing.supported, "points",
      "Gap between the cells and the left and right edge, in points, 0 to 1024 (8).")
  }
}
