// The photo viewer: a dialog with one picture that is zoomed and scrolled with fingers, mouse and
// wheel. It is a file of its own, which tanada.js loads when the first photo is opened.

import { animate, spring } from './animation.js';
import { listen, make } from './dom.js';
import { dragThreshold, inPoints, velocityOf } from './gestures.js';
import { mixed } from './numbers.js';
import { projected, rubberBanded } from './scrolling.js';
import { adoptStyles } from './viewer-styles.js';
import { offsetAbout, scrollZoom } from './zoom.js';

/** A second tap within this time and distance is a double tap, in milliseconds and points. */
const doubleTapTime = 300;
const doubleTapDistance = 25;
/** How much of a pinch is followed beyond the limits of the scale. */
const pinchGive = 0.3;

/**
 * Opens an item's picture.
 * @param {ShadowRoot} root
 * @param {any} item
 * @param {(address: unknown) => URL | null} pictureAddress
 */
export function openViewer(root, item, pictureAddress) {
  const addresses = wholePictures(item.image).map(pictureAddress).filter(Boolean);
  if (!addresses.length) return;
  const label = item.image.alt || item.accessibility_label || '';
  const close = make('button', '', { type: 'button', 'aria-label': 'Close' }, '×');
  const img = make('img', '', { alt: label, hidden: '' });
  const dialog = make('dialog', 'viewer', { 'aria-label': label || null }, img, close);
  adoptStyles(root);
  root.append(dialog);
  // 1. The whole picture; where there is none, the largest of the cell.
  const next = () => {
    const address = addresses.shift();
    if (address) img.src = address;
    else dialog.close();
  };
  img.onerror = next;
  next();
  // 2. It is closed by the button and by Escape.
  const end = followZoom(dialog, img);
  close.onclick = () => dialog.close();
  dialog.onclose = () => {
    end();
    dialog.remove();
  };
  dialog.showModal();
}

/** Addresses of the whole picture, the best first. */
function wholePictures(image) {
  const last = image.sources?.[image.sources.length - 1] ?? {};
  const rendition = last['3x'] ?? last['2x'] ?? last['1x'];
  // A photo of the server has its own address, from which those of its sizes are made.
  const whole = /^(.*\/v1\/photos\/[^/]+)\/[^/]+$/.exec(rendition ?? '')?.[1];
  return [image.url, whole && `${whole}.jpg`, rendition];
}

/**
 * Lets a picture be zoomed and scrolled in a dialog.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLImageElement} img
 * @returns {() => void} ends it
 */
function followZoom(dialog, img) {
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** @type {import('./zoom.js').ScrollZoom | undefined} */
  let zoom;
  let state;
  let origin;
  let isMoved = false;
  let samples = [];
  let lastTap = { x: 0, y: 0, time: -Infinity };
  let animation;

  const draw = (next) => {
    state = next;
    const { scale, offset } = next;
    img.style.transform = `translate(${-offset.x}px, ${-offset.y}px) scale(${scale})`;
  };
  /** Animates to a state. */
  const go = (end) => {
    const { scale, offset } = state;
    animation = animate((share) => {
      draw({ scale: scale + (end.scale - scale) * share, offset: mixed(offset, end.offset, share) });
    }, spring(0, 1, 0, 500), () => draw(end));
  };
  /** The whole picture in the middle of the window. */
  const fit = () => {
    if (!img.naturalWidth) return;
    animation?.();
    zoom = scrollZoom(
      { width: img.naturalWidth, height: img.naturalHeight }, { width: innerWidth, height: innerHeight });
    draw(zoom.initial());
    img.hidden = false;
  };
  /** Gestures are measured from the state and the fingers they began with. */
  const begin = () => {
    const [a, b = a] = [...fingers.values()];
    return {
      ...state, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y),
    };
  };
  const tap = ({ clientX: x, clientY: y, timeStamp: time }) => {
    const isDouble = time - lastTap.time <= doubleTapTime
      && Math.hypot(x - lastTap.x, y - lastTap.y) <= doubleTapDistance;
    lastTap = { x, y, time: isDouble ? -Infinity : time };
    if (isDouble) go(zoom.doubleTapped(state, { x, y }));
  };

  const place = ({ pointerId, clientX: x, clientY: y }) => fingers.set(pointerId, { x, y });
  const release = (event) => {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size) {
      samples = [];
      origin = begin();
      return;
    }
    if (!isMoved) return tap(event);
    const { scale, offset } = state;
    const limited = zoom.limited(scale);
    if (limited !== scale) return go(zoom.zoomed(state, limited, origin));
    // A flick goes on as a list does.
    const flung = (axis, end) => projected(offset[axis], -velocityOf(samples, axis, end, event.timeStamp));
    go(zoom.state(scale, { x: flung('x', event.clientX), y: flung('y', event.clientY) }));
  };
  listen(dialog, {
    pointerdown(event) {
      if (!zoom || event.target.localName === 'button') return;
      animation?.();
      dialog.setPointerCapture(event.pointerId);
      place(event);
      isMoved = fingers.size > 1;
      samples = [];
      origin = begin();
    },
    pointermove(event) {
      if (!fingers.has(event.pointerId)) return;
      place(event);
      const { x, y, spread } = begin();
      isMoved ||= Math.hypot(x - origin.x, y - origin.y) > dragThreshold;
      if (!isMoved) return;
      // 1. The scale, which gives way beyond its limits.
      const asked = origin.scale * (origin.spread ? spread / origin.spread : 1);
      const limited = zoom.limited(asked);
      const scale = limited * (asked / limited) ** pinchGive;
      // 2. What was under the fingers stays under them; beyond the edges it follows less and less.
      const offset = offsetAbout(origin.offset, origin.scale, scale, origin);
      const limits = zoom.offsetLimits(scale);
      const { width, height } = zoom.bounds;
      draw({
        scale,
        offset: {
          x: rubberBanded(offset.x - x + origin.x, ...limits.x, width),
          y: rubberBanded(offset.y - y + origin.y, ...limits.y, height),
        },
      });
      samples.push({ x, y, time: event.timeStamp });
    },
    pointerup: release,
    pointercancel: release,
    wheel(event) {
      event.preventDefault();
      if (!zoom) return;
      animation?.();
      const scale = state.scale * Math.exp(-inPoints(event.deltaY, event) / 400);
      draw(zoom.zoomed(state, scale, { x: event.clientX, y: event.clientY }));
    },
  });
  img.onload = fit;
  const stop = listen(window, { resize: fit });
  return () => {
    animation?.();
    stop();
  };
}
