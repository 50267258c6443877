package import FeedLayout

package struct JustifiedRowsForm: LayoutForm {
  package static let type = LayoutType.justifiedRows
  package static let abstract =
    "Rows of pictures that keep their aspect ratios and fill the width."
  package static let items = LayoutItemFields.pictured
  package static let options = OptionTable<Self>([
    .number(
      "row_height", \.rows.targetRowHeight, in: JustifiedRowsLayout.supportedRowHeights, "points",
      "The height rows are meant to have, in points, 16 to 8192 (150)."),
    .number(
      "tolerance", \.rows.tolerance, in: JustifiedRowsLayout.supportedTolerances, "share",
      "How far a greedy row's natural width may be from that at the row height, 0 to 1 (0.25)."),
    .number(
      "min_row_height", \.rows.minRowHeight, in: JustifiedRowsLayout.supportedRowHeights, "points",
      "No row is lower, in points, 16 to 8192 (half the row height)."),
    .number(
      "max_row_height", \.rows.maxRowHeight, in: JustifiedRowsLayout.supportedRowHeights, "points",
      "No row is higher, in points, 16 to 8192 (twice the row height)."),
    .spacing(\.rows.spacing), .inset(\.rows.inset),
    .choice(
      "widows", \.rows.widows, "policy",
      "What becomes of a last row that its pictures do not fill (left)."),
    .integer(
      "full_width_cadence", \.rows.fullWidthCadence, in: JustifiedRowsLayout.supportedCadences,
      "rows",
      "Every row of this number is one picture across the width, 0 to 64, optimal 0 to 8 (0: none)."
    ),
    .integer(
      "max_rows", \.rows.maxRows, in: JustifiedRowsLayout.supportedMaxRows, "count",
      "The items of further rows are hidden, 1 to 1000000 (all rows)."),
    .choice(
      "breaks", \.rows.breaks, "kind",
      "How rows are broken: in one pass, or with the least sum of (height - row height)² (greedy)."
    ),
  ])

  var rows = JustifiedRowsLayout.Options()

  package init() {}

  package var section: SectionOptions { .justifiedRows(rows) }
}
