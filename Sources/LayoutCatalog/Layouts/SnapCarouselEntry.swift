import FeedLayout
package import Foundation
import StrictJSON

/// Where a snap carousel comes to rest.
package struct SnapSettleCalculation: Calculation {
  package static let name = "snap_carousel"
  package static let abstract = "Pages that snap into the middle of the viewport."
  package static let options =
    OptionTable<Self>.part(\.viewport, ViewportForm.width)
    + OptionTable<Self>([
      .integer(
        "pages", \.pages, in: 1...1_000_000_000, "count",
        "How many pages there are, 1 to 1000000000.",
        form: .requiredValue),
      .number(
        "offset", \.offset, in: .drag, "points", "The offset before the drag, in points.",
        form: .requiredValue),
      .translation(\.translation),
    ])

  var viewport = ViewportForm()
  var pages = 1
  var offset = 0.0
  var translation = 0.0

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    let settled = try SnapCarouselLayout.settle(
      pageCount: pages, offset: offset, translation: translation, viewport: viewport.viewport)
    return JSONWriter.encode {
      $0.object {
        $0.member("page", settled.page)
        $0.member("offset", settled.offset)
      }
    }
  }
}

/// Where a ring of cards comes to rest.
package struct CircularSettleCalculation: Calculation {
  package static let name = "circular_carousel"
  package static let abstract = "Cards on a ring."
  package static let options = OptionTable<Self>([
    .integer(
      "count", \.count, in: 1...Int(Int32.max), "count",
      "How many cards there are, 1 to 2147483647.",
      form: .requiredValue),
    .number(
      "offset", \.offset, in: .drag, "slots", "The ring's rotation before the drag, in slots.",
      form: .requiredValue),
    .translation(\.translation),
    CircularCarouselForm.pointsPerStep(\.ring.pointsPerStep),
  ])

  var count = 1
  var offset = 0.0
  var translation = 0.0
  var ring = CircularCarouselLayout.Options()

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    let settled = try CircularCarouselLayout.settle(
      itemCount: count, offset: offset, translation: translation, options: ring)
    return JSONWriter.encode {
      $0.object {
        $0.member("offset", settled.offset)
        $0.member("slot", settled.slot)
      }
    }
  }
}

extension OptionTable.Row {
  /// How far a finger moved.
  static func translation(_ path: OptionPath<Root, Double>) -> Self {
    .number(
      "translation", path, in: .drag, "points", "How far the finger moved to the right, in points.",
      form: .requiredValue)
  }
}

extension ClosedRange<Double> {
  /// Numbers whose sums with any geometry stay finite.
  static var drag: ClosedRange<Double> { -1e300...1e300 }
}
