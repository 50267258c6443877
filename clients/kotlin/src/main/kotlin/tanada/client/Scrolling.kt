package tanada.client

/**
 * A list or a row that scrolls freely, such as a `shelf`.
 *
 * @property length of the view along which it scrolls, in points, above 0
 * @property contentLength of what scrolls in it, in points
 * @property deceleration how it slows down
 */
public class Scrolling(
  public val length: Double,
  public val contentLength: Double,
  public val deceleration: Deceleration = Deceleration.normal,
) {
  /** The largest offset at rest, in points, 0 or more: `max_scroll_offset` of a shelf. */
  public val maxOffset: Double = maxOf(0.0, contentLength - length)

  /**
   * Where a drag ends.
   *
   * @property dragged the offset at which the finger let go, in points; beyond the ends with the rubber band
   * @property projected where the momentum alone would end, in points
   * @property offset where the content comes to rest, in points, 0 to [maxOffset]
   * @property duration the seconds until its momentum is within half a point of its end
   */
  public data class Settled(
    public val dragged: Double,
    public val projected: Double,
    public val offset: Double,
    public val duration: Double,
  )

  /**
   * Where a drag ends.
   *
   * @param offset before the drag, in points
   * @param translation how far the finger moved toward the end of the content, in points: offset grows by less
   * @param velocity of the offset when the finger let go, in points per second
   */
  public fun settled(offset: Double, translation: Double = 0.0, velocity: Double = 0.0): Settled {
    val dragged = RubberBand.offset(offset - translation, 0.0, maxOffset, length)
    val projected = deceleration.projected(dragged, velocity)
    return Settled(
      dragged, projected, projected.limited(0.0, maxOffset), deceleration.duration(0.5, velocity))
  }
}
