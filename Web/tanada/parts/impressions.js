// The part of tanada.js that says which items were seen. It is loaded for elements with the attribute `impressions`.

import { listen } from '../dom.js';
import { makeImpressions } from '../impressions.js';
import { makeTimer } from '../timer.js';
import { seenShares } from '../visible.js';

/** How often rows that move are looked at while an item is seen that has not been counted, in milliseconds. */
const pause = 100;
/** How often a feed that is transparent or invisible is looked at, in milliseconds: nothing says that it appears. */
const hiddenPause = 1000;

/**
 * Emits `tanada-impression` for each item that counts, once.
 * @param {import('../feed-view.js').FeedView} view
 * @param {HTMLElement} element the element of the feed
 * @param {(type: string, detail: any) => unknown} emit
 * @returns {() => void} ends it
 */
export function countImpressions(view, element, emit) {
  const impressions = makeImpressions();
  /** The items that were seen last, with their sections, by their impressions. */
  let seen = new Map();

  /** Where the feed was when it was looked at, as a text. */
  let place = '';

  /** What is seen now in a part of the screen: nothing without one. */
  const look = (part) => {
    const items = new Map();
    for (const { section, carousel, top: y } of part ? view.sections.values() : []) {
      const { mover, offset } = carousel ?? {};
      const shares = seenShares({ ...section, frame: { ...section.frame, y } }, {
        ...part, width: view.screen.width, mover, offset,
      });
      for (const [item, share] of shares) items.set(item.impression_id, { section: section.id, item, share });
    }
    return items;
  };
  const count = () => {
    const now = performance.now();
    const part = seenPart(element);
    const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const items = look(isShown && part);
    for (const id of impressions.update([...items].map(([id, { share }]) => [id, share]), now)) {
      const { section, item } = seen.get(id);
      emit('tanada-impression', { section, item });
    }
    seen = items;
    // Neither a style that moves the feed nor one that shows it says so.
    const before = place;
    place = JSON.stringify(part);
    const next = impressions.next();
    if (next != null) timer.after(Math.min(next - now, pause));
    else if (part && place !== before) timer.after(pause);
    else if (part && !isShown) timer.after(hiddenPause);
  };
  const timer = makeTimer(count);
  const stops = [
    listen(window, { scroll: count, resize: count }, { capture: true, passive: true }),
    listen(document, { visibilitychange: count }),
    listen(element, { 'tanada-update': count, 'tanada-settle': count }),
  ];
  // A feed that comes into the window, or has a size again. One that only touches the window has a share of 0 of it.
  const observer = new IntersectionObserver(count, { threshold: 1e-4 });
  observer.observe(element);
  return () => {
    timer.stop();
    observer.disconnect();
    for (const stop of stops) stop();
  };
}

/**
 * The part of an element that is in the window, and not cut off by a parent.
 * @param {Element} element
 * @returns {{from: number, to: number, left: number, right: number} | null} in points from its top and its left; null for
 *   nothing, as in a page that is hidden
 */
function seenPart(element) {
  const box = element.getBoundingClientRect();
  let [top, bottom, left, right] = [0, innerHeight, 0, innerWidth];
  for (let node = element; node && node !== document.body; node = node.parentNode ?? node.host) {
    if (!(node instanceof Element)) continue;
    const { overflowX, overflowY } = getComputedStyle(node);
    const edges = node.getBoundingClientRect();
    if (overflowX !== 'visible') [left, right] = [Math.max(left, edges.left), Math.min(right, edges.right)];
    if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edges.top), Math.min(bottom, edges.bottom)];
  }
  const isSeen = !document.hidden && box.width && Math.max(left, box.left) < Math.min(right, box.right)
    && Math.max(top, box.top) < Math.min(bottom, box.bottom);
  return isSeen ? { from: top - box.top, to: bottom - box.top, left: left - box.left, right: right - box.left } : null;
}
