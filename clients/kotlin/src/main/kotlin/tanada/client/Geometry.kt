package tanada.client

/**
 * A width and a height: in points of a box, in pixels of an image.
 *
 * @property width 0 or more
 * @property height 0 or more
 */
public data class Size(public val width: Double, public val height: Double)

/**
 * A place in points; y grows down.
 *
 * @property x from the left edge
 * @property y from the top edge
 */
public data class Point(public val x: Double, public val y: Double)

/**
 * A box in points; y grows down.
 *
 * @property x the left edge
 * @property y the top edge
 * @property width 0 or more
 * @property height 0 or more
 */
public data class Rect(
  public val x: Double,
  public val y: Double,
  public val width: Double,
  public val height: Double,
) {
  /** The right edge, in points. */
  public val maxX: Double get() = x + width

  /** The bottom edge, in points. */
  public val maxY: Double get() = y + height

  /**
   * The box moved by [distance]. The frame of an item is in coordinates of its layout, which begins at
   * `layout_origin` of the section, whose `frame` is in those of the screen: move it by both.
   */
  public fun movedBy(distance: Point): Rect = copy(x = x + distance.x, y = y + distance.y)

  /** The share of the area of this box that lies in [window], 0 to 1; 0 of a box without area. */
  public fun shareIn(window: Rect): Double {
    val shownWidth = minOf(maxX, window.maxX) - maxOf(x, window.x)
    val shownHeight = minOf(maxY, window.maxY) - maxOf(y, window.y)
    val isSeen = width > 0 && height > 0 && shownWidth > 0 && shownHeight > 0
    return if (isSeen) shownWidth / width * (shownHeight / height) else 0.0
  }
}
