// The choice of a picture's file, where no browser makes it.

import { webAddress } from './address.js';
import { candidatesOf } from './sources.js';

/**
 * The file of a picture to load: the smallest one that has a pixel for each of the device, else the largest, in the
 * first format that can be decoded. A picture without such a file is that of its own address.
 * @param {import('./documents.js').Image} image
 * @param {object} drawn
 * @param {number} drawn.ratio the pixels of the device in a point
 * @param {number} [drawn.slotWidth] the width of its slot as published, in points: that of the files for one pixel per
 *   point
 * @param {number} [drawn.width] the width it is drawn with, in points; that of its slot if missing
 * @param {string[]} [drawn.types] the formats that can be decoded, such as `image/jpeg`; all if missing
 * @param {string | URL} [drawn.base] the address of the feed, for addresses without a server
 * @returns {URL | null} null for a picture without an address
 */
export function choosePicture(image, { ratio, slotWidth = 1, width = slotWidth, types, base }) {
  const allow = (/** @type {unknown} */ address) => webAddress(address, base);
  for (const source of image.sources ?? []) {
    if (types && !types.includes(source.type)) continue;
    const candidates = candidatesOf(source, allow);
    const last = candidates[candidates.length - 1];
    if (last) return (candidates.find(([, pixels]) => pixels * slotWidth >= ratio * width) ?? last)[0];
  }
  return allow(image.url);
}
