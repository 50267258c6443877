package tanada.client

import kotlin.math.sign

/**
 * A motion as data: values at frames, in straight lines between the frames.
 *
 * @property frames in the order of their places; at least one
 * @property steps of the channels that only jump, such as `z_index`, in the order of their places
 */
public class Motion(public val frames: List<Frame>, public val steps: List<Frame> = emptyList()) {
  init {
    require(frames.isNotEmpty()) { "frames: expected one or more, found none" }
  }

  /**
   * Values at a place.
   *
   * @property at the place: the progress of a card in pages, or its distance in slots
   * @property values by their channels; dots lead into a part: `shadow.radius`
   */
  public data class Frame(public val at: Double, public val values: Map<String, Double>)

  /**
   * The values of all channels at [place]. Beyond the frames they are those of the first or the last one; between two
   * frames of the same place those of the later one.
   */
  public fun valuesAt(place: Double): Map<String, Double> {
    val last = frames.indexOfLast { it.at <= place }
    val before = frames.getOrNull(last) ?: return frames.first().values
    val after = frames.getOrNull(last + 1) ?: return before.values
    return mixed(before.values, after.values, (place - before.at) / (after.at - before.at))
  }

  /** The values at [place] like those of [valuesAt], but in a straight line beyond the frames. */
  public fun extendedValuesAt(place: Double): Map<String, Double> {
    val low = frames.first().at
    val high = frames.last().at
    val end = place.limited(low, high)
    if (end == place) return valuesAt(place)
    val inner = (end + (end - place).sign / 4).limited(low, high)
    val length = if (end == inner) 1.0 else end - inner
    return mixed(valuesAt(inner), valuesAt(end), (place - inner) / length)
  }

  /** The value of a channel that only jumps, at [place]; null if there is no such channel. */
  public fun stepAt(channel: String, place: Double): Double? {
    val last = steps.indexOfLast { it.at <= place }
    return steps.getOrNull(maxOf(last, 0))?.values?.get(channel)
  }

  public companion object {
    /**
     * The motion of the member `keyframes` of a layout.
     *
     * @param channels the names of the values of a frame
     * @param frames the place and the values of each frame
     * @param stepChannels the names of the values of a step
     * @param steps the place and the values of each step
     */
    public fun ofKeyframes(
      channels: List<String>,
      frames: List<Pair<Double, List<Double>>>,
      stepChannels: List<String> = emptyList(),
      steps: List<Pair<Double, List<Double>>> = emptyList(),
    ): Motion {
      fun named(names: List<String>, list: List<Pair<Double, List<Double>>>) =
        list.map { (at, values) -> Frame(at, names.zip(values).toMap()) }
      return Motion(named(channels, frames), named(stepChannels, steps))
    }

    /** Numbers by their names, [share] of the way from [from] to [to]. */
    private fun mixed(
      from: Map<String, Double>, to: Map<String, Double>, share: Double,
    ): Map<String, Double> =
      from.mapValues { (name, value) -> value + ((to[name] ?: value) - value) * share }
  }
}
