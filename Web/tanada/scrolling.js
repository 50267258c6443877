// How a view that is dragged gives way at its ends, and slows down after it was let go.

import { limit } from './numbers.js';

/** The share of a velocity that is left after one millisecond: of a list, and of a pager. */
export const decelerationRates = { normal: 0.998, fast: 0.99 };

/**
 * How far content moves that is pulled by `distance` past its edge:
 * b(x) = (1 − 1 / (x · 0.55 / length + 1)) · length.
 * @param {number} distance in points
 * @param {number} length the view's length on that axis, in points
 * @returns {number}
 */
export function rubberBand(distance, length) {
  const pulled = (1 - 1 / ((Math.abs(distance) * 0.55) / length + 1)) * length;
  return distance < 0 ? -pulled : pulled;
}

/**
 * The offset shown while a finger asks for `offset`: beyond a limit it follows less and less.
 * @param {number} offset
 * @param {number} low
 * @param {number} high
 * @param {number} length the view's length, in points
 * @returns {number}
 */
export function rubberBanded(offset, low, high, length) {
  const limited = limit(offset, low, high);
  return limited + rubberBand(offset - limited, length);
}

/**
 * Where content ends by adding up a velocity that shrinks once a millisecond.
 * @param {number} position in points
 * @param {number} velocity in points per second
 * @param {number} [rate]
 * @returns {number}
 */
export function projected(position, velocity, rate = decelerationRates.normal) {
  return position + ((velocity / 1000) * rate) / (1 - rate);
}

/**
 * Where content is `time` seconds after it was let go: x + v / (1000 ln r) · (r^(1000 t) − 1).
 * @param {number} time in seconds
 * @param {number} position in points
 * @param {number} velocity in points per second
 * @param {number} [rate]
 * @returns {number}
 */
export function positionAfter(time, position, velocity, rate = decelerationRates.normal) {
  const decay = 1000 * Math.log(rate);
  return position + (velocity / decay) * (rate ** (1000 * Math.max(0, time)) - 1);
}

/**
 * How fast content is `time` seconds after it was let go, in points per second.
 * @param {number} time in seconds
 * @param {number} velocity in points per second
 * @param {number} [rate]
 * @returns {number}
 */
export function velocityAfter(time, velocity, rate = decelerationRates.normal) {
  return velocity * rate ** (1000 * Math.max(0, time));
}

/**
 * The seconds until content is within `tolerance` of its end: ln(−1000 ln r · e / |v|) / (1000 ln r).
 * @param {number} tolerance in points, above 0
 * @param {number} velocity in points per second
 * @param {number} [rate]
 * @returns {number}
 */
export function decelerationTime(tolerance, velocity, rate = decelerationRates.normal) {
  if (velocity === 0) return 0;
  const decay = 1000 * Math.log(rate);
  const share = limit(
    (-decay * tolerance) / Math.abs(velocity), Number.MIN_VALUE, Number.MAX_VALUE);
  return Math.max(0, Math.log(share) / decay);
}
