import FeedLayout

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
