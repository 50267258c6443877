package tanada.client

import kotlin.math.abs

/** How content gives way that is pulled past its edge. */
public object RubberBand {
  /**
   * How far the content moves, in points: b(x) = (1 − 1 / (x · 0.55 / length + 1)) · length.
   *
   * @param distance how far the finger is past the edge, in points
   * @param length of the view on that axis, in points, above 0
   */
  public fun displacement(distance: Double, length: Double): Double {
    val pulled = (1 - 1 / (abs(distance) * 0.55 / length + 1)) * length
    return if (distance < 0) -pulled else pulled
  }

  /**
   * The offset that is shown while a finger asks for another: beyond [low] and [high] it follows less and less.
   *
   * @param offset in points
   * @param length of the view on that axis, in points, above 0
   */
  public fun offset(offset: Double, low: Double, high: Double, length: Double): Double {
    val limited = offset.limited(low, high)
    return limited + displacement(offset - limited, length)
  }
}
