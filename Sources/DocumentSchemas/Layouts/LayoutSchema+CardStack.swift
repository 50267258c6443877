import FeedLayout

extension LayoutSchema {
  static let cardStack = LayoutSchema(
    type: .cardStack, words: "A pile of cards that are swiped away one by one.",
    members: [
      .required("card_size", .component("Size"), "The size of the untransformed card."),
      .required(
        "page_size", .component("Size"), "The size of a page, by which progress is counted."),
      .required("effect", .component("EffectName"), "The paging effect."),
      .required(
        "states", .array(of: .component("CardState")), "A card at progress -1, -0.75 … 4."),
      .optional(
        "keyframes", .component("CardKeyframes"),
        "The motion of a card by its progress, if it was asked for."),
    ])
}
