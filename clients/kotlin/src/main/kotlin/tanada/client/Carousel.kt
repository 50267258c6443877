package tanada.client

import kotlin.math.abs

/**
 * A row of items with sizes of their own that rests at snaps: layout `carousel`, and the pages of a `card_stack`.
 *
 * Offsets say how far the row is scrolled in the reading direction; ways and velocities are those of the finger, to
 * the right.
 *
 * @property offsets the offset of each snap, not descending, in points: `snaps`
 * @property width of the viewport, in points
 * @property loop one turn, of a row that goes on at both ends
 * @property limits the lowest and the highest offset, in points: `scroll_limits`
 * @property isRightToLeft whether the row is read from right to left
 * @property options how strictly it rests at snaps: `options`
 */
public class Carousel(
  public val offsets: List<Double>,
  public val width: Double,
  public val loop: CarouselLoop? = null,
  public val limits: ClosedRange<Double>? = null,
  public val isRightToLeft: Boolean = false,
  public val options: Options = Options(),
) {
  /** Where a row can rest. */
  public enum class Mode {
    /** At snaps only. */
    MANDATORY,

    /** At a snap if one is near, anywhere else otherwise. */
    PROXIMITY,

    /** Anywhere. */
    FREE,
  }

  /**
   * How strictly a row rests at snaps.
   *
   * @property mode where it can rest
   * @property proximity how near a snap has to be in mode [Mode.PROXIMITY], in views
   * @property isOneStep whether a drag goes to the next snap at most: `one_step`
   * @property deceleration how it slows down
   * @property commitThreshold the share of the way to the next snap that a slow drag has to cover, 0 to 1
   * @property flickVelocity from which on a drag goes to the next snap, in points per second
   */
  public data class Options(
    public val mode: Mode = Mode.MANDATORY,
    public val proximity: Double = 0.5,
    public val isOneStep: Boolean = false,
    public val deceleration: Deceleration = Deceleration.normal,
    public val commitThreshold: Double = 0.5,
    public val flickVelocity: Double = 400.0,
  )

  /**
   * Where a drag ends.
   *
   * @property snap at which snap it rests, or the nearest one, from 0; null in a row without snaps
   * @property offset in points, in a loop within the first turn
   * @property unwrappedOffset the offset without wrapping, in points: what to animate to
   * @property isAtSnap whether it rests at the snap
   */
  public data class Settled(
    public val snap: Int?,
    public val offset: Double,
    public val unwrappedOffset: Double,
    public val isAtSnap: Boolean,
  )

  /**
   * Where a drag ends.
   *
   * @param offset before the drag, in points
   * @param translation how far the finger moved to the right, in points
   * @param velocity of the finger to the right when it let go, in points per second
   */
  public fun settled(offset: Double, translation: Double, velocity: Double = 0.0): Settled {
    if (offsets.isEmpty()) return Settled(null, 0.0, 0.0, false)
    val line = SnapLine(offsets, loop?.period)
    val sign = if (isRightToLeft) 1 else -1
    // 1. Where the finger let go, and where the row would end from there.
    val origin = loop?.wrapped(offset) ?: bounded(offset)
    val release = bounded(origin + translation * sign)
    val momentum = options.deceleration.projected(0.0, velocity * sign)
    var target = bounded(release + momentum)
    if (limits != null) target = target.limited(limits.start, limits.endInclusive)
    // 2. One that is fast enough goes on in its direction.
    val flickDistance = (width * 0.2).limited(50.0, 225.0)
    val isFlick = abs(velocity) >= options.flickVelocity || abs(momentum) >= flickDistance
    val drag = Drag(release, target, flick = if (isFlick) velocity * sign else 0.0)
    // 3. The place for it, at most one away if no more is allowed.
    val current = line.nearest(origin)
    var place = committedPlace(line, current, drag)
    if (options.isOneStep) {
      val previous = line.limited(current - 1)
      val next = line.limited(current + 1)
      place = place.coerceIn(previous, next)
      val low = if (previous < current) line.offset(previous) else -LONGEST
      val high = if (next > current) line.offset(next) else LONGEST
      target = target.limited(low, high)
    }
    // 4. Rest there, unless the row may rest anywhere.
    val rest = line.offset(place)
    val isAtSnap = when (options.mode) {
      Mode.MANDATORY -> true
      Mode.PROXIMITY -> abs(rest - target) <= options.proximity * width
      Mode.FREE -> false
    }
    val end = if (isAtSnap) rest else target
    val snap = line.snap(if (isAtSnap) place else line.nearest(end))
    return Settled(
      snap = snap,
      offset = if (isAtSnap) offsets[snap] else loop?.wrapped(end) ?: end,
      unwrappedOffset = if (loop != null) offset - origin + end else end,
      isAtSnap = isAtSnap,
    )
  }

  /** A drag: where it was let go and would end, in points, and its velocity if that is a flick. */
  private class Drag(val release: Double, val target: Double, val flick: Double)

  /** The place that a drag goes to that began at place [current]. */
  private fun committedPlace(line: SnapLine, current: Long, drag: Drag): Long {
    val lower = line.lastUpTo(drag.target)
    val upper = line.limited(lower + 1)
    val start = line.offset(lower)
    val gap = line.offset(upper) - start
    val covered = drag.target - start
    val enough = gap * options.commitThreshold - SLACK
    val goesUp =
      if (drag.target >= line.offset(current)) covered >= enough else !(gap - covered >= enough)
    val place = if (goesUp) upper else lower
    // A flick goes beyond where the finger let go, at least.
    return when {
      drag.flick > 0 -> maxOf(place, line.firstAfter(drag.release + Flick.TOLERANCE))
      drag.flick < 0 -> minOf(place, line.lastUpTo(drag.release - Flick.TOLERANCE))
      else -> place
    }
  }

  public companion object {
    /** The most that a drag can cover, in points. */
    private const val LONGEST = 1e12

    /** The part of a way that is lost when offsets are added up, in points. */
    private const val SLACK = 1e-6

    private fun bounded(position: Double) = position.limited(-LONGEST, LONGEST)

    /**
     * The pages of a `card_stack`: as wide as the screen, turned one at a time. Its offset divided by [width] is the
     * card in front, from 0.
     *
     * @param count how many cards there are, at least 1
     * @param width of the viewport, in points
     */
    public fun ofStack(count: Int, width: Double, isRightToLeft: Boolean = false): Carousel =
      Carousel(
        offsets = List(count) { it * width },
        width = width,
        limits = 0.0..(count - 1) * width,
        isRightToLeft = isRightToLeft,
        options = Options(isOneStep = true, deceleration = Deceleration.fast),
      )
  }
}
