// Cells: what of an item stands where. A document publishes the cell of each section; for one without
// there is a plain one.

import { make, setAttributes, setColor, setLengths, setRect } from './dom.js';
import { languageOf } from './language.js';
import { border } from './picture.js';
import { buildSlots } from './slots.js';

/**
 * The texts and the picture of an item.
 * @param {any} item
 * @param {Record<string, string>} roles the field of each role
 * @returns {import('./slots.js').Content}
 */
export function itemContent(item, roles) {
  return {
    text(role) {
      const value = (role === 'date' && item.date_label) || item[roles?.[role]];
      if (role === 'rating' && Number.isFinite(value)) return value.toFixed(1);
      return value == null || typeof value === 'object' ? '' : String(value);
    },
    stars: item.stars ?? [],
    image: item.image,
    label: item.accessibility_label,
  };
}

/**
 * The cell of a section that has none: the picture, and the headline on a shade at its lower edge.
 * @param {any} section
 * @param {number} textSize
 * @returns {any}
 */
export function plainCell({ roles }, textSize) {
  const size = 13 * textSize;
  const height = size * 1.4;
  const place = { anchor: 'bottom', offset: 0, left: 0, right: 0 };
  const slots = [{ ...place, type: 'image', role: 'image', bottom: 0, anchor: 'top' }];
  if (roles?.headline) {
    slots.push(
      { ...place, type: 'shade', role: 'shade', height: height + 16, color: '#000a' },
      { ...place, type: 'text', role: 'headline', offset: 8, left: 8, right: 8, height, font: { size, weight: 700 }, color: '#ffffffff' });
  }
  return { corner_radius: 8, slots };
}

/**
 * The box of an item, which is used again for other items of the same section.
 * @typedef {object} ItemBox
 * @property {HTMLElement} element
 * @property {HTMLElement} face the part inside of its border
 * @property {(entry: import('./movers.js').Entry, rect: import('./slots.js').Rect, section: any,
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
