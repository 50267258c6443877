// How each layout moves sideways: what is drawn at an offset, and where a drag comes to rest. Offsets
// count in the reading direction, in the unit that `tanada settle` uses for the layout.

import { limit, remainder } from './numbers.js';
import { ringPlacement } from './motion.js';
import { projected } from './scrolling.js';
import { settleRing, settleSnapCarousel } from './settle.js';

/** @typedef {{item: any, frame: any, index: number}} Entry an item and its frame */
/** @typedef {{transform: string, x?: number, opacity?: number, zIndex?: number, [more: string]: any}} Pose */
/** @typedef {{width: number, direction: 'ltr' | 'rtl', side: 1 | -1}} Screen */

/**
 * Where a motion ends: what to animate to, the same place as it is published, and more about it for
 * events.
 * @typedef {[target: number, offset: number, detail?: Record<string, number | null>]} Rest
 */

/**
 * A motion of a section.
 * @typedef {object} Mover
 * @property {number[]} offsets where each item is shown
 * @property {number} start the offset that `frames` are published at
 * @property {number} perPoint how much the offset grows when the finger moves a point to the right
 * @property {[number, number]} [limits]
 * @property {number} [period] after which a loop begins again
 * @property {boolean} [isFree] whether it slows down by itself instead of going to a place
 * @property {boolean} [showsOne] whether one item is in front of the others
 * @property {boolean} [hasDots] whether dots tell the place
 * @property {(offset: number) => number} [shift] how far all items are drawn from their frames
 * @property {(entry: Entry, offset: number) => Pose | null} [pose] the pose of one item; null if
 *   it is not seen
 * @property {number} [inset] how far inside of the screen's edges items are cut off
 * @property {any} [box] where every item is before that, if not at its frame
 * @property {(from: number, translation: number, velocity: number) => Rest} settle
 * @property {any} [layout] the layout, which says how it moves to a place of rest, and from where on it follows a finger
 */

/**
 * The motions that few pages need, which tanada.js loads when a layout needs them.
 * @typedef {object} Motions
 * @property {Record<string, (layout: any, entries: Entry[], screen: Screen) => Mover>} movers
 * @property {(keyframes: any) => (distance: number) => Record<string, number>} between the values of the cards of a
 *   ring by keyframes
 */

/**
 * Whether a layout moves by the motions that few pages need.
 * @param {any} layout
 * @returns {boolean}
 */
export const needsMotions = ({ type, keyframes }) => /^(carousel|card_stack)$/.test(type) || !!keyframes;

/**
 * The motion of a layout; null for one that stands still, or that lacks what its motion needs.
 * @param {any} layout
 * @param {Entry[]} entries
 * @param {Screen} screen
 * @param {Motions | null} motions null for none of those that few pages need
 * @returns {Mover | null}
 */
export function moverFor(layout, entries, screen, motions) {
  const makeMover = movers[layout.type] ?? motions?.movers[layout.type];
  try {
    return entries.length && makeMover ? { ...makeMover(layout, entries, screen, motions), layout } : null;
  } catch {
    return null;
  }
}

/**
 * The offset of an item, in a loop by the shortest way.
 * @param {Mover} mover
 * @param {number} index
 * @param {number} from
 * @returns {number}
 */
export function offsetOf({ offsets, period }, index, from) {
  return period ? from + remainder(offsets[index] - from, period) : offsets[index];
}

/**
 * The item that is shown at an offset.
 * @param {Mover} mover
 * @param {number} offset
 * @returns {number}
 */
export function indexAt(mover, offset) {
  const distances = mover.offsets.map((_, i) => Math.abs(offsetOf(mover, i, offset) - offset));
  return distances.indexOf(Math.min(...distances));
}

/**
 * The next place to the right or left of what is seen.
 * @param {Mover} mover
 * @param {number} offset
 * @param {1 | -1} direction 1 for the right
 * @returns {number}
 */
