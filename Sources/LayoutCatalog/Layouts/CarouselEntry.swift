package import FeedLayout
package import Foundation
import StrictJSON

/// The catalogue's entry of ``CarouselLayout``.
enum CarouselEntry: LayoutEntry {
  static let type = LayoutType.carousel
  static let abstract = "A row of items with sizes of their own that rests at snaps."
  static let items = LayoutItemFields.boxed
  static let feedOptions = [
    "item_height": NumberText.shortest(CarouselLayout.feedItemHeight)
  ]

  static func section(_ options: CarouselLayout.Options) -> SectionOptions { .carousel(options) }
}

/// A carousel, and its items in view and the end of a drag at one offset.
package struct CarouselCalculation: SectionCalculating {
  private typealias Base = SectionCalculation<CarouselEntry>

  package static let name = CarouselEntry.type.rawValue
  package static let abstract = CarouselEntry.abstract
  package static let itemFields = CarouselEntry.items.words
  package static let discussion = """
    Offsets say how far the row is scrolled, in points, in the reading direction. Any of the options \
    offset, translation, velocity and from-width adds what is seen at the offset ("in_view", \
    "progress") and where a drag from there ends ("settled").
    """
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

  var base = SectionCalculation<CarouselEntry>()
  var offset: Double?
  var translation: Double?
  var velocity: Double?
  var fromWidth: Double?

  package init() {}

  package func layout(
    of document: Data
  ) throws -> (layout: SectionLayout, errors: [LayoutError]) {
    try base.layout(of: document)
  }

  package func answer(items document: Data) throws -> [UInt8] {
    let drawable = try base.design().drawable(try CarouselEntry.items.read(document))
    try Task.checkCancellation()
    let carousel = try CarouselLayout(
      items: drawable.items, viewport: base.viewport.viewport, options: base.layoutOptions)
    let probe = try probe(of: carousel, items: drawable.items)
    return try base.answer(.carousel(carousel), without: drawable.errors, items: document) {
      probe?.write(to: &$0, carousel: carousel)
    }
  }

  package static func recipe(_ texts: [String: String]) throws(OptionProblem) -> LayoutRecipe {
    // A feed is not scrolled yet.
    try Base.recipe(texts)
  }

  package static func composedOptions() throws(OptionProblem) -> [OptionDescription] {
    try Base.composedOptions()
  }

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
    return Probe(
      resizedOffset: resized, inView: try carousel.itemsInView(atOffset: shown),
      progress: try carousel.progress(atOffset: shown),
      settled: try carousel.settle(
        offset: shown, translation: translation ?? 0, velocity: velocity ?? 0))
  }
}

/// The state of a carousel at one offset: its progress, its items in view, and where it settles.
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

extension CarouselLayout {
  /// Writes the members that a carousel has beside its frames.
  func writeDetails(to object: inout JSONWriter) {
    object.member("initial_offset", initialOffset)
    object.member("max_scroll_offset", maxScrollOffset)
    object.optional("scroll_limits", scrollLimits)
    object.array("snaps", snaps) { writer, snap in
      writer.object {
        $0.member("index", snap.index)
        $0.member("offset", snap.offset)
        $0.member("progress", snap.progress)
        $0.array("item_ids", frames[snap.items]) { $0.value($1.id) }
      }
    }
    object.array("snap_of_item", snapOfItem) { $0.value($1) }
    guard let loop else {
      object.null("loop")
      return
    }
    object.object("loop") { object in
      object.member("period", loop.period)
      object.member("start", loop.start)
      object.array("shifts", loop.shifts) { writer, shift in
        writer.object {
          $0.member("id", frames[shift.item].id)
          $0.optional("before", shift.before)
          $0.optional("after", shift.after)
        }
      }
    }
  }
}

extension CarouselLayout.Settled {
  /// Writes where it rests, an object.
  func write(to writer: inout JSONWriter) {
    writer.object { object in
      if let snap { object.member("snap", snap) } else { object.null("snap") }
      object.member("offset", offset)
      object.member("unwrapped_offset", unwrappedOffset)
      object.member("at_snap", isAtSnap)
    }
  }
}

extension JSONWriter {
  /// Writes a number, or null.
  fileprivate mutating func optional(_ name: String, _ number: Double?) {
    if let number { member(name, number) } else { null(name) }
  }

  /// Writes two numbers, or null.
  fileprivate mutating func optional(_ name: String, _ range: ClosedRange<Double>?) {
    guard let range else {
      null(name)
      return
    }
    object(name) {
      $0.member("lower", range.lowerBound)
      $0.member("upper", range.upperBound)
    }
  }
}
