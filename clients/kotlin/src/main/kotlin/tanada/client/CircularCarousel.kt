package tanada.client

import kotlin.math.PI
import kotlin.math.abs
import kotlin.math.sin

/**
 * Cards on a ring: layout `circular_carousel`.
 *
 * Offsets are rotations in slots. Ways and velocities count in the reading direction: negate those of a finger where
 * a document is written from right to left.
 *
 * @property count how many cards there are, at least 1
 * @property pointsPerStep how far a drag goes to turn the ring by one slot, in points: `points_per_step`
 * @property flickVelocity the layout's `flick_velocity`, from which on a drag goes to the next card, in points per
 *   second; infinity for never
 */
public class CircularCarousel(
  public val count: Int,
  public val pointsPerStep: Double = 250.0,
  public val flickVelocity: Double = Double.POSITIVE_INFINITY,
) {
  init {
    require(count >= 1) { "count: expected 1 or more, found $count" }
    require(pointsPerStep > 0) { "pointsPerStep: expected a number above 0, found $pointsPerStep" }
  }

  /**
   * Where a drag ends.
   *
   * @property offset the rotation, −count/2 to count/2 slots
   * @property slot which card is in front, 1 to count
   * @property turned the rotation without wrapping, in slots: what to animate to
   */
  public data class Settled(
    public val offset: Double, public val slot: Int, public val turned: Double,
  )

  /**
   * Where a drag ends.
   *
   * @param offset the rotation before the drag, in slots
   * @param translation how far the finger moved, in points
   * @param velocity of the finger when it let go, in points per second
   */
  public fun settled(offset: Double, translation: Double, velocity: Double = 0.0): Settled {
    val release = offset + translation / pointsPerStep
    val turned = Flick.place(
      release.roundedHalfAway(), release, velocity, flickVelocity, Flick.TOLERANCE / pointsPerStep)
    val settled = turned.remainderOf(count.toDouble())
    val slot = if (settled > 0) settled else settled + count
    return Settled(settled, slot.toInt(), turned)
  }

  /**
   * How a ring is seen. The defaults are those of a ring without options.
   *
   * @property radius in points
   * @property scalePerStep the scale that a card loses with each slot of distance
   * @property opacityPerStep the opacity that it loses
   * @property depthPerStep the depth that it loses
   * @property isMirrored whether the ring is read from right to left
   */
  public data class Options(
    public val radius: Double = 200.0,
    public val scalePerStep: Double = 0.2,
    public val opacityPerStep: Double = 0.3,
    public val depthPerStep: Double = 0.1,
    public val isMirrored: Boolean = false,
  )

  /**
   * A card at one rotation.
   *
   * @property slot which card it is, from 1
   * @property distance from the front, −count/2 to count/2 slots
   * @property scale 0 or more
   * @property opacity 0 to 1
   * @property zIndex its depth: the card with the greatest one is in front
   * @property x its centre, in points to the right of the middle of the screen
   */
  public data class Placement(
    public val slot: Int,
    public val distance: Double,
    public val scale: Double,
    public val opacity: Double,
    public val zIndex: Double,
    public val x: Double,
  )

  /**
   * A card at one rotation. At rest the document's `states` say the same; a ring with `keyframes` is drawn from
   * those between its states.
   *
   * @param offset the rotation, in slots
   * @param slot which card, 1 to count
   */
  public fun placement(offset: Double, slot: Int, options: Options = Options()): Placement {
    val distance = (offset - slot).remainderOf(count.toDouble())
    val steps = abs(distance)
    val side = if (options.isMirrored) -1 else 1
    return Placement(
      slot = slot,
      distance = distance,
      scale = maxOf(0.0, 1 - steps * options.scalePerStep),
      opacity = (1 - steps * options.opacityPerStep).limited(0.0, 1.0),
      zIndex = 1 - steps * options.depthPerStep,
      x = sin(2 * PI / count * distance) * options.radius * side + 0.0,
    )
  }
}
