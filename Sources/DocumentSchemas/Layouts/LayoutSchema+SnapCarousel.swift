import FeedLayout

extension LayoutSchema {
  static let snapCarousel = LayoutSchema(
    type: .snapCarousel, words: "Pages of up to three rows that snap into the middle.",
    members: [
      .required("page_width", .length, "The width of a page, in points."),
      .required("page_spacing", .length, "The space between two pages, in points."),
      .required(
        "initial_offset", .number(),
        "The offset of the first page, in points: where the middle of all pages is, from that of the viewport."
      ),
      .flickVelocity,
      .required("pages", .array(of: .component("SnapPage")), "The pages in their order."),
    ], parts: [("SnapPage", page)])

  private static let page = Schema.object([
    .required("index", .position, "Its place among the pages, from 0."),
    .required("item_ids", .itemIDs, "Its items, from top to bottom."),
    .required("x", .number(), "Its left edge at the initial offset, in points."),
    .required("width", .length, "Its width in points."),
    .required("snap_offset", .number(), "The offset at which it rests in the middle, in points."),
  ]).described("A page of a snap carousel.")
}
