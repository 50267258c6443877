// Cells: what of an item stands where. A document publishes the cell of each section.

import { itemContent } from './content.js';
import { make, setAttributes, setColor, setLengths, setRect } from './dom.js';
import { languageOf } from './language.js';
import { border } from './picture.js';
import { buildSlots } from './slots.js';

/**
 * The box of an item, which is used again for other items of the same section.
 * @typedef {object} ItemBox
 * @property {HTMLElement} element
 * @property {HTMLElement} face the part inside of its border
 * @property {(entry: import('./movers.js').Entry, rect: import('./slot-rect.js').Rect, section: any,
 *   address: URL | null) => void} bind shows an item in a rectangle, with where its action leads
 */

/**
 * Makes the box of an item.
 * @param {any} cell
 * @param {any} context the context of slots
 * @returns {ItemBox}
 */
export function makeItemBox(cell, context) {
  const radius = cell.corner_radius;
  const face = make('a', radius > 0 ? 'face clips' : 'face');
  const element = make('div', 'item', { role: 'listitem' }, border(cell.border, radius), face);
  setLengths(face, { borderRadius: radius });
  setColor(face, 'backgroundColor', cell.background, cell.background_dark);
  const slots = buildSlots(face, cell.slots, context);
  let bound;
  let drawn;
  return {
    element,
    face,
    bind(entry, rect, section, address) {
      if (entry === bound) return;
      bound = entry;
      const { item, frame, index } = entry;
      const { items, next } = section;
      // Only those that are near are in the page; how many there are is not known before the last page.
      setAttributes(element, { 'aria-posinset': index + 1, 'aria-setsize': next ? -1 : items.length });
      const key = JSON.stringify([item, frame, rect]);
      if (key === drawn) return;
      drawn = key;
      setRect(element, rect);
      const { x, y, width, height } = frame;
      setAttributes(element, { 'data-item': item.id, 'data-frame': [x, y, width, height] });
      const content = itemContent(item, section.roles);
      const label = content.label || content.text('headline') || `${section.title} ${index + 1}`;
      setAttributes(face, {
        lang: languageOf(label, () => JSON.stringify(items)), 'aria-label': label, href: address,
        role: address ? 'link' : 'button',
      });
      for (const slot of slots) slot.bind(content, rect);
    },
  };
}
