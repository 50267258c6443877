package import FeedLayout
package import Foundation
import StrictJSON

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

/// Where a ring of cards comes to rest.
package struct CircularSettleCalculation: Calculation {
  package static let name = "circular_carousel"
  package static let abstract = "Cards on a ring."
  package static let options =
    OptionList(
      Self(),
      [
        .integer(
          "count", \.count, in: 1...Int(Int32.max), "count",
          "How many cards there are, {range}.",
          form: .requiredValue),
        .number(
          "offset", \.offset, in: .drag, "slots", "The ring's rotation before the drag, in slots.",
          form: .requiredValue),
        .translation(\.translation),
        .velocity(\.velocity),
        .flickVelocity(\.flickVelocity),
      ])
    + OptionList(.init(), [CircularCarouselLayout.Options.pointsPerStep]).lifted(
      to: \.ring, of: Self())

  var count = 1
  var offset = 0.0
  var translation = 0.0
  var velocity = 0.0
  var flickVelocity = Flick.standardVelocity
  var ring = CircularCarouselLayout.Options()

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    var ring = ring
    ring.flickVelocity = flickVelocity
    let settled = try CircularCarouselLayout.settle(
      itemCount: count, offset: offset, translation: translation, velocity: velocity, options: ring)
    return JSONWriter.encode {
      $0.object {
        $0.member("offset", settled.offset)
        $0.member("slot", settled.slot)
      }
    }
  }
}
