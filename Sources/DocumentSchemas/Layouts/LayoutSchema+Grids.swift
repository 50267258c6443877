import FeedModel
import FeedLayout

extension LayoutSchema {
  static let uniformGrid = LayoutSchema(
    type: .uniformGrid, words: "Equal cells in rows: a picture above a text.",
    members: [
      .required("columns", .integer(1...Int.max), "How many columns there are."), .mediaSize,
    ])
}

extension LayoutSchema {
  static let staggeredGrid = LayoutSchema(
    type: .staggeredGrid, words: "Columns of cells that keep the aspect ratio of their pictures.",
    members: [
      .required(
        "columns", .array(of: .component("GridColumn")), "The columns, from where lines begin."),
      .optional(
        "exact", .boolean, "Whether no lower grid exists, for the placement balanced."),
      .optional(
        "lower_bound", .length,
        "A height in points that no placement is below, for the placement balanced."),
      .optional(
        "explanation", .component("GridExplanation"),
        "Why each item is where it is, if it was asked for."),
    ],
    parts: [
      ("GridColumn", column), ("GridExplanation", explanation), ("GridChoice", choice),
      ("GridQuality", quality), ("GridOptimum", optimum),
    ])

  private static let column = Schema.object([
    .required("item_ids", .itemIDs, "The items in it, from top to bottom."),
    .required(
      "balance_height", .number(),
      "The sum of heights in points that decides which column is next."),
    .required("height", .number(), "Where its last item ends, in points."),
  ]).described("A column of a staggered grid.")

  private static let explanation = Schema.object([
    .required(
      "choices", .array(of: .component("GridChoice")), "The choices in the order of the items."),
    .required("quality", .component("GridQuality")),
  ]).described("Why the items of a staggered grid are where they are.")

  private static let choice = Schema.object([
    .required("id", .itemID, "The item's id."),
    .required("column", .position, "The leftmost column that it went to, from 0."),
    .required(
      "rule",
      .knownText(of: ["kept_column"] + StaggeredGridLayout.Placement.allCases.map(\.rawValue)),
      "The rule that chose it."),
    .required(
      "heights", .array(of: .number()),
      "The heights of all possible places before the item, in points, from the leftmost one."),
    .required("tie", .boolean, "Whether several places were equally good."),
    .optional("cursor", .position, "Where a rule that takes turns stood."),
  ]).described("The choice of one item's column.")

  private static let quality = Schema.object([
    .required(
      "white_space", .number(), "The area that no cell covers, in square points; gaps do not count."
    ),
    .required("white_space_share", .number(), "Its share of the area of the columns, 0 to 1."),
    .required(
      "bottom_raggedness", .number(),
      "The difference of the longest and the shortest column, in points."),
    .required(
      "order_inversions", .position, "Pairs of items of which the later one begins further up."),
    .optional(
      "optimum", .component("GridOptimum"), "The best two columns, where they can be found."),
    .optional(
      "distance_from_optimum", .number(), "How much higher the grid is than that, in points."),
  ]).described("How good a staggered grid is.")

  private static let optimum = Schema.object([
    .required("height", .number(), "The height in points."),
    .required("exact", .boolean, "Whether no lower grid exists."),
    .required("lower_bound", .number(), "A height in points that no placement is below."),
  ]).described("The best placement in two columns.")
}

extension LayoutSchema {
  static let justifiedRows = LayoutSchema(
    type: .justifiedRows,
    words: "Rows of pictures that keep their aspect ratios and fill the width.",
    members: [
      .required("rows", .array(of: .component("JustifiedRow")), "The rows from top to bottom."),
      .required(
        "hidden_item_ids", .itemIDs,
        "The last items, which have no place and frames without extent."),
    ], parts: [("JustifiedRow", row)])

  private static let row = Schema.object([
    .required("index", .position, "Its place among the rows, from 0."),
    .required("item_ids", .itemIDs, "Its items in the reading direction."),
    .required("y", .number(), "Its upper edge in points."),
    .required("height", .length, "Its height in points."),
    .required("widow", .boolean, "Whether it is a last row that its items did not fill."),
    .required(
      "full_width", .boolean,
      "Whether it is one picture across the whole width because it was that row's turn."),
    .required(
      "cropped", .boolean,
      "Whether a bound limits its height, so that pictures are cropped to fill their frames."),
  ]).described("A row of pictures.")
}

extension LayoutSchema {
  static let mosaic = LayoutSchema(
    type: .mosaic,
    words:
      "Groups of three: a large tile beside two small ones, at one side and then at the other.",
    members: [
      .required("columns", .integer(1...Int.max), "How many columns there are."),
      .required("large_size", .component("Size"), "The size of a large tile."),
      .required("small_size", .component("Size"), "The size of a small tile."),
      .required("groups", .array(of: .component("MosaicGroup")), "The groups from top to bottom."),
    ], parts: [("MosaicGroup", group)])

  private static let group = Schema.object([
    .required("index", .position, "Its place among the groups, from 0."),
    .required("item_ids", .itemIDs, "Its items; the first one is large."),
    .required("y", .number(), "Its upper edge in points."),
    .required("height", .length, "Its height in points."),
    .required(
      "large_side",
      Schema.knownText(of: MosaicLayout.Side.allCases.map(\.rawValue)).orNull,
      "The side of the large tile, in the reading direction; null in a group that is not whole."),
  ]).described("A group of tiles.")
}

extension LayoutSchema {
  static let list = LayoutSchema(
    type: .list, words: "Rows of one height, in as many columns as there is room for. Version 2.",
    members: [
      .required("columns", .integer(1...Int.max), "How many columns there are."),
      .required("row_height", .length, "The height of a row, in points."),
    ])
}
