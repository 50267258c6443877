// A row of items with sizes of their own, which rests at snaps, and may go round.

import { leading } from './movers.js';
import { settleCarousel, wrapped } from './settle.js';

/**
 * The motion of a carousel: the offset is how far it has been scrolled, in points.
 * @param {any} layout
 * @param {import('./movers.js').Entry[]} entries
 * @param {import('./movers.js').Screen} screen
 * @returns {import('./movers.js').Mover}
 */
export function carouselMover({ snaps, loop, options = {}, scroll_limits: limits, ...layout }, entries, screen) {
  const { width } = screen;
  const direction = options.direction ?? screen.direction;
  const side = direction === 'rtl' ? -1 : 1;
  const offsets = snaps.map((snap) => snap.offset);
  const start = layout.initial_offset;
  const row = { ...options, offsets, width, loop, limits, direction };
  return {
    offsets: entries.map(({ index }) => offsets[layout.snap_of_item[index]]),
    start, perPoint: -side, limits: limits && [limits.lower, limits.upper],
    period: loop?.period, isFree: options.mode === 'free',
    shift: loop ? undefined : (offset) => (start - offset) * side,
    // In a loop an item is drawn at the first of its places that has not gone at the leading edge.
    pose: loop && ((entry, offset) => {
      const place = wrapped(offset, loop);
      const from = leading(entry, { width, side });
      const turns = Math.floor((place - start - from - entry.frame.width) / loop.period) + 1;
      const forward = start - place + turns * loop.period;
      const x = forward * side;
      return from + forward > width * 2 ? null : { transform: `translateX(${x}px)`, x };
    }),
    settle(from, translation, velocity) {
      const end = settleCarousel(row, from, translation, velocity);
      return [end.unwrapped_offset, end.offset, { snap: end.snap }];
    },
  };
}
