// The way of a photo from its cell to the whole window and back.

import { scaled } from '../fit.js';
import { mixed } from '../numbers.js';

/** @typedef {import('../fit.js').Size} Size */
/** @typedef {import('./zoom.js').ZoomState} ZoomState */
/** @typedef {import('../documents.js').Rect} Rect */

/**
 * A photo in its cell, which shows a part of it.
 * @typedef {object} Crop
 * @property {ZoomState} state where the whole photo would be
 * @property {Rect} part what of it is seen, in its pixels
 */

/**
 * The crop of a photo that fills the picture of its cell.
 * @param {Size} image in pixels
 * @param {Rect} frame of the cell's picture, in the window
 * @param {{x: number, y: number}} focus which part is seen, from 0 to 1 on each axis
 * @returns {Crop}
 */
export function cropIn(image, frame, focus) {
  const scale = Math.max(frame.width / image.width, frame.height / image.height);
  const { width, height } = scaled(frame, 1 / scale);
  const x = (image.width - width) * focus.x;
  const y = (image.height - height) * focus.y;
  return {
    state: { scale, offset: { x: x * scale - frame.x, y: y * scale - frame.y } },
    part: { x, y, width, height },
  };
}

/**
 * A photo on its way.
 * @param {Size} image in pixels
 * @param {Crop} crop where it comes from
 * @param {ZoomState} end where it goes to
 * @param {number} share of the way: 0 in the cell, 1 at the end
 * @returns {{state: ZoomState, part: Rect}}
 */
export function onTheWay(image, { state, part }, end, share) {
  const scale = state.scale + (end.scale - state.scale) * share;
  return {
    state: { scale, offset: mixed(state.offset, end.offset, share) },
    part: mixed(part, { x: 0, y: 0, ...image }, share),
  };
}
