package import FeedLayout

/// The fill and the places of the stars of a rating, and the rating that a touch gives.
package struct StarsCalculation: GeometryCalculation {
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

  /// The fill and the places of the stars, what was asked for, and the rating of a touch.
  package typealias Answer = (
    fills: [Double], strip: StarStrip?, asked: StarsCalculation, touchedRating: Double?,
    decrement: Double
  )

  package func answer() throws -> Answer {
    let strip = try StarStrip(
      count: count, starSize: starSize ?? StarStrip.defaultStarSize,
      spacing: spacing ?? StarStrip.defaultSpacing, direction: direction ?? .leftToRight)
    let hasStrip = starSize != nil || spacing != nil || direction != nil
    let touched = try touch.map {
      try strip.rating(atTouch: $0, mode: mode, minimumTouchRating: minimumTouchRating)
    }
    let decrement = try StarRating.accessibilityDecrement(
      rating: rating, count: count, mode: mode, minimumTouchRating: minimumTouchRating)
    return (
      StarRating.fills(rating: rating, count: count, mode: mode), hasStrip ? strip : nil, self,
      touched, decrement
    )
  }

  package static let published = Published<Answer>(
    "Stars", "The stars of a rating.",
    [
      Member("stars", .list(of: .share), "How full each star is, 0 to 1.") { $0.fills },
      .optional("strip", strips, "Where the stars are, if a size was given.") { answer in
        answer.strip.map { ($0, answer.asked) }
      },
      .optional("touched_rating", .number, "The rating that a touch gives.") {
        $0.touchedRating
      },
      .optional(
        "displayed_rating", .number, "The rating as it is shown, for a screen reader."
      ) { answer in
        let asked = answer.asked
        return asked.hasAccessibility
          ? StarRating.displayed(rating: asked.rating, count: asked.count, mode: asked.mode) : nil
      },
      .optional("accessibility", accessibility) {
        $0.asked.hasAccessibility ? $0 : nil
      },
    ])

  private static let strips = Published<(strip: StarStrip, asked: StarsCalculation)>(
    "StarStrip", "Where the stars of a rating are.",
    [
      Member("size", Size.published) { $0.strip.size },
      Member("positions", .list(of: .number), "The left edge of each star, in points.") {
        $0.strip.positions
      },
      Member("filled", .list(of: Rect.published), "The covered part of each star.") {
        $0.strip.filledRects(rating: $0.asked.rating, mode: $0.asked.mode)
      },
      Member("clip", Rect.published, "The part to show of a strip of full stars.") {
        $0.strip.clip(rating: $0.asked.rating, mode: $0.asked.mode)
      },
      Member("hit_area", Rect.published, "Where the stars can be touched.") {
        $0.strip.hitArea
      },
    ])

  private static let accessibility = Published<Answer>([
    Member("value", .text, "What a screen reader says.") {
      let asked = $0.asked
      return StarRating.accessibilityValue(
        rating: asked.rating, count: asked.count, mode: asked.mode)
    },
    Member("increment", .number, "The rating one step up.") {
      let asked = $0.asked
      return StarRating.accessibilityIncrement(
        rating: asked.rating, count: asked.count, mode: asked.mode)
    },
    Member("decrement", .number, "The rating one step down.") { $0.decrement },
  ])
}
