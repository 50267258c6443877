// Lists whose rows are put into another order by dragging, with a mouse, a pen or a finger.

import { areaOf, listen, make, scrollerOf } from '../../tanada/dom.js';
import { landingPlace } from '../core/compositions.js';

/** How far a pointer moves before a row is dragged, in points. */
const threshold = 5;
/** How near the edges of the scroller it scrolls by itself, and how far at most in a frame, in points. */
const edge = 48;
const fastest = 14;
/** The controls inside a row that are pressed and not dragged. */
const controls = 'button, input, select, textarea';

/**
 * A row that is dragged.
 * @typedef {object} Drag
 * @property {HTMLElement} row
 * @property {HTMLElement} outline where it lands
 * @property {number} from its place before
 * @property {number} to its place if it is let go now
 * @property {number} grip how far below its upper edge it is held
 * @property {number} y where the pointer is in the window
 */

/**
 * Lets the rows of a list be dragged: with a mouse everywhere but on their controls, with a finger at their
 * `.drag-handle`. An outline shows where a row lands; Escape puts it back.
 * @param {HTMLElement} list its children are the rows
 * @param {object} options
 * @param {(row: HTMLElement, place: number) => void} options.move called when a row was let go at another place
 * @param {() => void} [options.ended] called after every drag
 * @param {() => boolean} [options.isEnabled]
 * @returns {{isDragging: boolean, cancel: () => void}}
 */
export function makeReorderable(list, { move, ended = () => {}, isEnabled = () => true }) {
  /** @type {Drag | null} */
  let drag = null;
  /** Ends listening to the pointer that was pressed. */
  let stop = () => {};
  let frame = 0;

  list.addEventListener('pointerdown', (event) => {
    const row = [...list.children].find((child) => child.contains(event.target));
    const isHandle = event.target.closest('.drag-handle');
    if (!row || drag || event.button || !event.isPrimary || !isEnabled()) return;
    if (!isHandle && (event.pointerType !== 'mouse' || event.target.closest(controls))) return;
    if (isHandle) event.preventDefault();
    press(row, event);
  });
  // A link is opened by a press, and its address is not what is dragged.
  list.addEventListener('dragstart', (event) => event.preventDefault());

  function press(row, { clientY: start, pointerId }) {
    stop();
    const isOther = (event) => event.pointerId !== pointerId;
    stop = listen(window, {
      pointermove(event) {
        if (isOther(event)) return;
        if (!drag && Math.abs(event.clientY - start) < threshold) return;
        event.preventDefault();
        if (!drag) begin(row, start);
        drag.y = event.clientY;
        follow();
      },
      pointerup: (event) => isOther(event) || end(true),
      pointercancel: (event) => isOther(event) || end(false),
      blur: () => end(false),
      keydown(event) {
        if (event.key !== 'Escape' || !drag) return;
        event.preventDefault();
        event.stopPropagation();
        end(false);
      },
      // The press at the end of a drag opens nothing.
      click(event) {
        event.preventDefault();
        event.stopPropagation();
        stop();
      },
    }, { capture: true });
  }

  function begin(row, start) {
    const { top, height } = row.getBoundingClientRect();
    const from = [...list.children].indexOf(row);
    const outline = make(row.localName, 'drop-outline', { 'aria-hidden': 'true' });
    outline.style.height = `${height}px`;
    drag = { row, outline, from, to: from, grip: start - top, y: start };
    getSelection()?.removeAllRanges();
    row.classList.add('dragged');
    list.classList.add('reorders');
    row.before(outline);
    scroll();
  }

  /** Puts the row below the pointer, and the outline where it would land. */
  function follow() {
    const { row, outline, grip, y } = drag;
    const { top, height } = list.getBoundingClientRect();
    const own = row.offsetHeight;
    const place = Math.max(-own / 2, Math.min(height - own / 2, y - grip - top));
    row.style.transform = `translateY(${place}px)`;
    const others = [...list.children].filter((child) => child !== row && child !== outline);
    const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
    const to = landingPlace(others.map((other) => other.offsetHeight), own, gap, place + own / 2);
    if (to === drag.to) return;
    drag.to = to;
    if (others[to]) others[to].before(outline);
    else list.append(outline);
  }

  /** Scrolls while the pointer is near an edge. */
  function scroll() {
    const scroller = scrollerOf(list);
    const step = () => {
      if (!drag) return;
      const { top, bottom } = areaOf(scroller);
      const over = Math.max(0, drag.y - (bottom - edge)) - Math.max(0, top + edge - drag.y);
      if (over) {
        scroller.scrollBy(0, Math.max(-1, Math.min(1, over / edge)) * fastest);
        follow();
      }
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }

  function end(isDone) {
    const done = drag;
    drag = null;
    cancelAnimationFrame(frame);
    if (!done) return stop();
    // The click that follows comes before the next task; there is none where the pointer is above something else.
    setTimeout(stop);
    const { row, outline, from, to } = done;
    outline.remove();
    row.classList.remove('dragged');
    row.style.transform = '';
    list.classList.remove('reorders');
    if (isDone && to !== from) move(row, to);
    ended();
  }

  return {
    get isDragging() {
      return drag !== null;
    },
    cancel: () => end(false),
  };
}
