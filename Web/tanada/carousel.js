// A section that is moved sideways: drags, keys, and where it comes to rest.

import { animate } from './animation.js';
import { scrolling, spring, steady } from './courses.js';
import { listen } from './dom.js';
import { followDrags } from './gestures.js';
import { indexAt, offsetOf, step } from './movers.js';
import { limit } from './numbers.js';
import { rubberBanded } from './scrolling.js';

/**
 * The motion of a section's items.
 * @typedef {object} Carousel
 * @property {import('./movers.js').Mover | null} mover
 * @property {number} offset
 * @property {() => number} index the item that is shown, or that it is moving to
 * @property {(mover: import('./movers.js').Mover | null, index: number) => void} setMover moves by
 *   another mover, which shows the item at an index or moves on to it; −1 for where it starts
 * @property {(index: number) => void} show goes to an item
 * @property {() => void} stop
 * @property {(offset: number) => void} place draws an offset at once, which need not be a place of rest
 */

/**
 * Lets `element` be dragged, and moved by keys.
 * @param {HTMLElement} element
 * @param {(offset: number) => void} draw
 * @param {(rest: import('./movers.js').Rest | null, isQuiet?: boolean) => void} setRest at rest, or
 *   moving for null; quiet if nobody moved it
 * @param {{width: number}} screen
 * @returns {Carousel}
 */
export function makeCarousel(element, draw, setRest, screen) {
  /** @type {import('./movers.js').Mover | null} */
  let mover = null;
  let offset = 0;
  let from = 0;
  /** @type {number | null} where an animation leads */
  let goal = null;
  let wasMoving = false;
  let cancel = () => {};

  const move = (next) => draw((offset = next));
  const stop = () => {
    wasMoving = goal != null;
    goal = null;
    cancel();
  };

  /** Animates to `rest`, and says so when it is there. */
  const go = (rest, velocity = 0) => {
    stop();
    setRest(null);
    const [target, end] = rest;
    goal = target;
    const { settle } = mover.layout;
    const isInside = mover.isFree && mover.limits && offset === limit(offset, ...mover.limits);
    // A curve that came later than this client is a spring.
    const course = settle?.curve === 'linear' ? steady(offset, target, settle.duration) : velocity && isInside
      ? scrolling(offset, velocity, target, mover.limits)
      : spring(offset, target, velocity, 1 / Math.abs(mover.perPoint));
    cancel = animate(move, course, () => {
      goal = null;
      offset = end;
      setRest(rest);
    });
  };
  /** @returns {import('./movers.js').Rest} */
  const restAt = (place) => [place, ...mover.settle(place, 0, 0).slice(1)];
  const goTo = (place) => {
    if (place !== (goal ?? offset)) go(restAt(place));
  };
  const release = (translation, velocity) => {
    if (mover) go(mover.settle(from, translation, velocity), velocity * mover.perPoint);
  };

  followDrags(element, {
    begin() {
      stop();
      from = offset;
      return wasMoving;
    },
    move(translation) {
      if (!mover) return;
      setRest(null);
      const asked = from + translation * mover.perPoint;
      const unit = Math.abs(mover.perPoint);
      const [low, high] = mover.limits ?? [asked, asked];
      move(rubberBanded(asked / unit, low / unit, high / unit, screen.width) * unit);
    },
    end: release,
    dragMinimum: () => mover?.layout.drag?.minimum,
    tap: () => wasMoving && release(0, 0),
  });
  const places = {
    ArrowRight: () => step(mover, goal ?? offset, 1),
    ArrowLeft: () => step(mover, goal ?? offset, -1),
    Home: () => offsetOf(mover, 0, offset),
    End: () => offsetOf(mover, mover.offsets.length - 1, offset),
  };
  listen(element, {
    keydown(event) {
      const place = places[event.key];
      if (!mover || !place || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      goTo(place());
    },
  });

  return {
    stop,
    place(next) {
      if (!mover) return;
      stop();
      setRest(null);
      move(next);
    },
    get mover() {
      return mover;
    },
    get offset() {
      return offset;
    },
    index: () => (mover ? indexAt(mover, goal ?? offset) : -1),
    show: (index) => mover && goTo(offsetOf(mover, index, offset)),
    setMover(next, index) {
      const end = goal ?? offset;
      const shown = mover?.offsets[indexAt(mover, end)];
      stop();
      // A row that was scrolled to a place between two items stays there as far as it can, wherever these have moved to.
      const freeLimits = mover?.isFree && next?.isFree && next.limits;
      mover = next;
      if (!next) return;
      const place = freeLimits ? limit(end + (index < 0 ? 0 : next.offsets[index] - shown), ...freeLimits)
        : index < 0 ? next.start : offsetOf(next, index, end);
      const rest = restAt(place);
      if (wasMoving) return go(rest);
      move(rest[1]);
      setRest(rest, true);
    },
  };
}
