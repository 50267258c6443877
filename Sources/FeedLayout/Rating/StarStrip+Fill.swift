extension StarStrip {
  /// The covered part of each star in points, in the order they fill: ``starSize`` × its fill level
  /// wide, from the star's leading edge; of no width for an empty star.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - mode: how the levels are rounded.
  /// - Complexity: O(count).
  public func filledRects(rating: Double, mode: StarRating.FillMode = .precise) -> [Rect] {
    zip(positions, StarRating.fills(rating: rating, count: count, mode: mode)).map { x, fill in
      let width = starSize * fill
      let lead = direction == .rightToLeft ? starSize - width : 0
      return Rect(x: x + lead, y: 0, width: width, height: starSize)
    }
  }

  /// The part of the strip to show of a strip of full stars, for who draws all stars at once behind
  /// one mask; in points.
  ///
  /// Its width is k × (``starSize`` + ``spacing``) + f × ``starSize`` for k full stars and one of
  /// fill level f, and never more than the strip's; it begins at the leading edge.
  ///
  /// - Parameters:
  ///   - rating: limited to 0…count; a rating that is not a number counts as 0.
  ///   - mode: how the rating is rounded.
  public func clip(rating: Double, mode: StarRating.FillMode = .precise) -> Rect {
    let displayed = StarRating.displayed(rating: rating, count: count, mode: mode)
    let full = displayed.rounded(.down)
    let size = size
    // The last star has no spacing after it.
    let width = min(full * pitch + (displayed - full) * starSize, size.width)
    return Rect(
      x: direction == .rightToLeft ? size.width - width : 0, y: 0, width: width,
      height: size.height)
  }
}
