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

/// Where a scroll view is during a drag, and where it comes to rest after it.
package struct ScrollSettleCalculation: Calculation {
  package static let name = "scroll"
  package static let abstract = "A view that scrolls freely, with a rubber band at its ends."
  package static let discussion = """
    "dragged" is the offset while the finger is down: beyond an end it follows less and less. \
    "projected" is where the velocity would carry it, "offset" where it comes to rest within the \
    ends, and "duration" the seconds until it is within half a point of the projected place.
    """
  package static let options = OptionList(
    Self(),
    [
      .number(
        "length", \.length, in: 1e-3...1e9, "points", "The view's length, in points.",
        form: .requiredValue),
      .number(
        "content", \.content, in: 0...1e12, "points", "The content's length, in points.",
        form: .requiredValue),
      .number(
        "offset", \.offset, in: -1e12...1e12, "points", "The offset before the drag, in points.",
        form: .requiredValue),
      .number(
        "translation", \.translation, in: -1e12...1e12, "points",
        "How far the finger moved toward the beginning, in points ({default}): the offset grows by as much as "
          + "it is below 0."),
      .number(
        "velocity", \.velocity, in: -1e9...1e9, "points",
        "How fast the offset grew when the finger was lifted, in points per second ({default})."),
      .choice(
        "deceleration", \.deceleration, "name",
        "How the view slows down: {default} as lists do (the default), fast as pagers do."),
    ])

  /// How near to its end a motion counts as over, in points.
  private static let tolerance = 0.5

  var length = 1.0
  var content = 0.0
  var offset = 0.0
  var translation = 0.0
  var velocity = 0.0
  var deceleration = Deceleration.normal

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    let limits = 0...max(0, content - length)
    let dragged = try RubberBand.offset(offset - translation, limits: limits, length: length)
    let projected = try deceleration.discreteProjection(from: dragged, velocity: velocity)
    let duration = try deceleration.duration(toWithin: Self.tolerance, velocity: velocity)
    return JSONWriter.encode {
      $0.object {
        $0.member("dragged", dragged)
        $0.member("projected", projected)
        $0.member("offset", min(max(projected, limits.lowerBound), limits.upperBound))
        $0.member("duration", duration)
      }
    }
  }
}
