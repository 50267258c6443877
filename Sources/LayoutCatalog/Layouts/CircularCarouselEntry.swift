package import FeedLayout

package struct ShelfForm: LayoutForm {
  package static let type = LayoutType.shelf
  package static let abstract = "A row of equal cells that scrolls freely."
  package static let items = LayoutItemFields.plain
  package static let options = OptionTable<Self>()

  package init() {}

  package var section: SectionOptions { .shelf }
}

package struct SnapCarouselForm: LayoutForm {
  package static let type = LayoutType.snapCarousel
  package static let abstract = "Pages of up to three rows that snap into the middle."
  package static let items = LayoutItemFields.plain
  package static let options = OptionTable<Self>()

  package init() {}

  package var section: SectionOptions { .snapCarousel }
}

package struct CircularCarouselForm: LayoutForm {
  package static let type = LayoutType.circularCarousel
  package static let abstract = "Cards on a ring: one in front, the others smaller and fainter."
  package static let items = LayoutItemFields.plain
  package static let options = OptionTable<Self>([
    .number(
      "radius", \.ring.radius, in: 0...1e6, "points",
      "Half the width of the ring, in points, 0 to 1000000 (200)."
    ),
    pointsPerStep(\.ring.pointsPerStep),
    .number(
      "scale_per_step", \.ring.scalePerStep, in: 0...1e6, "share",
      "Scale lost per slot of distance from the front, 0 and up (0.2)."),
    .number(
      "opacity_per_step", \.ring.opacityPerStep, in: 0...1e6, "share",
      "Opacity lost per slot of distance from the front, 0 and up (0.3)."),
    .number(
      "depth_per_step", \.ring.depthPerStep, in: 0...1e6, "depth",
      "Depth lost per slot of distance from the front, 0 and up (0.1)."),
    .keyframes(\.ring.keyframeTolerance),
  ])

  var ring = CircularCarouselLayout.Options()

  package init() {}

  package var section: SectionOptions { .circularCarousel(ring) }

  /// The option that a drag of the ring has as well.
  static func pointsPerStep<Root>(
    _ path: OptionPath<Root, Double>
  ) -> OptionTable<Root>.Row {
    .number(
      "points_per_step", path, in: 1e-6...1e6, "points",
      "How far a drag goes to turn the ring by one slot, in points, above 0 (250).")
  }
}

package struct CardStackForm: LayoutForm {
  package static let type = LayoutType.cardStack
  package static let abstract = "A pile of cards that are swiped away one by one."
  package static let items = LayoutItemFields.plain
  package static let options = OptionTable<Self>([
    .effect(\.pile.effect), .effectOptions(\.pile.effect, \.pile.transform),
    .keyframes(\.pile.keyframeTolerance),
  ])

  var pile = CardStackLayout.Options()

  package init() {}

  package var section: SectionOptions { .cardStack(pile) }
}

extension OptionTable.Row {
  /// A paging effect by name.
  static func effect(
    _ path: OptionPath<Root, PagingEffect>,
    form: OptionDescription.Form = .value
  ) -> Self {
    let names = PagingEffect.allCases.map(\.name).joined(separator: ", ")
    let standard = form == .value ? " (stack.default)" : ""
    return .text(
      "effect", path, "effect", "How a card moves while it is paged\(standard). One of \(names).",
      expected: "one of \(names)", form: form
    ) { PagingEffect(name: $0) }
  }
}
