package tanada.client

import kotlin.math.truncate

/**
 * Pages that snap into the middle of the screen: layout `snap_carousel`.
 *
 * Offsets, ways and velocities count in the reading direction: negate the ways of a finger where a document is
 * written from right to left.
 *
 * @property width of the viewport, in points
 * @property pageCount how many pages there are, at least 1
 * @property flickVelocity the layout's `flick_velocity`, from which on a drag goes to the next page, in points per
 *   second; infinity for never
 */
public class SnapCarousel(
  public val width: Double,
  public val pageCount: Int,
  public val flickVelocity: Double = Double.POSITIVE_INFINITY,
) {
  init {
    require(pageCount >= 1) { "pageCount: expected 1 or more, found $pageCount" }
  }

  /**
   * Where a drag ends.
   *
   * @property page which page is in the middle, from 0
   * @property offset of the row, in points: the page's `snap_offset`
   */
  public data class Settled(public val page: Int, public val offset: Double)

  /**
   * Where a drag ends: the formulas of the server in the same order, so that both agree to the last bit.
   *
   * @param offset before the drag, in points
   * @param translation how far the finger moved, in points
   * @param velocity of the finger when it let go, in points per second
   */
  public fun settled(offset: Double, translation: Double, velocity: Double = 0.0): Settled {
    val pageWidth = width - SPACING
    val content = pageCount * pageWidth + (pageCount - 1) * SPACING
    // 1. Where the finger let go, as a page counted from the far end of the row.
    val dragged = offset + translation
    val pitch = pageWidth + SPACING
    val position = (dragged + width / 2 + content / 2 - width / 2) / pitch
    // 2. The nearest page toward zero, or the one that a flick goes on to.
    val release = (dragged + content / 2 - pageWidth / 2) / pitch
    val place =
      Flick.place(truncate(position), release, velocity, flickVelocity, Flick.TOLERANCE / pitch)
    val index = place.limited(0.0, pageCount - 1.0)
    // 3. The offset that centres it.
    val settled = index * pageWidth + (index - 1) * SPACING - content / 2 + width / 2 -
      (width - pageWidth) / 2 + SPACING
    return Settled(pageCount - 1 - index.toInt(), settled + 0.0)
  }

  private companion object {
    /** Between two pages, in points: `page_spacing`. */
    const val SPACING = 16.0
  }
}
