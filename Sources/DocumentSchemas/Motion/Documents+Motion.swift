package import FeedModel
import FeedLayout

extension Documents {
  /// Cards under a paging effect, cards on a ring, and motions as keyframes.
  static let motion: [Schema.Component] =
    [
      ("EffectName", .knownText(of: PagingEffect.allCases.map(\.name))), ("CardState", cardState),
      ("Shadow", shadow), ("ShadowOffset", shadowOffset), ("PieceContainer", container),
      ("Piece", piece),
      ("RingState", ringState), ("RingPlacement", ringPlacement),
    ]
    + samples.map { ($0.name + "State", .object([progress] + $0.members).described($0.words)) }
    + keyframes

  /// The samples of the three families of effects: their members, and what they are.
  package typealias Sample = (name: String, members: [Schema.Property], words: String)

  /// The sample with the most members of its own comes first.
  package static let samples: [Sample] = [
    ("Snapshot", snapshot, "A card in pieces (effects snapshot.…)."),
    ("Stack", stack, "A card of a pile (effects stack.…)."),
    ("Scale", scale, "A card that is scaled, moved and turned in space (effects scale.…)."),
  ]

  private static let progress = Schema.Property.required(
    "progress", .number(),
    "Pages from the middle: 0 is the front card, 1 the one behind it, -1 one that has been swiped away."
  )

  private static let cardState = Schema.any(
    of: samples.map { .component($0.name + "State") }
  ).described("A card at one progress; which members it has depends on the family of the effect.")

  private static let place: [Schema.Property] = [
    .required("scale", .number(), "The size, relative to the untransformed one."),
    .required("tx", .number(), "The displacement to the right, in points."),
    .required("ty", .number(), "The displacement downwards, in points."),
  ]

  private static let blur = Schema.Property.optional(
    "blur", .number(), "The strength of a blur, 0 to 1, if the effect blurs.")

  private static let stack =
    place + [
      Schema.Property.required("alpha", .number(0...1), "The opacity, 0 to 1."),
      .required("rotation", .number(), "The angle in radians, clockwise."),
      .required("z_index", .integer(), "The order from back to front."), blur,
    ]

  private static let scale =
    place + [
      Schema.Property.optional("shadow", .component("Shadow"), "If the effect has a shadow."), blur,
      .optional(
        "quad", .array(of: .array(of: .number(), count: 2...2), count: 4...4),
        "The four projected corners as [x, y] in points from the middle of the untransformed card, clockwise from the top left, if the effect turns cards in space."
      ),
    ]

  private static let snapshot: [Schema.Property] = [
    .required("container", .component("PieceContainer"), "The transform of all pieces together."),
    .required("pieces", .array(of: .component("Piece")), "The pieces; none at progress 0."),
  ]

  private static let container = Schema.object(place)
    .described("The transform of all pieces together.")

  private static let piece = Schema.object([
    .required("row", .position, "Its row, from 0."),
    .required("column", .position, "Its column, from 0."),
    .required("tx", .number(), "The displacement to the right, in points."),
    .required("ty", .number(), "The displacement downwards, in points."),
    .required("scale_x", .number(), "The width, relative to the untransformed one."),
    .required("scale_y", .number(), "The height, relative to the untransformed one."),
    .required("alpha", .number(0...1), "The opacity, 0 to 1."),
    .required("corner_radius", .number(), "The radius of the corners, in points."),
  ]).described("A piece of a card.")

  private static let shadow = Schema.object([
    .required(
      "offset",
      .component("ShadowOffset"), "The displacement in points."),
    .required("radius", .number(), "The blur radius in points."),
    .required("opacity", .number(0...1), "The opacity, 0 to 1."),
  ]).described("The shadow of a card.")

  private static let shadowOffset = Schema.object([
    .required("width", .number(), "To the right, in points."),
    .required("height", .number(), "Downwards, in points."),
  ]).described("The displacement of a shadow.")

  private static let ringState = Schema.object([
    .required("offset", .number(), "How far the ring is turned, in slots."),
    .required(
      "items", .array(of: .component("RingPlacement")), "The cards, in the order of the items."),
  ]).described("A ring of cards at one rest offset.")

  private static let ringPlacement = Schema.object([
    .required("id", .itemID, "The item's id."),
    .required("slot", .integer(1...Int.max), "The place on the ring, from 1."),
    .required("distance", .number(), "The signed distance from the front, in slots."),
    .required("scale", .number(), "The size, relative to the whole card."),
    .required("opacity", .number(0...1), "The opacity, 0 to 1."),
    .required("z_index", .number(), "The order from back to front."),
    .required(
      "x", .number(), "The displacement of the card's middle from that of the viewport, in points."),
  ]).described("A card on a ring.")
}
