// What of a feed is seen: its sections and boxes in a range of heights, and which share of each item.

import { entriesOf } from './entries.js';
import { isFrame, meets } from './frames.js';
import { indexAt } from './movers.js';
import { limit } from './numbers.js';

/** @typedef {import('./documents.js').Section} Section */
/** @typedef {import('./documents.js').Item} Item */

/**
 * The sections that meet a range of heights of the screen.
 * @param {import('./documents.js').FeedDocument} document
 * @param {number} from in points
 * @param {number} to in points
 * @returns {Section[]}
 */
export function visibleSections({ sections }, from, to) {
  return sections.filter(({ frame }) => isFrame(frame) && meets(frame.y, frame.height, from, to));
}

/**
 * The boxes of a layout that meet a range of its heights: those that a server names for `y_range`.
 * @param {import('./documents.js').Layout} layout
 * @param {number} from in points, 0 at the top of the layout
 * @param {number} to in points
 * @returns {number[]} their positions among the frames
 */
export function visibleBoxes(layout, from, to) {
  const { frames } = layout;
  /** @type {Set<number>} */
  const ids = new Set('hidden_item_ids' in layout ? /** @type {any} */ (layout.hidden_item_ids) : []);
  return frames.flatMap((frame, i) => (!ids.has(frame.id) && meets(frame.y, frame.height, from, to) ? i : []));
}

/**
 * The items of a section whose boxes meet a range of heights of the screen, where its row is as it was published.
 * @param {Section} section
 * @param {number} from in points
 * @param {number} to in points
 * @returns {Item[]}
 */
export function visibleItems({ frame, layout_origin: origin, layout, items }, from, to) {
  const top = frame.y + (origin?.y ?? 0);
  return visibleBoxes(layout, from - top, to - top).map((position) => items[position]);
}

/**
 * Which share of each item of a section is seen.
 * @param {Section} section
 * @param {object} view
 * @param {number} view.from the height of the screen that is at the top of the window, in points
 * @param {number} view.to the one at its lower end
 * @param {number} view.width of the screen, in points
 * @param {number} [view.left] the place in the screen that is at the left edge of the window, in points; 0 if missing
 * @param {number} [view.right] the one at its right edge; `width` if missing
 * @param {import('./movers.js').Mover | null} [view.mover] how the section moves
 * @param {number} [view.offset] where it is; where it starts if missing
 * @returns {Map<Item, number>} above 0 up to 1. Of a pile or a ring, only the item in front is seen; of a pile that
 *   stands still, the first one
 */
export function seenShares(section, { from, to, width, left = 0, right = width, mover = null, offset = mover?.start ?? 0 }) {
  const { x: start = 0, y = 0 } = section.layout_origin ?? {};
  const top = section.frame.y + y;
  const entries = entriesOf(section, width);
  const isPile = !mover && section.layout.type === 'card_stack';
  const front = mover?.showsOne ? entries[indexAt(mover, offset)] : isPile ? entries[0] : null;
  /** @type {Map<Item, number>} */
  const shares = new Map();
  for (const entry of front ? [front] : entries) {
    const box = front ? mover?.box ?? entry.frame : entry.frame;
    const pose = front || !mover?.pose ? {} : mover.pose(entry, offset);
    if (!pose) continue;
    const x = section.frame.x + start + box.x + (pose.x ?? mover?.shift?.(offset) ?? 0);
    const share = overlap(x, box.width, Math.max(0, left), Math.min(width, right)) * overlap(top + box.y, box.height, from, to);
    if (share > 0) shares.set(entry.item, share);
  }
  return shares;
}

/**
 * The share of a length that is in a range.
 * @param {number} start
 * @param {number} length
 * @param {number} from
 * @param {number} to
 */
function overlap(start, length, from, to) {
  return length > 0 ? limit(Math.min(start + length, to) - Math.max(start, from), 0, length) / length : 0;
}
