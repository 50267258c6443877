package tanada.client

import kotlin.math.floor

/**
 * Snaps as a line of distinct places, called by their numbers; in a loop it goes on at both ends.
 *
 * @param offsets the offset of each snap, not descending, in points; at least one
 * @param period one turn of a loop, in points
 */
internal class SnapLine(private val offsets: List<Double>, private val period: Double?) {
  /** The first snap of each place. */
  private val snaps = offsets.indices.filter { it == 0 || offsets[it] > offsets[it - 1] }
  private val places = snaps.map { offsets[it] }
  private val count = places.size

  /** The nearest place that there is. */
  fun limited(place: Long): Long = if (period != null) place else place.coerceIn(0L, count - 1L)

  /** The offset of a place, in points. */
  fun offset(place: Long): Double {
    val turn = turn(place)
    return places[index(place)] + if (turn == 0L) 0.0 else turn * (period ?: 0.0)
  }

  /** The last place up to a position, or the first place. */
  fun lastUpTo(position: Double): Long = limited(before(position))

  /** The first place after a position, or the last place. */
  fun firstAfter(position: Double): Long = limited(before(position) + 1)

  /** The place nearest to a position; of two the one before it. */
  fun nearest(position: Double): Long {
    val lower = lastUpTo(position)
    val upper = limited(lower + 1)
    return if (offset(upper) - position < position - offset(lower)) upper else lower
  }

  /** The snap at a place: of several at the last place the last one. */
  fun snap(place: Long): Int {
    val index = index(place)
    val isLast = period == null && index > 0 && index == count - 1
    return if (isLast) offsets.size - 1 else snaps[index]
  }

  /** In which turn of a loop a place is. */
  private fun turn(place: Long): Long = if (period != null) Math.floorDiv(place, count.toLong()) else 0

  /** Which of the places of its turn it is. */
  private fun index(place: Long): Int = limited(place - turn(place) * count).toInt()

  /** The last place up to a position; −1 before all of them. */
  private fun before(position: Double): Long {
    val turn = if (period != null) floor((position - places[0]) / period).toLong() else 0L
    val end = position - if (turn == 0L) 0.0 else turn * (period ?: 0.0)
    return turn * count + places.indexOfLast { it <= end }
  }
}
