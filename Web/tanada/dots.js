// Dots that tell the page of a row, or the card in front.

import { make } from './dom.js';

/** More dots than this do not fit. */
const mostDots = 24;

/**
 * The dots of a section.
 * @param {import('./movers.js').Mover} mover
 * @returns {HTMLElement & {show: (index: number) => void}} `show` tells which item is shown
 */
export function makeDots({ offsets, period, perPoint, showsOne }) {
  const places = [...new Set(offsets)];
  const { length } = places;
  const element = make('div', showsOne ? 'dots centred' : 'dots', {
    dir: perPoint < 0 ? 'rtl' : null, hidden: length < 2 || length > mostDots ? '' : null,
  });
  let shown;
  element.show = (index) => {
    // A ring begins with its last slot in front, and goes on to the one before.
    const place = period ? period - offsets[index] : places.indexOf(offsets[index]);
    if (place === shown) return;
    shown = place;
    element.replaceChildren(...places.map((_, i) => make('i', i === place ? 'on' : '')));
  };
  return element;
}
