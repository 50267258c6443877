// The header of a section.

import { actionAddress } from './address.js';
import { make, setAttributes, setRect } from './dom.js';
import { languageOf } from './language.js';
import { buildSlots } from './slots.js';

/** What each header was drawn from. @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/**
 * Shows the header of a section. Without one, its title is for screen readers. One that
 * stays as it is keeps its elements, and with them the focus.
 * @param {HTMLElement} element
 * @param {any} section
 * @param {any} screen
 */
export function setHeader(element, { id, header, title, frame, items }, screen) {
  const texts = { title, subtitle: header?.subtitle, action: header?.action?.title };
  setAttributes(element, { lang: languageOf(Object.values(texts).join(), () => JSON.stringify(items)) });
  const key = JSON.stringify([id, header, title, frame.width, screen]);
  if (key === drawn.get(element)) return;
  drawn.set(element, key);
  element.replaceChildren();
  if (!header?.slots) {
    element.append(make('h2', 'unseen', {}, title ?? ''));
    return;
  }
  const size = { width: frame.width, height: header.height };
  const name = `title-${id}`;
  setRect(element, { x: 0, y: 0, ...size });
  for (const { element: slot, bind } of buildSlots(element, header.slots, screen)) {
    bind({ text: (role) => texts[role], stars: [] }, size);
    const { slot: role } = slot.dataset;
    if (role === 'title') setAttributes(slot, { id: name, role: 'heading', 'aria-level': 2 });
    if (role !== 'action' || !header.action) continue;
    const href = actionAddress(header.action);
    // Links of several sections may have the same text: what they show all of is in the heading.
    const link = make('a', 'action', {
      href, role: href ? null : 'button', tabindex: 0, 'aria-describedby': name,
    });
    // The link has the place of its text, so that the focus is seen around it.
    const { left, top, width, height } = slot.style;
    Object.assign(link.style, { left, top, width, height });
    Object.assign(slot.style, { left: 0, top: 0 });
    slot.replaceWith(link);
    link.append(slot);
  }
}
