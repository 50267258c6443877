import FeedLayout

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