export function step({ offsets, period, perPoint }, offset, direction) {
  const sign = -direction * Math.sign(perPoint);
  const least = Math.abs(perPoint);
  const ways = offsets
    .map((place) => (place - offset) * sign)
    .map((way) => (period && way < least ? way + period * Math.ceil((least - way) / period) : way))
    .filter((way) => way >= least);
  return ways.length ? offset + Math.min(...ways) * sign : offset;
}

/**
 * The distance of an item from the edge where reading begins.
 * @param {Entry} entry
 * @param {{width: number, side: 1 | -1}} screen
 * @returns {number}
 */
export function leading({ frame }, { width, side }) {
  return side < 0 ? width - frame.x - frame.width : frame.x;
}

/** @type {Record<string, (layout: any, entries: Entry[], screen: any, motions: Motions | null) => Mover>} */
const movers = {
  /** A row that scrolls freely. */
  shelf(layout, entries, screen) {
    const { side, width } = screen;
    /** @type {[number, number]} */
    const limits = [0, Math.max(0, layout.max_scroll_offset ?? layout.content_size.width - width)];
    const inset = leading(entries[0], screen);
    return {
      offsets: entries.map((entry) => limit(leading(entry, screen) - inset, ...limits)),
      start: 0, perPoint: -side, limits, isFree: true, inset,
      shift: (offset) => -offset * side,
      settle(from, translation, velocity) {
        const offset = limit(projected(from - translation * side, -velocity * side), ...limits);
        return [offset, offset];
      },
    };
  },

  /** Pages that snap into the middle. */
  snap_carousel({ pages, initial_offset: start, flick_velocity: flick }, entries, { width, side }) {
    const places = new Map(pages.flatMap((page) => page.item_ids.map((id) => [id, page.snap_offset])));
    return {
      offsets: entries.map(({ item }) => places.get(item.id)),
      start, perPoint: side, limits: [pages[pages.length - 1].snap_offset, start], hasDots: true,
      shift: (offset) => (offset - start) * side,
      settle(from, translation, velocity) {
        const { page, offset } = settleSnapCarousel(
          width, pages.length, from, translation * side, velocity * side, flick);
        return [offset, offset, { page }];
      },
    };
  },

  /** Cards on a ring. At rest they are where the document says; between, the keyframes or the formula
   * say it. */
  circular_carousel(layout, entries, { width, side }, motions) {
    const {
      card_size: card, points_per_step: pointsPerStep = 250, flick_velocity: flick, radius, states = [],
    } = layout;
    const count = entries.length;
    const options = {
      radius, side, scale_per_step: loss(states, 'scale'),
      opacity_per_step: loss(states, 'opacity'), depth_per_step: loss(states, 'z_index'),
    };
    const between = layout.keyframes && motions?.between(layout.keyframes);
    const published = new Map(states.map((state) => [state.offset, state.items]));
    return {
      offsets: entries.map(({ index }) => index + 1),
      start: 0, perPoint: side / pointsPerStep, period: count, showsOne: true, hasDots: true,
      box: { ...card, x: (width - card.width) / 2, y: 0 },
      pose({ index, item }, offset) {
        const placement = ringPlacement(offset, index + 1, count, options);
        const rest = published.get(remainder(offset, count))?.[index];
        /** @type {any} */
        const place = rest?.id === item.id ? rest : { ...placement, ...between?.(placement.distance) };
        const { x, scale, opacity, z_index: depth } = place;
        // All cards of a small ring stay; of a large one those that can be seen.
        if (count > 24 && !(opacity > 0 && scale > 0)) return null;
        return { transform: `translateX(${x}px) scale(${scale})`, opacity, zIndex: Math.round(depth * 1000) };
      },
      settle(from, translation, velocity) {
        const { offset, slot, turned } = settleRing(
          count, from, translation * side, pointsPerStep, velocity * side, flick);
        return [turned, offset, { slot }];
      },
    };
  },
};

/**
 * Returns the loss of a number of a published ring per slot of distance; undefined where no card
 * shows it.
 */
function loss(states, name) {
  const far = states.flatMap((state) => state.items).find((item) => item.distance && item[name] > 0);
  return far && (1 - far[name]) / Math.abs(far.distance);
}
