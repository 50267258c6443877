// Where a drag comes to rest, for every layout that moves sideways. The same formulas as those of
// the server, evaluated in the same order, so that both agree to the last bit.

import { limit, remainder, roundHalfAway } from './numbers.js';
import { decelerationRates, projected } from './scrolling.js';

/**
 * Where a snap carousel comes to rest.
 * @param {number} width the viewport's width, in points
 * @param {number} pages how many pages there are, at least 1
 * @param {number} offset the offset before the drag, in points
 * @param {number} translation how far the finger moved in the reading direction, in points
 * @param {number} [velocity] how fast it moved in that direction, in points per second
 * @param {number} [flickVelocity] from which on it goes to the next page; never without one
 * @returns {{page: number, offset: number}}
 */
export function settleSnapCarousel(width, pages, offset, translation, velocity, flickVelocity) {
  const spacing = 16;
  const pageWidth = width - 16;
  const content = pages * pageWidth + (pages - 1) * spacing;
  // 1. Where the finger let go, as a page counted from the far end of the row.
  const dragged = offset + translation;
  const pitch = pageWidth + spacing;
  const position = (dragged + width / 2 + content / 2 - width / 2) / pitch;
  // 2. The nearest page toward zero, or the one that a flick goes on to.
  const release = (dragged + content / 2 - pageWidth / 2) / pitch;
  const place = flickPlace(Math.trunc(position), release, velocity, flickVelocity, edge / pitch);
  const index = limit(place, 0, pages - 1);
  // 3. The offset that centres it.
  const settled =
    index * pageWidth + (index - 1) * spacing - content / 2 + width / 2 -
    (width - pageWidth) / 2 + spacing;
  return { page: pages - 1 - index, offset: settled + 0 };
}

/**
 * Where a ring comes to rest.
 * @param {number} count how many cards there are, at least 1
 * @param {number} offset the rotation before the drag, in slots
 * @param {number} translation how far the finger moved, in points
 * @param {number} [pointsPerStep] how far a drag goes to turn the ring by one slot
 * @param {number} [velocity] how fast the finger moved, in points per second
 * @param {number} [flickVelocity] from which on it turns the ring; never without one
 * @returns {{offset: number, slot: number, turned: number}} `turned` is the offset without wrapping
 */
export function settleRing(count, offset, translation, pointsPerStep = 250, velocity, flickVelocity) {
  const release = offset + translation / pointsPerStep;
  const turned = flickPlace(roundHalfAway(release), release, velocity, flickVelocity, edge / pointsPerStep);
  const settled = remainder(turned, count);
  return { offset: settled, slot: settled > 0 ? settled : settled + count, turned };
}

/** The place of a flick: the next one beyond where the finger let go, if `settled` is not further. */
function flickPlace(settled, release, velocity, flickVelocity, tolerance) {
  const way = Math.abs(velocity) >= flickVelocity ? velocity : 0;
  if (way > 0) return Math.max(settled, Math.floor(release + tolerance) + 1);
  return way < 0 ? Math.min(settled, Math.floor(release - tolerance)) : settled;
}

/**
 * The places a carousel can rest at, and how strictly it does.
 * @typedef {object} SnapRow
 * @property {number[]} offsets the offset of each snap, not descending, in points
 * @property {number} width the viewport's width, in points
 * @property {{period: number, start: number} | null} [loop] one turn of a loop
 * @property {{lower: number, upper: number} | null} [limits] how far it can be scrolled
 * @property {'ltr' | 'rtl'} [direction]
 * @property {'mandatory' | 'proximity' | 'free'} [mode]
 * @property {number} [proximity] in views, for mode `proximity`
 * @property {boolean} [one_step] whether a drag goes to the next snap at most
 * @property {number | 'normal' | 'fast'} [deceleration] the share of a velocity left after 1 ms
 * @property {number} [commit_threshold] the share of the way that a slow drag has to cover
 * @property {number} [flick_velocity] in points per second
 */

/**
 * Where a carousel comes to rest.
 * @typedef {object} Settled
 * @property {number | null} snap
 * @property {number} offset in a loop within the first turn
 * @property {number} unwrapped_offset the offset without wrapping
 * @property {boolean} at_snap
 */

/**
 * `offset` within the first turn of `loop`.
 * @param {number} offset
 * @param {{period: number, start: number} | null | undefined} loop
 * @returns {number}
 */
export function wrapped(offset, loop) {
  if (!loop) return offset;
  const rest = (offset - loop.start) % loop.period;
  const positive = rest < 0 ? rest + loop.period : rest;
  return loop.start + (positive < loop.period ? positive : 0);
}

/** The most a drag can cover, what is lost when offsets are added up, and a snap's tolerance. */
const longest = 1e12;
const slack = 1e-6;
const edge = 1;

const bounded = (position) => limit(position, -longest, longest);

