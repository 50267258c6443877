// The focus point of a photo: what stays visible when the photo is cropped. Shares from 0 to 1, from the left and the
// top.

/** @typedef {{x: number, y: number}} Focus */

/** The point without a choice. @type {Focus} */
export const centre = Object.freeze({ x: 0.5, y: 0.5 });

/** @param {number} share */
const limited = (share) => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;

/**
 * The focus at a place in a box.
 * @param {{x: number, y: number}} place
 * @param {{left: number, top: number, width: number, height: number}} box in the same units
 * @returns {Focus}
 */
export function focusAt({ x, y }, { left, top, width, height }) {
  if (!width || !height) return centre;
  return { x: limited((x - left) / width), y: limited((y - top) / height) };
}
