// How far a picture is zoomed and scrolled in the photo viewer.

import { saturated, scaled } from '../fit.js';
import { limit } from '../numbers.js';

/** @typedef {import('../fit.js').Size} Size */
/** @typedef {import('../documents.js').Point} Point */
/** @typedef {{scale: number, offset: Point}} ZoomState an image at rest: points per pixel, and the
 * place of the view's top left corner measured from that of the image */

/**
 * The zoom of an image in a scroll view.
 * @typedef {object} ScrollZoom
 * @property {Size} bounds the view, in points
 * @property {number} minimum the scale at which the whole image just fits
 * @property {number} maximum one point per pixel, or the minimum where that is above it
 * @property {number} doubleTapScale of a double tap on the whole image: three times the minimum, at
 *   most 1, and not wider than 4000 points
 * @property {(scale: number) => number} limited the nearest scale within the limits
 * @property {(scale: number) => Size} size
 * @property {(scale: number) => {x: [number, number], y: [number, number]}} offsetLimits the offsets
 *   an image can have. On an axis where it is shorter than the view, only the one that centres it
 * @property {(scale: number, offset: Point) => ZoomState} state the nearest one within the limits:
 *   where an image comes to rest
 * @property {() => ZoomState} initial the whole image, centred
 * @property {(state: ZoomState, scale: number, point: Point) => ZoomState} zoomed keeps what is under
 *   `point` of the view there as far as the limits allow
 * @property {(state: ZoomState, point: Point) => ZoomState} doubleTapped the whole image grows about
 *   `point`, and one at any other scale becomes whole again
 */

/**
 * The zoom of an image in a scroll view.
 * @param {Size} image in pixels
 * @param {Size} bounds the view, in points
 * @returns {ScrollZoom}
 */
export function scrollZoom(image, bounds) {
  const smaller = Math.min(bounds.width / image.width, bounds.height / image.height);
  const minimum = Math.max(saturated(smaller), Number.MIN_VALUE);
  const maximum = Math.max(minimum, 1);
  const limited = (scale) => limit(scale, minimum, maximum);
  const doubleTapScale = limited(Math.min(1, minimum * 3, 4000 / image.width));
  const size = (scale) => scaled(image, scale);
  /** @returns {[number, number]} */
  const axis = (/** @type {number} */ content, /** @type {number} */ view) => {
    const hidden = content - view;
    return hidden > 0 ? [0, hidden] : [hidden / 2, hidden / 2];
  };
  const offsetLimits = (scale) => {
    const { width, height } = size(scale);
    return { x: axis(width, bounds.width), y: axis(height, bounds.height) };
  };
  const state = (scale, offset) => {
    const { x, y } = offsetLimits(limited(scale));
    return { scale: limited(scale), offset: { x: limit(offset.x, ...x), y: limit(offset.y, ...y) } };
  };
  const zoomed = (from, scale, point) =>
    state(scale, offsetAbout(from.offset, from.scale, limited(scale), point));
  return {
    bounds, minimum, maximum, doubleTapScale, limited, size, offsetLimits, state, zoomed,
    initial: () => state(minimum, { x: 0, y: 0 }),
    doubleTapped: (from, point) =>
      zoomed(from, from.scale === minimum ? doubleTapScale : minimum, point),
  };
}

/**
 * The offset that keeps what is under `point` there while the scale changes, without any limit.
 * @param {Point} offset
 * @param {number} start the scale before
 * @param {number} end the scale after
 * @param {Point} point in view coordinates
 * @returns {Point}
 */
export function offsetAbout(offset, start, end, point) {
  const ratio = saturated(end / start);
  return {
    x: (offset.x + point.x) * ratio - point.x, y: (offset.y + point.y) * ratio - point.y,
  };
}
