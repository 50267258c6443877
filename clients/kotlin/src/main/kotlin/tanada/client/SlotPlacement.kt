package tanada.client

/**
 * Where a slot of a cell lies. Members that a document leaves out are null, [offset] is 0.
 *
 * @property anchor the edge that [offset] counts from
 * @property offset from the top edge to the top of the slot, or from the bottom edge to its bottom, in points
 * @property left from the left edge, in points
 * @property right from the right edge, in points
 * @property width in points; with neither [left] nor [right] the slot is in the middle
 * @property height in points
 * @property bottom how far above the bottom edge the slot ends, of one without [height], in points
 */
public data class SlotPlacement(
  public val anchor: Anchor,
  public val offset: Double = 0.0,
  public val left: Double? = null,
  public val right: Double? = null,
  public val width: Double? = null,
  public val height: Double? = null,
  public val bottom: Double? = null,
) {
  /** An edge of a cell: `anchor`. */
  public enum class Anchor {
    /** The upper edge, or the end of the text that a slot is `after`. */
    TOP,

    /** The lower edge. */
    BOTTOM,
  }

  /**
   * The rectangle of the slot in a cell, in points from the cell's top left corner.
   *
   * @param cell the size of the cell, in points: that of the item's frame, or of the card of a ring or a pile
   * @param end where the text ends that the slot is `after`, in points from the top of the cell
   */
  public fun rect(cell: Size, end: Double = 0.0): Rect {
    val width = width ?: (cell.width - (left ?: 0.0) - (right ?: 0.0))
    val free = cell.width - width
    val x = left ?: (free - (right ?: (free / 2)))
    val height = height ?: maxOf(0.0, cell.height - offset - (bottom ?: 0.0))
    val y = if (anchor == Anchor.BOTTOM) cell.height - offset - height else end + offset
    return Rect(x, y, width, height)
  }
}
