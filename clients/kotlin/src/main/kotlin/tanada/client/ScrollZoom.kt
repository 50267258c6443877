package tanada.client

/**
 * The zoom of an image in a view that scrolls.
 *
 * @property image in pixels, both above 0
 * @property bounds the view, in points
 */
public class ScrollZoom(public val image: Size, public val bounds: Size) {
  /** The scale at which the whole image just fits, in points per pixel. */
  public val minimum: Double =
    maxOf(minOf(bounds.width / image.width, bounds.height / image.height).saturated(), Double.MIN_VALUE)

  /** One point per pixel, or [minimum] where that is above it. */
  public val maximum: Double = maxOf(minimum, 1.0)

  /** The scale of a double tap on the whole image: three times [minimum], at most 1, and not wider than 4000 points. */
  public val doubleTapScale: Double = limited(minOf(1.0, minimum * 3, MOST_WIDTH / image.width))

  /**
   * An image at rest.
   *
   * @property scale in points per pixel
   * @property offset the place of the view's top left corner, in points from that of the image
   */
  public data class State(public val scale: Double, public val offset: Point)

  /**
   * The offsets that an image can have. On an axis where it is shorter than the view, only the one that centres it.
   *
   * @property x in points
   * @property y in points
   */
  public data class OffsetLimits(
    public val x: ClosedRange<Double>, public val y: ClosedRange<Double>,
  )

  /** The nearest scale from [minimum] to [maximum]. */
  public fun limited(scale: Double): Double = scale.limited(minimum, maximum)

  /** The size of the image at a scale, in points. */
  public fun size(scale: Double): Size = image.scaled(scale)

  /** The offsets that the image can have at a scale. */
  public fun offsetLimits(scale: Double): OffsetLimits {
    val size = size(scale)
    return OffsetLimits(axis(size.width - bounds.width), axis(size.height - bounds.height))
  }

  /** The whole image, centred. */
  public val initial: State get() = state(minimum, Point(0.0, 0.0))

  /** The nearest state within the limits: where an image comes to rest that is let go. */
  public fun state(scale: Double, offset: Point): State {
    val limits = offsetLimits(limited(scale))
    val x = offset.x.limited(limits.x.start, limits.x.endInclusive)
    val y = offset.y.limited(limits.y.start, limits.y.endInclusive)
    return State(limited(scale), Point(x, y))
  }

  /** The state at another scale; what is under [point] of the view stays there as far as the limits allow. */
  public fun zoomed(from: State, scale: Double, point: Point): State =
    state(scale, offsetAbout(from.offset, from.scale, limited(scale), point))

  /** The state after a double tap: the whole image grows about [point] of the view, any other becomes whole again. */
  public fun doubleTapped(from: State, point: Point): State =
    zoomed(from, if (from.scale == minimum) doubleTapScale else minimum, point)

  public companion object {
    /** How wide a double tap makes an image at most, in points. */
    private const val MOST_WIDTH = 4000.0

    private fun axis(hidden: Double): ClosedRange<Double> =
      if (hidden > 0) 0.0..hidden else hidden / 2..hidden / 2

    /**
     * The offset that keeps what is under [point] of the view there while a finger changes the scale, without limits.
     *
     * @param offset in points
     * @param start the scale before, above 0
     * @param end the scale after
     */
    public fun offsetAbout(offset: Point, start: Double, end: Double, point: Point): Point {
      val ratio = (end / start).saturated()
      return Point((offset.x + point.x) * ratio - point.x, (offset.y + point.y) * ratio - point.y)
    }
  }
}
