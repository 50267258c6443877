// The header of a section.

import { make, setAttributes, setRect, webAddress } from './dom.js';
import { languageOf } from './language.js';
import { buildSlots } from './slots.js';

/**
 * Where an action leads in a browser; null for nowhere.
 * @param {any} action
 * @returns {string | null}
 */
export const addressOf = (action) => webAddress(action?.web_url) ?? webAddress(action?.deep_link);

/**
 * Shows the header of a section. Without one, its title is for screen readers.
 * @param {HTMLElement} element
 * @param {any} section
 * @param {any} screen
 */
export function setHeader(element, { header, title, frame, items }, screen) {
  element.replaceChildren();
  const texts = { title, subtitle: header?.subtitle, action: header?.action?.title };
  setAttributes(element, { lang: languageOf(Object.values(texts).join(), () => JSON.stringify(items)) });
  if (!header?.slots) {
    element.append(make('h2', 'unseen', {}, title ?? ''));
    return;
  }
  const size = { width: frame.width, height: header.height };
  setRect(element, { x: 0, y: 0, ...size });
  for (const { element: slot, bind } of buildSlots(element, header.slots, screen)) {
    bind({ text: (role) => texts[role], stars: [] }, size);
    const { slot: role } = slot.dataset;
    if (role === 'title') setAttributes(slot, { role: 'heading', 'aria-level': 2 });
    if (role !== 'action' || !header.action) continue;
    const href = addressOf(header.action);
    const link = make('a', 'action', { href, role: href ? null : 'button', tabindex: 0 });
    // The link has the place of its text, so that the focus is seen around it.
    const { left, top, width, height } = slot.style;
    Object.assign(link.style, { left, top, width, height });
    Object.assign(slot.style, { left: 0, top: 0 });
    slot.replaceWith(link);
    link.append(slot);
  }
}
