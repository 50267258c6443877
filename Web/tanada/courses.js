// Motion over time: a spring that comes to rest at a place, one speed, and scrolling that slows down.

import { limit } from './numbers.js';
import { decelerationTime, positionAfter, velocityAfter } from './scrolling.js';

/** How fast a spring goes to its place, per second: it is there after about half a second. */
const stiffness = 18;
/** The distance within which a spring has arrived at its place, in points. */
const tolerance = 0.2;

/**
 * A motion: the place after a time in seconds, and whether it is over.
 * @typedef {{at: (time: number) => [place: number, isOver: boolean], end: number}} Course
 */

/**
 * A critically damped spring.
 * @param {number} from
 * @param {number} to
 * @param {number} velocity in units per second
 * @param {number} points how many points a unit is
 * @returns {Course}
 */
export function spring(from, to, velocity, points) {
  const distance = from - to;
  const push = velocity + stiffness * distance;
  return {
    end: to,
    at(time) {
      const fading = Math.exp(-stiffness * time);
      const rest = (distance + push * time) * fading;
      const speed = push * fading - stiffness * rest;
      const isOver = Math.max(Math.abs(rest), Math.abs(speed) / 10) * points < tolerance;
      return [to + rest, isOver];
    },
  };
}

/**
 * A motion at one speed.
 * @param {number} from
 * @param {number} to
 * @param {number} duration in seconds
 * @returns {Course}
 */
export const steady = (from, to, duration) => ({
  end: to, at: (time) => [from + (to - from) * Math.min(time / duration, 1), time >= duration],
});

/**
 * Scrolling that slows down, and springs back where it goes beyond a limit.
 * @param {number} from in points
 * @param {number} velocity in points per second
 * @param {number} end where that is, within the limits
 * @param {[number, number]} limits
 * @returns {Course}
 */
export function scrolling(from, velocity, end, limits) {
  const duration = decelerationTime(0.5, velocity);
  /** @type {Course | undefined} */
  let bounce;
  let bounceTime = 0;
  return {
    end,
    at(time) {
      if (bounce) return bounce.at(time - bounceTime);
      const place = positionAfter(time, from, velocity);
      const limited = limit(place, ...limits);
      if (limited === place) return [place, time >= duration];
      bounce = spring(time ? limited : from, limited, velocityAfter(time, velocity), 1);
      bounceTime = time;
      return [limited, false];
    },
  };
}
