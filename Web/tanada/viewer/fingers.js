// What fingers, or a mouse, do on a surface: taps, and moves that are measured from where they began. A control on it is
// pressed by a tap, and moved across like everything else.

import { listen } from '../dom.js';
import { dragThreshold, velocityOf } from '../gestures.js';

/** A second tap within this time and distance is a double tap, in milliseconds and points. */
const doubleTapTime = 300;
const doubleTapDistance = 25;

/** @typedef {import('../documents.js').Point} Point */

/**
 * A move of one finger or more.
 * @typedef {object} Move
 * @property {Point} origin the middle between the fingers where the move began
 * @property {Point} by how far it has moved
 * @property {number} growth how much further apart the fingers are; 1 with one finger
 * @property {number} count of fingers
 */

/**
 * The handlers of what fingers do.
 * @typedef {object} FingerHandlers
 * @property {() => void} press something is touched: a motion ends
 * @property {(move: Move) => void} begin a move begins, also when a finger is added or lifted
 * @property {(move: Move) => void} move
 * @property {(move: Move, velocity: Point) => void} release the last finger is up, in points per second
 * @property {(point: Point, event: PointerEvent) => void} tap a finger was up again without a move
 * @property {(point: Point) => void} doubleTap
 */

/**
 * What a finger has touched: the surface; a control, which a tap presses; or a text, in which one finger alone is the
 * browser's, that scrolls and selects.
 * @typedef {'surface' | 'control' | 'text'} Touched
 */

/**
 * What a finger has touched in the viewer.
 * @param {any} event
 * @returns {Touched}
 */
export const touchedBy = ({ target }) =>
  (target.closest('button, a') ? 'control' : target.closest('.open') ? 'text' : 'surface');

/**
 * Follows fingers on a surface.
 * @param {HTMLElement} surface
 * @param {(event: PointerEvent) => Touched | false} touched false for what is not followed
 * @param {FingerHandlers} handlers
 */
export function followFingers(surface, touched, handlers) {
  /** @type {Map<number, Point>} */
  const fingers = new Map();
  let origin;
  let isMoved = false;
  /** What the first finger has touched. @type {Touched | null} */
  let first = null;
  let samples = [];
  let lastTap = { x: 0, y: 0, time: -Infinity };

  const middle = () => {
    const [a, b = a] = [...fingers.values()];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y) };
  };
  const moveTo = ({ x, y, spread }) => ({
    origin, by: { x: x - origin.x, y: y - origin.y },
    growth: origin.spread ? spread / origin.spread : 1, count: fingers.size,
  });
  const restart = () => {
    samples = [];
    origin = middle();
    if (isMoved) handlers.begin(moveTo(origin));
  };
  /** Nothing that moves is stopped by the tap of a control. */
  const press = (pointerIds) => {
    handlers.press();
    for (const id of pointerIds) surface.setPointerCapture(id);
  };
  const tap = (event) => {
    const { clientX: x, clientY: y, timeStamp: time } = event;
    const isDouble = time - lastTap.time <= doubleTapTime
      && Math.hypot(x - lastTap.x, y - lastTap.y) <= doubleTapDistance;
    lastTap = { x, y, time: isDouble ? -Infinity : time };
    if (isDouble) handlers.doubleTap({ x, y });
    else handlers.tap({ x, y }, event);
  };
  const release = (event) => {
    if (!fingers.has(event.pointerId)) return;
    const last = moveTo(middle());
    fingers.delete(event.pointerId);
    if (fingers.size) return restart();
    if (!isMoved) return first === 'surface' && tap(event);
    const { clientX: x, clientY: y, timeStamp: time } = event;
    handlers.release(last, { x: velocityOf(samples, 'x', x, time), y: velocityOf(samples, 'y', y, time) });
  };
  listen(surface, {
    pointerdown(event) {
      const { button, pointerId, clientX: x, clientY: y, pointerType } = event;
      const place = button <= 0 && touched(event);
      // A mouse presses what it is on, and selects texts.
      if (!place || (place !== 'surface' && pointerType === 'mouse')) return;
      fingers.set(pointerId, { x, y });
      isMoved = fingers.size > 1;
      if (!isMoved) first = place;
      if (isMoved || place === 'surface') press(fingers.keys());
      restart();
    },
    pointermove(event) {
      const { pointerId, clientX: x, clientY: y, timeStamp: time } = event;
      if (!fingers.has(pointerId)) return;
      fingers.set(pointerId, { x, y });
      const place = middle();
      const move = moveTo(place);
      if (!isMoved) {
        if (first === 'text' || Math.hypot(move.by.x, move.by.y) <= dragThreshold) return;
        if (first === 'control') press([pointerId]);
        isMoved = true;
        handlers.begin(move);
      }
      samples.push({ ...place, time });
      handlers.move(move);
    },
    pointerup: release,
    pointercancel: release,
  });
}
