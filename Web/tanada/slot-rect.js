// Where a slot lies in its cell.

/** @typedef {import('./documents.js').Rect} Rect */

/**
 * The rectangle of a slot in a box of `size`.
 * @param {any} slot
 * @param {{width: number, height: number}} size
 * @param {number} [end] where the text ends that the slot comes after
 * @returns {Rect}
 */
export function slotRect(slot, size, end = 0) {
  const { offset = 0, left, right } = slot;
  const width = slot.width ?? size.width - (left ?? 0) - (right ?? 0);
  const free = size.width - width;
  const x = left ?? free - (right ?? free / 2);
  const height = slot.height ?? Math.max(0, size.height - offset - (slot.bottom ?? 0));
  const y = slot.anchor === 'bottom' ? size.height - offset - height : end + offset;
  return { x, y, width, height };
}
