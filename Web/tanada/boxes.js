// The boxes of a section's items in the page.

import { actionAddress } from './address.js';
import { makeItemBox } from './cells.js';
import { arrange } from './dom.js';

/**
 * The boxes of a section. Those of items that have left are used again for items that enter.
 * @typedef {object} Boxes
 * @property {(section: any, cell: any, screen: any, drawPieces?: typeof import('./pieces.js').drawPieces) =>
 *   void} setSection prepares for the items of a section; boxes of the same cell remain. `drawPieces` is for cards that
 *   are cut into pieces
 * @property {(wanted: {entry: import('./movers.js').Entry, pose: import('./movers.js').Pose | null}[],
 *   mover?: import('./movers.js').Mover | null, front?: number) => void} show shows items, and no
 *   others; `front` is the item in front, if the others are behind it
 * @property {(id: any) => HTMLElement | undefined} elementOf the element of an item's box
 */

/**
 * Makes the boxes of a section.
 * @param {HTMLElement} track the parent of the boxes
 * @returns {Boxes}
 */
export function makeBoxes(track) {
  /** @type {Map<any, import('./cells.js').ItemBox>} by the items' ids */
  const used = new Map();
  /** @type {import('./cells.js').ItemBox[]} */
  let free = [];
  let key;
  let shown;
  let makeBox;
  let cut;

  return {
    elementOf: (id) => used.get(id)?.element,
    setSection(section, cell, screen, drawPieces) {
      const next = JSON.stringify([cell, section.layout.type]);
      if (next !== key) {
        track.replaceChildren();
        used.clear();
        free = [];
      }
      key = next;
      shown = section;
      cut = drawPieces;
      makeBox = () => makeItemBox(cell, screen);
    },
    show(wanted, mover, front) {
      // 1. Boxes of other items are free.
      const ids = new Set(wanted.map(({ entry }) => entry.item.id));
      for (const [id, box] of used) {
        if (ids.has(id)) continue;
        used.delete(id);
        box.element.remove();
        // One that is cut into pieces has copies of its item in them.
        if (!box.element.querySelector('.pieces')) free.push(box);
      }
      // 2. The others are in the page in their order, as the focus goes from one to the next.
      arrange(track, wanted.map(({ entry, pose }) => {
        const { id, action } = entry.item;
        const box = used.get(id) ?? free.pop() ?? makeBox();
        used.set(id, box);
        const rect = mover?.box ?? entry.frame;
        box.bind(entry, rect, shown, actionAddress(action));
        if (mover?.pose) apply(box, rect, pose, cut);
        // Of a pile or a ring the focus only reaches the card in front.
        box.face.tabIndex = entry.index === (front ?? entry.index) ? 0 : -1;
        return box.element;
      }));
    },
  };
}

/** Draws a box in a pose; hides it without one. */
function apply({ element, face }, rect, pose, cut) {
  const { transform = '', opacity = '', zIndex = '', filter = '', boxShadow = '', pieces } = pose ?? { opacity: 0 };
  const visibility = opacity === 0 ? 'hidden' : '';
  Object.assign(element.style, { transform, opacity, zIndex, filter, visibility });
  face.style.boxShadow = boxShadow;
  cut?.(element, face, rect, pieces);
}
