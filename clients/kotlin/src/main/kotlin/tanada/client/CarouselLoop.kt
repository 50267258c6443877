package tanada.client

/**
 * One turn of a row that goes on at both ends: the member `loop` of a `carousel`.
 *
 * @property period the length of a turn, in points, above 0
 * @property start the offset at which the first turn begins, in points
 */
public data class CarouselLoop(public val period: Double, public val start: Double) {
  /** The place of [offset] within the first turn, in points: from [start] up to, and without, the next turn. */
  public fun wrapped(offset: Double): Double {
    val rest = (offset - start) % period
    val positive = if (rest < 0) rest + period else rest
    return start + if (positive < period) positive else 0.0
  }
}