/**
 * Where a drag of a carousel comes to rest, with the velocity it was let go at.
 * @param {SnapRow} row
 * @param {number} offset the offset before the drag, in points
 * @param {number} translation how far the finger moved to the right, in points
 * @param {number} velocity how fast it moved to the right, in points per second
 * @returns {Settled}
 */
export function settleCarousel(row, offset, translation, velocity) {
  if (!row.offsets.length) return { snap: null, offset: 0, unwrapped_offset: 0, at_snap: false };
  const { width, loop, limits, mode = 'mandatory' } = row;
  const rate = decelerationRates[row.deceleration] ?? row.deceleration;
  const line = snapLine(row.offsets, loop?.period);
  const sign = row.direction === 'rtl' ? 1 : -1;
  // 1. Where the finger let go, and where the row would end from there.
  const origin = loop ? wrapped(offset, loop) : bounded(offset);
  const release = bounded(origin + translation * sign);
  const momentum = projected(0, velocity * sign, rate);
  let target = bounded(release + momentum);
  if (limits) target = limit(target, limits.lower, limits.upper);
  // 2. One that is fast enough goes on in its direction.
  const flickDistance = limit(width * 0.2, 50, 225);
  const isFlick =
    Math.abs(velocity) >= (row.flick_velocity ?? 400) || Math.abs(momentum) >= flickDistance;
  const flick = isFlick ? velocity * sign : 0;
  // 3. The place for it, at most one away if no more is allowed.
  const current = line.nearest(origin);
  let place = committedPlace(line, row, current, { release, target, flick });
  if (row.one_step) {
    const previous = line.limited(current - 1);
    const next = line.limited(current + 1);
    place = limit(place, previous, next);
    const low = previous < current ? line.offset(previous) : -longest;
    const high = next > current ? line.offset(next) : longest;
    target = limit(target, low, high);
  }
  // 4. Rest there, unless the carousel may rest anywhere.
  const rest = line.offset(place);
  const isNear = Math.abs(rest - target) <= (row.proximity ?? 0.5) * width;
  const atSnap = mode === 'mandatory' || (mode === 'proximity' && isNear);
  const end = atSnap ? rest : target;
  const snap = line.snap(atSnap ? place : line.nearest(end));
  return {
    snap,
    offset: atSnap ? row.offsets[snap] : wrapped(end, loop),
    unwrapped_offset: loop ? offset - origin + end : end,
    at_snap: atSnap,
  };
}

/**
 * The place a drag that began at place `current` goes to.
 * @param {ReturnType<typeof snapLine>} line
 * @param {SnapRow} row
 * @param {number} current
 * @param {{release: number, target: number, flick: number}} drag
 */
function committedPlace(line, row, current, { release, target, flick }) {
  const lower = line.lastUpTo(target);
  const upper = line.limited(lower + 1);
  const start = line.offset(lower);
  const gap = line.offset(upper) - start;
  const covered = target - start;
  const enough = gap * (row.commit_threshold ?? 0.5) - slack;
  const goesUp =
    target >= line.offset(current) ? covered >= enough : !(gap - covered >= enough);
  const place = goesUp ? upper : lower;
  // A flick goes beyond where the finger let go, at least.
  if (flick > 0) return Math.max(place, line.firstAfter(release + edge));
  if (flick < 0) return Math.min(place, line.lastUpTo(release - edge));
  return place;
}

/**
 * Snaps as a line of distinct places, called by their numbers; in a loop it goes on at both ends.
 * @param {number[]} offsets
 * @param {number} [period] one turn of a loop, in points
 */
function snapLine(offsets, period = 0) {
  const snaps = offsets.map((_, i) => i).filter((i) => !i || offsets[i] > offsets[i - 1]);
  const places = snaps.map((i) => offsets[i]);
  const count = places.length;
  const limited = (place) => (period ? place : limit(place, 0, count - 1));
  /** In which turn of a loop a place is, and which of its places it is. */
  const split = (place) => {
    const turn = period ? Math.floor(place / count) : 0;
    return [turn, limited(place - turn * count)];
  };
  const offset = (place) => {
    const [turn, index] = split(place);
    return places[index] + (turn && turn * period);
  };
  /** The last place up to a position; −1 before all of them. */
  const before = (position) => {
    const turn = period ? Math.floor((position - places[0]) / period) : 0;
    const end = position - (turn && turn * period);
    return turn * count + places.findLastIndex((place) => place <= end);
  };
  const lastUpTo = (position) => limited(before(position));
  const firstAfter = (position) => limited(before(position) + 1);
  return {
    limited, offset, lastUpTo, firstAfter,
    /** The snap at a place: of several at the last place the last one. */
    snap(place) {
      const [, index] = split(place);
      return !period && index && index === count - 1 ? offsets.length - 1 : snaps[index];
    },
    nearest(position) {
      const lower = lastUpTo(position);
      const upper = limited(lower + 1);
      return offset(upper) - position < position - offset(lower) ? upper : lower;
    },
  };
}
