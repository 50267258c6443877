package tanada.client

import kotlin.math.IEEErem
import kotlin.math.abs
import kotlin.math.sign
import kotlin.math.truncate

// Arithmetic that the other files share. All of it is that of the server, in the same doubles.

/** This number, or the nearest one from [low] to [high]; [high] if [low] is above it. */
internal fun Double.limited(low: Double, high: Double): Double = minOf(maxOf(this, low), high)

/** This number without a fraction; halves go away from zero. */
internal fun Double.roundedHalfAway(): Double {
  val whole = truncate(this)
  return if (abs(this - whole) >= 0.5) whole + sign else whole
}

/**
 * The IEEE 754 remainder: this number less the multiple of [divisor] nearest to it, of two as near the even one.
 * It is from −divisor/2 to divisor/2 and never −0.
 */
internal fun Double.remainderOf(divisor: Double): Double = IEEErem(divisor) + 0.0

/** A length that has become infinite is the largest number instead. */
internal fun Double.saturated(): Double = minOf(this, Double.MAX_VALUE)
