// Frames, and which of them are in a range.

/** @typedef {{x: number, y: number, width: number, height: number}} Frame a rectangle, in points */

/**
 * Whether `frame` can be drawn.
 * @param {any} frame
 * @returns {boolean}
 */
export function isFrame(frame) {
  return ['x', 'y', 'width', 'height'].every((name) => Number.isFinite(frame?.[name]));
}

/**
 * Whether a frame meets a range on an axis. Both cover the places from their start up to, and without, their end, and
 * one without extent is the one place where it starts: the rule of the server's `y_range`.
 * @param {number} start where the frame begins
 * @param {number} extent
 * @param {number} from
 * @param {number} to
 * @returns {boolean}
 */
export function meets(start, extent, from, to) {
  if (Number.isNaN(extent)) return false;
  return start >= from ? start < to || start === to && from === to : start + extent > from;
}
