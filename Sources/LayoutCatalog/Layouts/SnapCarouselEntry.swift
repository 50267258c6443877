package import FeedLayout
package import Foundation
import StrictJSON

/// The catalogue's entry of ``SnapCarouselLayout``.
package enum SnapCarouselEntry: LayoutEntry {
  package static let type = LayoutType.snapCarousel
  package static let abstract = "Pages of up to three rows that snap into the middle."
  package static let items = LayoutItemFields.plain
  package static let feedOptions = [String: String].flicks

  package static func section(_ options: SnapCarouselLayout.Options) -> SectionOptions {
    .snapCarousel(options)
  }
}

extension SnapCarouselLayout {
  func writeDetails(to object: inout JSONWriter) {
    object.member("page_width", pageWidth)
    object.member("page_spacing", Self.pageSpacing)
    object.member("initial_offset", initialOffset)
    if let velocity = options.flickVelocity { object.member("flick_velocity", velocity) }
    object.array("pages", pages) { writer, page in
      writer.object {
        $0.member("index", page.index)
        $0.array("item_ids", page.itemIDs) { $0.value($1) }
        $0.member("x", page.x)
        $0.member("width", page.width)
        $0.member("snap_offset", page.snapOffset)
      }
    }
  }
}

/// Where a snap carousel comes to rest.
package struct SnapSettleCalculation: Calculation {
  package static let name = "snap_carousel"
  package static let abstract = "Pages that snap into the middle of the viewport."
  package static let options =
    OptionList(ViewportOptions(), [ViewportOptions.width]).lifted(to: \.viewport, of: Self())
    + OptionList(
      Self(),
      [
        .integer(
          "pages", \.pages, in: 1...1_000_000_000, "count",
          "How many pages there are, {range}.",
          form: .requiredValue),
        .number(
          "offset", \.offset, in: .drag, "points", "The offset before the drag, in points.",
          form: .requiredValue),
        .translation(\.translation),
        .velocity(\.velocity),
        .flickVelocity(\.flickVelocity),
      ])

  var viewport = ViewportOptions()
  var pages = 1
  var offset = 0.0
  var translation = 0.0
  var velocity = 0.0
  var flickVelocity = Flick.standardVelocity

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    var options = SnapCarouselLayout.Options()
    options.flickVelocity = flickVelocity
    let settled = try SnapCarouselLayout.settle(
      pageCount: pages, offset: offset, translation: translation, velocity: velocity,
      viewport: viewport.viewport, options: options)
    return JSONWriter.encode {
      $0.object {
        $0.member("page", settled.page)
        $0.member("offset", settled.offset)
      }
    }
  }
}
