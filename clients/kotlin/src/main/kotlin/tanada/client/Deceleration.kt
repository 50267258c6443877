package tanada.client

import kotlin.math.abs
import kotlin.math.ln
import kotlin.math.pow

/**
 * How content slows down after it was let go.
 *
 * @property rate the share of a velocity that is left after one millisecond, above 0 and below 1
 */
public class Deceleration(public val rate: Double) {
  init {
    require(rate > 0 && rate < 1) { "rate: expected a number between 0 and 1, found $rate" }
  }

  /** The factor that the logarithm of a velocity shrinks by, per second. */
  private val decay = 1000 * ln(rate)

  /**
   * Where content ends, by adding up a velocity that shrinks once a millisecond, in points.
   *
   * @param position in points
   * @param velocity in points per second
   */
  public fun projected(position: Double, velocity: Double): Double =
    position + velocity / 1000 * rate / (1 - rate)

  /**
   * Where content is after a time, in points: x + v / (1000 ln r) · (r^(1000 t) − 1).
   *
   * @param time in seconds since it was let go; a negative one counts as 0
   * @param position where it was let go, in points
   * @param velocity at that moment, in points per second
   */
  public fun position(time: Double, position: Double, velocity: Double): Double =
    position + velocity / decay * (rate.pow(1000 * maxOf(0.0, time)) - 1)

  /**
   * How fast content is after a time, in points per second.
   *
   * @param time in seconds since it was let go; a negative one counts as 0
   * @param velocity at that moment, in points per second
   */
  public fun velocity(time: Double, velocity: Double): Double =
    velocity * rate.pow(1000 * maxOf(0.0, time))

  /**
   * The seconds until content is within a distance of its end: ln(−1000 ln r · e / |v|) / (1000 ln r).
   *
   * @param tolerance the distance, in points, above 0
   * @param velocity in points per second
   */
  public fun duration(tolerance: Double, velocity: Double): Double {
    if (velocity == 0.0) return 0.0
    val share = (-decay * tolerance / abs(velocity)).limited(Double.MIN_VALUE, Double.MAX_VALUE)
    return maxOf(0.0, ln(share) / decay)
  }

  public companion object {
    /** That of a list: 0.998. */
    public val normal: Deceleration = Deceleration(0.998)

    /** That of a pager: 0.99. */
    public val fast: Deceleration = Deceleration(0.99)
  }
}
