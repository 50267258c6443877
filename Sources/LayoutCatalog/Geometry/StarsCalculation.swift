package import FeedLayout
package import Foundation
import StrictJSON

/// The fill and the places of the stars of a rating, and the rating that a touch gives.
package struct StarsCalculation: Calculation {
  package static let name = "stars"
  package static let abstract =
    "How full each star of a rating is, 0 to 1; where the stars are, and the rating of a touch."
  package static let discussion = """
    With any of star_size, spacing and direction the answer has a "strip" too, with the stars in \
    the order they fill: its size, each star's left edge, the covered part of each star, the part to \
    show of a strip of full stars, and the area that can be touched. A touch adds the rating it \
    gives, and accessibility what a screen reader says and by how much it steps up and down.
    """
  package static let options = OptionList(
    Self(),
    [
      .number(
        "rating", \.rating, in: .finite, "stars", "The rating, limited to 0 … count.",
        form: .requiredValue),
      .integer(
        "count", \.count, in: 1...StarRating.maximumCount, "count",
        "How many stars there are, {range} ({default})."),
      .choice(
        "mode", \.mode, "mode",
        "{default} fills a star to the exact fraction (the default), half to half stars, full to "
          + "whole stars."),
      .number(
        "star_size", \.starSize, in: StarStrip.supportedStarSizes, "points",
        "Width and height of a star in points, {range} (20)."),
      .number(
        "spacing", \.spacing, in: StarStrip.supportedSpacings, "points",
        "The space between two stars in points, {range} (5)."),
      .optionalText(
        "direction", \.direction, "direction",
        "Which way the stars fill (ltr). One of \(directions).", expected: "one of \(directions)"
      ) { StarStrip.Direction(rawValue: $0) },
      .number(
        "touch", \.touch, in: .finite, "points",
        "Where the stars are touched, in points from the left edge of the first on the left; none "
          + "unless given."),
      .number(
        "minimum_touch_rating", \.minimumTouchRating, in: StarRating.supportedMinimumTouchRatings,
        "stars", "The lowest rating a touch or a screen reader gives, {range} ({default})."),
      .flag(
        "accessibility", \.hasAccessibility,
        "Adds what a screen reader says of the rating, and its steps up and down."),
    ])

  private static let directions = StarStrip.Direction.allCases.map(\.rawValue)
    .joined(separator: ", ")

  var rating = 0.0
  var count = StarRating.defaultCount
  var mode = StarRating.FillMode.precise
  var starSize: Double?
  var spacing: Double?
  var direction: StarStrip.Direction?
  var touch: Double?
  var minimumTouchRating = StarRating.defaultMinimumTouchRating
  var hasAccessibility = false

  package init() {}

  package func answer(items _: Data) throws -> [UInt8] {
    let fills = StarRating.fills(rating: rating, count: count, mode: mode)
    let strip = try StarStrip(
      count: count, starSize: starSize ?? StarStrip.defaultStarSize,
      spacing: spacing ?? StarStrip.defaultSpacing, direction: direction ?? .leftToRight)
    let touched = try touch.map {
      try strip.rating(atTouch: $0, mode: mode, minimumTouchRating: minimumTouchRating)
    }
    let decrement = try StarRating.accessibilityDecrement(
      rating: rating, count: count, mode: mode, minimumTouchRating: minimumTouchRating)
    return JSONWriter.encode {
      $0.object { object in
        object.array("stars", fills) { $0.value($1) }
        if starSize != nil || spacing != nil || direction != nil {
          write(strip, to: &object)
        }
        if let touched { object.member("touched_rating", touched) }
        if hasAccessibility { writeAccessibility(decrement: decrement, to: &object) }
      }
    }
  }

  private func write(_ strip: StarStrip, to writer: inout JSONWriter) {
    writer.object("strip") { object in
      object.member("size", strip.size)
      object.array("positions", strip.positions) { $0.value($1) }
      object.array("filled", strip.filledRects(rating: rating, mode: mode)) { $0.value($1) }
      object.member("clip", strip.clip(rating: rating, mode: mode))
      object.member("hit_area", strip.hitArea)
    }
  }

  private func writeAccessibility(decrement: Double, to writer: inout JSONWriter) {
    writer.member(
      "displayed_rating", StarRating.displayed(rating: rating, count: count, mode: mode))
    writer.object("accessibility") {
      $0.member("value", StarRating.accessibilityValue(rating: rating, count: count, mode: mode))
      $0.member(
        "increment", StarRating.accessibilityIncrement(rating: rating, count: count, mode: mode))
      $0.member("decrement", decrement)
    }
  }
}
