package import FeedLayout
package import Foundation
import StrictJSON

/// A carousel, and what is seen of it and where a drag ends at one offset.
package struct CarouselCalculation: SectionCalculating {
  private typealias Base = SectionCalculation<CarouselForm>

  package static let name = CarouselForm.type.rawValue
  package static let abstract = CarouselForm.abstract
  package static let itemFields = CarouselForm.items.words
  package static let discussion = """
    Offsets say how far the row is scrolled, in points, in the reading direction. Any of the options \
    offset, translation, velocity and from-width adds what is seen at the offset ("in_view", \
    "progress") and where a drag from there ends ("settled").
    """
  package static let options =
    OptionTable<Self>.part(\.base, SectionCalculation<CarouselForm>.options)
    + OptionTable<Self>([
      .number(
        "offset", \.offset, in: .drag, "points",
        "How far the row is scrolled, in points; that of the first snap, if none is given."),
      .number(
        "translation", \.translation, in: .drag, "points",
        "How far a finger then moved to the right, in points (0)."),
      .number(
        "velocity", \.velocity, in: .drag, "velocity",
        "How fast the finger moved to the right when it let go, in points per second (0)."),
      .number(
        "from_width", \.fromWidth, in: Viewport.supportedWidths, "points",
        "The viewport's width before it changed, in points, 200 to 4096: the offset is one of that, "
          + "and \"resized_offset\" the one that shows the same item now."),
    ])

  var base = SectionCalculation<CarouselForm>()
  var offset: Double?
  var translation: Double?
  var velocity: Double?
  var fromWidth: Double?

  package init() {}

  package func layout(of document: Data) throws -> SectionLayout {
    try base.layout(of: document)
  }

  package func answer(items document: Data) throws -> [UInt8] {
    let items = try CarouselForm.items.read(document)
    let carousel = try CarouselLayout(
      items: items, viewport: base.viewport.viewport, options: base.form.row)
    let probe = try probe(of: carousel, items: items)
    return try base.answer(.carousel(carousel), items: document) {
      probe?.write(to: &$0, carousel: carousel)
    }
  }

  package static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe {
    // A feed is not scrolled yet.
    try Base.recipe(texts)
  }

  /// What is asked about an offset; `nil` if nothing is.
  private func probe(of carousel: CarouselLayout, items: [LayoutItem]) throws -> Probe? {
    guard offset != nil || translation != nil || velocity != nil || fromWidth != nil else {
      return nil
    }
    var shown = offset ?? carousel.initialOffset
    var resized: Double?
    if let fromWidth {
      let old = try CarouselLayout(
        items: items, viewport: Viewport(width: fromWidth, height: base.viewport.height),
        options: base.form.row)
      shown = try carousel.offset(keepingItemOf: old, at: offset ?? old.initialOffset)
      resized = shown
    }
    return Probe(
      resizedOffset: resized, inView: try carousel.itemsInView(atOffset: shown),
      progress: try carousel.progress(atOffset: shown),
      settled: try carousel.settle(
        offset: shown, translation: translation ?? 0, velocity: velocity ?? 0))
  }
}

/// What there is to say of a carousel at one offset.
private struct Probe {
  let resizedOffset: Double?
  let inView: [Int]
  let progress: Double
  let settled: CarouselLayout.Settled

  func write(to object: inout JSONWriter, carousel: CarouselLayout) {
    if let resizedOffset { object.member("resized_offset", resizedOffset) }
    object.array("in_view", inView) { $0.value(carousel.frames[$1].id) }
    object.member("progress", progress)
    object.key("settled")
    settled.write(to: &object)
  }
}
