import FeedLayout

extension LayoutSchema {
  static let shelf = LayoutSchema(
    type: .shelf, words: "A row of equal cells that scrolls freely.",
    members: [.mediaSize, .maxScrollOffset])
}
