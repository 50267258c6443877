// The rectangle in which a picture is drawn.

/** @typedef {import('./documents.js').Size} Size */

/** A length that has become infinite is the largest number instead. */
export const saturated = (length) => Math.min(length, Number.MAX_VALUE);

/** A size at a scale. */
export const scaled = ({ width, height }, scale) => ({ width: saturated(width * scale), height: saturated(height * scale) });

/**
 * The rectangle of an image in the middle of a viewport.
 * @param {Size} image in pixels
 * @param {Size} viewport in points
 * @param {'fit' | 'fill' | 'actual'} [mode]
 * @returns {{x: number, y: number, width: number, height: number}}
 */
export function imageFit(image, viewport, mode = 'fit') {
  let { width, height } = image;
  const aspect = width / height;
  const isWider = aspect >= viewport.width / viewport.height;
  if (mode !== 'actual' && isWider === (mode === 'fit')) {
    width = viewport.width;
    height = saturated(width / aspect);
  } else if (mode !== 'actual') {
    height = viewport.height;
    width = saturated(height * aspect);
  }
  return { x: (viewport.width - width) * 0.5, y: (viewport.height - height) * 0.5, width, height };
}
