import FeedLayout

extension LayoutSchema {
  static let list = LayoutSchema(
    type: .list, words: "Rows of one height, in as many columns as there is room for. Version 2.",
    members: [
      .required("columns", .integer(1...Int.max), "How many columns there are."),
      .required("row_height", .length, "The height of a row, in points."),
    ])
}
