// The items of a section, with their frames.

import { isFrame } from './frames.js';

/**
 * The items of a section that can be drawn. A layout without frames is a grid of two columns, which is as
 * high as the section at most.
 * @param {any} section
 * @param {number} width of the screen, in points
 * @returns {import('./movers.js').Entry[]}
 */
export function entriesOf({ items, layout, frame }, width) {
  const frames = Array.isArray(layout.frames) ? layout.frames : items.map((item, i) => {
    const cell = (width - 24) / 2;
    const height = Math.min(cell / 1.5, frame.height / Math.ceil(items.length / 2) - 8);
    return { x: 8 + (i % 2) * (cell + 8), y: Math.floor(i / 2) * (height + 8), width: cell, height };
  });
  return items
    .map((item, index) => ({ item, frame: frames[index], index }))
    .filter((entry) => entry.item?.id != null && isFrame(entry.frame));
}

/**
 * What takes the place of an element of a list when that is gone: itself, those after it, and then those before it.
 * @template Element
 * @param {Element[]} list
 * @param {number} index −1 for none
 * @returns {Element[]}
 */
export const heirsOf = (list, index) => (index < 0 ? [] : [...list.slice(index), ...list.slice(0, index).reverse()]);

/**
 * The screen that a document was made for.
 * @param {any} document
 * @returns {{width: number, direction: 'ltr' | 'rtl', side: 1 | -1, textSize: number}} `side` is −1 where reading
 *   begins at the right
 */
export function screenOf({ viewport, direction = 'ltr', text_size: textSize = 1 }) {
  return { width: viewport.width, direction, side: direction === 'rtl' ? -1 : 1, textSize };
}

/**
 * A section with the items of its next page, and as much higher as they need.
 * @param {any} section
 * @param {any} page the section of the page
 * @returns {any}
 */
export function withPage(section, { items, layout }) {
  const frames = new Map();
  const all = new Map();
  for (const part of [section, { items, layout }]) {
    part.items.forEach((item, i) => {
      all.set(item.id, item);
      frames.set(item.id, part.layout.frames[i]);
    });
  }
  const height = (one) => one.content_size?.height ?? 0;
  return {
    ...section, items: [...all.values()],
    frame: { ...section.frame, height: section.frame.height + height(layout) - height(section.layout) },
    layout: { ...section.layout, ...layout, frames: [...frames.values()] },
  };
}
