package tanada.client

import kotlin.math.abs
import kotlin.math.floor

/** A drag that was let go so fast that it goes on to the next place, however short its way was. */
internal object Flick {
  /** How near to a place one has to be let go to be there, in points. */
  const val TOLERANCE = 1.0

  /**
   * The place of a drag: [settled], or the next one beyond where the finger let go if that is further.
   *
   * @param release where the finger let go, in places
   * @param least the velocity from which on a drag is a flick, in points per second
   * @param tolerance in places
   */
  fun place(
    settled: Double, release: Double, velocity: Double, least: Double, tolerance: Double,
  ): Double {
    val way = if (abs(velocity) >= least) velocity else 0.0
    return when {
      way > 0 -> maxOf(settled, floor(release + tolerance) + 1)
      way < 0 -> minOf(settled, floor(release - tolerance))
      else -> settled
    }
  }
}
