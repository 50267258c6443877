// The rectangle in which a picture is drawn.

/** @typedef {import('./documents.js').Size} Size */

/** A length that has become infinite is the largest number instead. */
export const saturated = (length) => Math.min(length, Number.MAX_VALUE);

/** The scale at which one axis of an image, or the other, is as long as that of a view. */
export const scaleOf = (image, view, choose) => saturated(choose(view.width / image.width, view.height / image.height));

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
  const scale = mode === 'actual' ? 1 : scaleOf(image, viewport, mode === 'fill' ? Math.max : Math.min);
  const { width, height } = scaled(image, scale);
  return { x: (viewport.width - width) / 2, y: (viewport.height - height) / 2, width, height };
}
