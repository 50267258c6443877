// Drags of a carousel: with a mouse, a finger, a wheel or a trackpad.

import { listen } from './dom.js';
import { makeTimer } from './timer.js';

/** How far a pointer moves before it drags, in points, unless a document says it; and how far it moves in a click at most. */
export const dragThreshold = 6;
/** The time that a velocity is measured over, in milliseconds. */
const velocityTime = 100;
/** How long a wheel is still before a carousel settles, in milliseconds. */
const wheelPause = 120;
/** The length of a line that a wheel counts in, in points. */
const lineLength = 18;

/**
 * The handlers of a drag. Translations are those of the finger, to the right, in points.
 * @typedef {object} DragHandlers
 * @property {() => boolean} begin a finger is down; whether something was moving
 * @property {(translation: number) => void} move
 * @property {(translation: number, velocity: number) => void} end
 * @property {() => void} tap a finger was up again without a drag
 * @property {() => number | undefined} dragMinimum how far a finger moves before it drags, in points
 */

/**
 * Follows the drags of `element`.
 * @param {HTMLElement} element
 * @param {DragHandlers} handlers
 */
export function followDrags(element, handlers) {
  /** @type {{id: number, x: number, y: number, samples: any[], isDrag?: boolean, isFar?: boolean, stopped: boolean} | null} */
  let drag = null;
  let suppressesClick = false;

  const end = (event) => {
    const { pointerId, timeStamp, type, clientX } = event;
    if (pointerId !== drag?.id) return;
    const { x, samples, isDrag, isFar, stopped } = drag;
    drag = null;
    suppressesClick = isFar || stopped;
    if (!isDrag) return handlers.tap();
    const last = type === 'pointerup' ? clientX : samples[samples.length - 1].x;
    // What a finger does on its way to a click is no flick.
    handlers.end(last - x, isFar ? velocityOf(samples, 'x', last, timeStamp) : 0);
  };
  listen(element, {
    pointerdown({ button, isPrimary, pointerId: id, clientX: x, clientY: y, timeStamp: time }) {
      suppressesClick = false;
      if (drag || button !== 0 || !isPrimary) return;
      drag = { id, x, y, stopped: handlers.begin(), samples: [{ x, time }] };
    },
    pointermove({ pointerId, clientX: x, clientY: y, timeStamp: time }) {
      if (pointerId !== drag?.id) return;
      const across = x - drag.x;
      const way = Math.abs(across);
      if (!drag.isDrag && way <= Math.max(handlers.dragMinimum() ?? dragThreshold, Math.abs(y - drag.y))) return;
      drag.isDrag = true;
      // A click goes to what has the pointer: only a drag that is none takes it.
      if (!drag.isFar && way >= dragThreshold) {
        drag.isFar = true;
        element.setPointerCapture(pointerId);
      }
      drag.samples.push({ x, time });
      handlers.move(across);
    },
    pointerup: end,
    pointercancel: end,
    // A mouse that leaves before it dragged far may be released elsewhere.
    pointerleave: (event) => !drag?.isFar && end(event),
    dragstart: (event) => event.preventDefault(),
    wheel: followWheel(handlers),
  });
  // The click that ends a drag is not a click on an item.
  listen(element, {
    click(event) {
      if (!suppressesClick || !event.detail) return;
      suppressesClick = false;
      event.preventDefault();
      event.stopPropagation();
    },
  }, { capture: true });
}

/**
 * How fast a pointer moved at last, in points per second; 0 if it was still.
 * @param {any[]} samples places with their times
 * @param {'x' | 'y'} axis
 * @param {number} end the last place
 * @param {number} now its time, in milliseconds
 * @returns {number}
 */
export function velocityOf(samples, axis, end, now) {
  const first = samples.find((sample) => now - sample.time <= velocityTime);
  const time = first ? now - first.time : 0;
  return time > 0 ? ((end - first[axis]) / time) * 1000 : 0;
}

/** A wheel that goes sideways is a drag that ends when it is still. */
function followWheel(handlers) {
  /** @type {number | null} */
  let translation = null;
  const end = makeTimer(() => {
    handlers.end(translation, 0);
    translation = null;
  });
  return (event) => {
    const { deltaX, deltaY, shiftKey } = event;
    const across = shiftKey ? deltaX || deltaY : deltaX;
    if (event.ctrlKey || !across || (Math.abs(across) < Math.abs(deltaY) && !shiftKey)) return;
    event.preventDefault();
    if (translation == null) handlers.begin();
    translation -= inPoints(across, event);
    handlers.move(translation);
    end.after(wheelPause);
  };
}

/**
 * How far a wheel has turned.
 * @param {number} distance one of the event's
 * @param {WheelEvent} event
 * @returns {number} in points
 */
export function inPoints(distance, { deltaMode }) {
  return distance * (deltaMode ? lineLength : 1);
}
