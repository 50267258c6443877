package import FeedLayout
package import Foundation
import StrictJSON

/// The catalogue's entry of ``CircularCarouselLayout``.
package enum CircularCarouselEntry: LayoutEntry {
  package static let type = LayoutType.circularCarousel
  package static let abstract = "Cards on a ring: one in front, the others smaller and fainter."
  package static let discussion = """
    Up to \(CircularCarouselLayout.maximumStateCount) cards, \"states\" has every rest offset. With more, it has only \
    offset 0, and \"scale_per_step\", \"opacity_per_step\" and \"depth_per_step\" say how the others are computed.
    """
  package static let items = LayoutItemFields.plain
  package static let feedOptions = [String: String].flicks

  package static func section(_ options: CircularCarouselLayout.Options) -> SectionOptions {
    .circularCarousel(options)
  }
}

extension CircularCarouselLayout {
  func writeDetails(to object: inout JSONWriter) {
    object.member("card_size", cardSize)
    object.member("radius", options.radius)
    object.member("points_per_step", options.pointsPerStep)
    if let velocity = options.flickVelocity { object.member("flick_velocity", velocity) }
    if !hasAllStates {
      // With these a client computes the states that are not published.
      object.member("scale_per_step", options.scalePerStep)
      object.member("opacity_per_step", options.opacityPerStep)
      object.member("depth_per_step", options.depthPerStep)
    }
    object.array("states", states) { writer, state in
      writer.object {
        $0.member("offset", state.offset)
        $0.array("items", state.items) { $1.write(to: &$0) }
      }
    }
    keyframes?.write(as: "keyframes", position: "distance", to: &object)
  }
}

extension CircularCarouselLayout.Placement {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("id", id)
      $0.member("slot", slot)
      $0.member("distance", distance)
      $0.member("scale", scale)
      $0.member("opacity", opacity)
      $0.member("z_index", zIndex)
      $0.member("x", x)
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
