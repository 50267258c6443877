package tanada.client

/** How full each star of a rating is. */
public object StarRating {
  /** How fill levels are rounded, halves away from zero. */
  public enum class Mode {
    /** A star is filled to the exact fraction. */
    PRECISE,

    /** A star may be half filled. */
    HALF,

    /** A star is empty or filled. */
    FULL,
  }

  /**
   * The fill of each star, 0 to 1, from the leading side. Items of a document have theirs as `stars`.
   *
   * @param rating limited to 0…count; one that is not a number counts as 0
   * @param count how many stars there are, 0 or more
   */
  public fun fills(rating: Double, count: Int = 5, mode: Mode = Mode.PRECISE): List<Double> {
    val limited = if (rating.isNaN()) 0.0 else rating.limited(0.0, count.toDouble())
    return List(count) { star ->
      val fill = (limited - star).limited(0.0, 1.0)
      when (mode) {
        Mode.PRECISE -> fill
        Mode.HALF -> (fill * 2).roundedHalfAway() / 2
        Mode.FULL -> fill.roundedHalfAway()
      }
    }
  }
}
