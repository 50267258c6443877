// The drawing between the states that a document publishes: rings and piles of cards.

import { limit, mixed, remainder } from './numbers.js';

/**
 * A motion as data: values at frames, in straight lines between the frames.
 * @typedef {object} Motion
 * @property {MotionFrame[]} frames ascending
 * @property {MotionFrame[]} steps of the channels that only jump
 */

/** @typedef {{at: number, values: Record<string, any>}} MotionFrame its place, and values by their channels;
 * dots lead into a part: `shadow.radius` */

/**
 * The motion of published keyframes.
 * @param {any} keyframes the member `keyframes` of a layout
 * @param {'progress' | 'distance'} position the name of a frame's place
 * @returns {Motion}
 */
export function motionOfKeyframes(keyframes, position) {
  const frames = (list, channels) => (list ?? []).map((frame) => ({
    at: frame[position],
    values: Object.fromEntries(channels.map((name, i) => [name, frame.values[i]])),
  }));
  return {
    frames: frames(keyframes.frames, keyframes.channels),
    steps: frames(keyframes.steps, keyframes.step_channels),
  };
}

/**
 * The motion through the published states of a pile. The order of depth jumps halfway between two
 * states.
 * @param {any[]} states the member `states` of a layout
 * @returns {Motion}
 */
export function motionOfStates(states) {
  const samples = states.map((state) => flattened(state));
  // A state without pieces is that of a whole card.
  const whole = Object.assign({}, ...samples);
  for (const name in whole) whole[name] = /scale|alpha/.test(name) ? 1 : 0;
  return {
    frames: samples.map((sample, i) => ({ at: states[i].progress, values: { ...whole, ...sample } })),
    steps: states.map(({ progress, z_index }, i) => ({
      at: i ? (states[i - 1].progress + progress) / 2 : progress, values: { z_index },
    })),
  };
}

export const corners = ['top_left', 'top_right', 'bottom_right', 'bottom_left'];

/** The numbers of a state by the names that channels have. */
function flattened(state, path = '', numbers = {}) {
  for (const [name, value] of Object.entries(state ?? {})) {
    if (name === 'quad') value.forEach(([x, y], i) => flattened({ x, y }, `quad.${corners[i]}.`, numbers));
    else if (Number.isFinite(value)) numbers[path + name] = value;
    else if (typeof value === 'object') flattened(value, `${path}${name}.`, numbers);
  }
  return numbers;
}

/**
 * The values of all channels at `place`, interpolated linearly. Beyond the frames they are those of
 * the first or the last one; between two frames of the same place those of the later one.
 * @param {Motion} motion
 * @param {number} place
 * @returns {Record<string, number>}
 */
export function valuesAt({ frames }, place) {
  const last = frames.findLastIndex((frame) => frame.at <= place);
  const before = frames[last];
  const after = frames[last + 1];
  if (!before || !after) return (before ?? after).values;
  return mixed(before.values, after.values, (place - before.at) / (after.at - before.at));
}

/**
 * Returns the values at a place like `valuesAt`, extrapolated in a straight line beyond the frames.
 * @param {Motion} motion
 * @param {number} place
 * @returns {Record<string, number>}
 */
export function extendedValuesAt(motion, place) {
  const { frames } = motion;
  const low = frames[0].at;
  const high = frames[frames.length - 1].at;
  const end = limit(place, low, high);
  if (end === place) return valuesAt(motion, place);
  const inner = limit(end + Math.sign(end - place) / 4, low, high);
  return mixed(valuesAt(motion, inner), valuesAt(motion, end), (place - inner) / (end - inner || 1));
}

/**
 * The value of a channel that only jumps, at `place`; `undefined` if there is no such channel.
 * @param {Motion} motion
 * @param {string} channel
 * @param {number} place
 * @returns {any}
 */
export function stepAt({ steps }, channel, place) {
  const last = steps.findLastIndex((step) => step.at <= place);
  return steps[Math.max(last, 0)]?.values[channel];
}

/**
 * The options of a ring; those of the existing screens unless given.
 * @typedef {object} RingOptions
 * @property {number} [radius] in points
 * @property {number} [scale_per_step]
 * @property {number} [opacity_per_step]
 * @property {number} [depth_per_step]
 * @property {1 | -1} [side] the sign of x: −1 for a ring that is mirrored
 */

/**
 * A card of a ring at one rotation.
 * @param {number} offset the rotation, in slots
 * @param {number} slot 1-based
 * @param {number} count how many cards there are
 * @param {RingOptions} options
 * @returns {{slot: number, distance: number, scale: number, opacity: number, z_index: number, x: number}}
 */
export function ringPlacement(offset, slot, count, {
  radius = 200, side = 1, scale_per_step: scale = 0.2, opacity_per_step: opacity = 0.3, depth_per_step: depth = 0.1,
} = {}) {
  const distance = remainder(offset - slot, count);
  const steps = Math.abs(distance);
  return {
    slot,
    distance,
    scale: Math.max(0, 1 - steps * scale),
    opacity: limit(1 - steps * opacity, 0, 1),
    z_index: 1 - steps * depth,
    x: Math.sin(((2 * Math.PI) / count) * distance) * radius * side + 0,
  };
}

/**
 * How full each star of a rating is.
 * @param {number} rating
 * @param {number} [count] how many stars there are
 * @param {'precise' | 'half' | 'full'} [mode]
 * @returns {number[]} 0…1 for each
 */
export function starFills(rating, count = 5, mode = 'precise') {
  const limited = limit(rating || 0, 0, count);
  return Array.from({ length: count }, (_, star) => {
    const fill = limit(limited - star, 0, 1);
    if (mode === 'full') return Math.round(fill);
    return mode === 'half' ? Math.round(fill * 2) / 2 : fill;
  });
}
