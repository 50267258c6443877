package tanada.client

/**
 * The boxes of a section or a screen, ordered so that those in a range are found without looking at all.
 *
 * A box covers the places from its top up to, and without, its bottom. So does a range. They meet if they have a place
 * in common; a box or a range without height is the one place where it starts. So a box that only touches the range
 * with its bottom is not in it. It is the answer of the server to `y_range`, for any boxes: overlapping ones, and
 * grids whose columns end in another order than they begin.
 *
 * @param frames in points, in the order of the items
 */
public class FrameIndex(frames: List<Rect>) {
  /** Positions among the frames, in the order of their tops. A box with an edge that is no number meets nothing. */
  private val positions = frames.indices
    .filter { !frames[it].y.isNaN() && !frames[it].maxY.isNaN() }
    .sortedBy { frames[it].y }
  private val starts = positions.map { frames[it].y }.toDoubleArray()
  private val ends = positions.map { maxOf(frames[it].y, frames[it].maxY) }.toDoubleArray()

  /** The lowest bottom of each box and all before it. */
  private val reaches = ends.copyOf().also { for (i in 1 until it.size) it[i] = maxOf(it[i], it[i - 1]) }

  /**
   * The positions of the boxes that meet a range, in the order of the items.
   *
   * It takes O(log n + k) steps, where k boxes lie between the first and the last one found.
   *
   * @param from where the range begins, in points: the offset of what scrolls
   * @param to where it ends, in points, not before [from]: the offset and the height of the screen
   */
  public fun positions(from: Double, to: Double): List<Int> {
    require(from <= to) { "range: expected a start that is not after the end, found $from to $to" }
    // 1. The boxes that start before the range ends.
    val end = firstPlace { if (from == to) starts[it] > to else starts[it] >= to }
    // 2. From the last of them back, as long as a box reaches into the range.
    val found = ArrayList<Int>()
    var place = end - 1
    while (place >= 0 && (starts[place] >= from || reaches[place] > from)) {
      if (starts[place] >= from || ends[place] > from) found.add(positions[place])
      place -= 1
    }
    return found.sorted()
  }

  /** The first place in the order of the tops where [condition] holds, which then holds to the end. */
  private inline fun firstPlace(condition: (Int) -> Boolean): Int {
    var low = 0
    var high = starts.size
    while (low < high) {
      val middle = (low + high) / 2
      if (condition(middle)) high = middle else low = middle + 1
    }
    return low
  }
}
