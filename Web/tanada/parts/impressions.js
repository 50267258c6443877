// The part of tanada.js that says which items were seen. It is loaded for elements with the attribute `impressions`.

import { areaOf, listen, scrollerOf } from '../dom.js';
import { makeImpressions } from '../impressions.js';
import { makeTimer } from '../timer.js';
import { seenShares } from '../visible.js';

/** How often rows that move are looked at while an item is seen that has not been counted, in milliseconds. */
const pause = 100;

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

  /** What is seen now: nothing of a page that is hidden. */
  const look = () => {
    const items = new Map();
    const { top, bottom } = areaOf(scrollerOf(element));
    const origin = element.getBoundingClientRect().top;
    for (const { section, carousel, top: y } of document.hidden ? [] : view.sections.values()) {
      const { mover, offset } = carousel ?? {};
      const shares = seenShares({ ...section, frame: { ...section.frame, y } }, {
        from: top - origin, to: bottom - origin, width: view.screen.width, mover, offset,
      });
      for (const [item, share] of shares) items.set(item.impression_id, { section: section.id, item, share });
    }
    return items;
  };
  const count = () => {
    const now = performance.now();
    const items = look();
    for (const id of impressions.update([...items].map(([id, { share }]) => [id, share]), now)) {
      const { section, item } = seen.get(id);
      emit('tanada-impression', { section, item });
    }
    seen = items;
    const next = impressions.next();
    if (next != null) timer.after(Math.min(next - now, pause));
  };
  const timer = makeTimer(count);
  const stops = [
    listen(window, { scroll: count, resize: count }, { capture: true, passive: true }),
    listen(document, { visibilitychange: count }),
    listen(element, { 'tanada-update': count, 'tanada-settle': count }),
  ];
  count();
  return () => {
    timer.stop();
    for (const stop of stops) stop();
  };
}
