import FeedLayout

extension LayoutSchema {
  static let uniformGrid = LayoutSchema(
    type: .uniformGrid, words: "Equal cells in rows: a picture above a text.",
    members: [
      .required("columns", .integer(1...Int.max), "How many columns there are."), .mediaSize,
    ])
}
