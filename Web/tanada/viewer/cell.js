// The cell that a photo comes from, and goes back to.

import { areaOf, scrollerOf } from '../dom.js';

/**
 * The cell of an item, while it is in the page.
 * @typedef {object} Cell
 * @property {HTMLElement} face what has the focus
 * @property {HTMLElement} frame the picture
 * @property {DOMRect} rect of the picture, in the window
 * @property {boolean} isSeen whether a part of it is in view
 */

/**
 * The cell of an item; null if it is not in the page, or has no picture.
 * @param {import('../section-view.js').SectionView} view
 * @param {any} id
 * @returns {Cell | null}
 */
export function cellOf({ element }, id) {
  const box = element.querySelector(`[data-item="${CSS.escape(id)}"]`);
  const frame = box?.querySelector('.frame');
  if (!frame || !element.isConnected) return null;
  const rect = frame.getBoundingClientRect();
  const { top, bottom, left, right } = areaOf(scrollerOf(element));
  const isInside = rect.bottom > top && rect.top < bottom && rect.right > left && rect.left < right;
  const isSeen = isInside && rect.width > 0
    && box.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  return { face: box.querySelector('.face'), frame, rect, isSeen };
}

/**
 * Brings an item into view behind the viewer.
 * @param {import('../section-view.js').SectionView} view
 * @param {any} id
 */
export function reveal({ element, entries, origin, carousel }, id) {
  const index = entries.findIndex(({ item }) => item.id === id);
  if (index < 0) return;
  if (carousel?.mover) carousel.show(index);
  const scroller = scrollerOf(element);
  const area = areaOf(scroller);
  const { y, height } = entries[index].frame;
  const top = element.getBoundingClientRect().top + origin.y + y;
  // One that is not seen as a whole is brought into the middle.
  if (top >= area.top && top + height <= area.bottom) return;
  scroller.scrollBy({ top: top + height / 2 - (area.top + area.bottom) / 2, behavior: 'instant' });
}
