package tanada.client

/**
 * Which appearances have been seen: each `impression_id` once, when at least half of its box has been visible for 800
 * ms without a break.
 *
 * It is a value: [after] returns the next one. Times are those of a clock that never goes back, such as
 * `SystemClock.elapsedRealtime()`; one before the last counts as the last.
 *
 * @property reported the ids that have been seen, which are never reported again
 */
public class Impressions private constructor(
  public val reported: Set<String>,
  private val visibleSince: Map<String, Long>,
  private val time: Long,
) {
  /** No box is visible yet; [reported] have been seen before. */
  public constructor(reported: Set<String> = emptySet()) : this(reported, emptyMap(), Long.MIN_VALUE)

  /**
   * The result of a change.
   *
   * @property state the next state
   * @property seen the ids to report now, in the order in which they became visible
   */
  public data class Step(public val state: Impressions, public val seen: List<String>)

  /**
   * The state after what is visible has changed, or [nextTime] has come.
   *
   * @param time now, in milliseconds
   * @param shares how much of each box is visible, 0 to 1, by `impression_id`: [Rect.shareIn]. Boxes that are left out
   *   are not visible; none is while the app is in the background
   */
  public fun after(time: Long, shares: Map<String, Double>): Step {
    val now = maxOf(time, this.time)
    // 1. Up to now everything was as visible as at the last change.
    val seen = visibleSince.filterValues { now - it >= DURATION }.keys
    val reported = reported + seen
    // 2. From now on it is as visible as the shares say.
    val visible = shares.filter { (id, share) -> share >= SHARE && id !in reported }
    return Step(
      Impressions(reported, visible.mapValues { (id, _) -> visibleSince[id] ?: now }, now), seen.toList())
  }

  /** When to ask again if nothing changes, in milliseconds; null if nothing is waited for. */
  public val nextTime: Long? get() = visibleSince.values.minOrNull()?.plus(DURATION)

  public companion object {
    /** The share of a box that has to be visible. */
    public const val SHARE: Double = 0.5

    /** For how long it has to be visible, in milliseconds. */
    public const val DURATION: Long = 800
  }
}
