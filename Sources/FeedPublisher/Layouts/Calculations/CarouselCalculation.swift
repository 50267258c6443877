package import FeedLayout
package import Foundation
import StrictJSON

/// A carousel, and its items in view and the end of a drag at one offset.
package struct CarouselCalculation: SectionCalculating {
  private typealias Base = SectionCalculation<CarouselLayout>

  package static let name = CarouselLayout.name
  package static let abstract = CarouselLayout.abstract
  package static let discussion = CarouselLayout.discussion
  package static let itemFields = CarouselLayout.itemFields.words
  package static let options =
    Base.options.lifted(to: \.base, of: Self())
    + OptionList(
      Self(),
      [
        .number(
          "offset", \.offset, in: .drag, "points",
          "How far the row is scrolled, in points; by default as far as the first snap."),
        .number(
          "translation", \.translation, in: .drag, "points",
          "How far a finger then moved to the right, in points (0)."),
        .number(
          "velocity", \.velocity, in: .drag, "velocity",
          "How fast the finger moved to the right when it was lifted, in points per second (0)."),
        .number(
          "from_width", \.fromWidth, in: Viewport.supportedWidths, "points",
          "The viewport's width before it changed, in points, {range}: the offset is for that "
            + "width, and \"resized_offset\" the offset that shows the same item now."),
      ])

  var base = SectionCalculation<CarouselLayout>()
  var offset: Double?
  var translation: Double?
  var velocity: Double?
  var fromWidth: Double?

  package init() {}

  package func layout(
    of document: Data
  ) throws -> (layout: any SectionLayout, errors: [LayoutError]) {
    try base.layout(of: document)
  }

  package func answer(items document: Data) throws -> [UInt8] {
    let drawable = try base.design().drawable(try CarouselLayout.itemFields.read(document))
    try Task.checkCancellation()
    let carousel = try CarouselLayout(
      items: drawable.items, viewport: base.viewport.viewport, options: base.layoutOptions)
    let probe = try probe(of: carousel, items: drawable.items)
    return try base.answer(carousel, without: drawable.errors, items: document) {
      if let probe { $0.members(Self.probeMembers, of: probe) }
    }
  }

  // A feed is not scrolled yet.
  package static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe {
    try Base.recipe(texts)
  }

  package static var composedOptions: [OptionDescription] { Base.composedOptions }

  /// The request about an offset; `nil` for none.
  private func probe(of carousel: CarouselLayout, items: [LayoutItem]) throws -> Probe? {
    guard offset != nil || translation != nil || velocity != nil || fromWidth != nil else {
      return nil
    }
    var shown = offset ?? carousel.initialOffset
    var resized: Double?
    if let fromWidth {
      let old = try CarouselLayout(
        items: items, viewport: Viewport(width: fromWidth, height: base.viewport.height),
        options: base.layoutOptions)
      shown = try carousel.offset(keepingItemOf: old, at: offset ?? old.initialOffset)
      resized = shown
    }
    return (
      resized, try carousel.itemsInView(atOffset: shown).map { carousel.frames[$0].id },
      try carousel.progress(atOffset: shown),
      try carousel.settle(offset: shown, translation: translation ?? 0, velocity: velocity ?? 0)
    )
  }

  /// The state at one offset: the offset that shows the same item as before, its items in view, its progress, and where
  /// a drag settles.
  package typealias Probe = (
    resizedOffset: Double?, itemsInView: [Int], progress: Double, settled: CarouselLayout.Settled
  )

  /// The members that answers have if an offset was asked for.
  package static let probeMembers: [Member<Probe>] = [
    .optional(
      "resized_offset", .number, "The offset that shows the same item, with from_width."
    ) { $0.resizedOffset },
    .optional("in_view", .itemIDs, "The items in view at the offset.") { $0.itemsInView },
    .optional("progress", .number, "The progress at the offset, in snaps.") { $0.progress },
    .optional(
      "settled", CarouselLayout.Settled.published,
      "Where a drag from the offset comes to rest."
    ) { $0.settled },
  ]
}
