// The slots of a cell: where each lies, and what it shows.

import { scrim, withContrast } from './contrast.js';
import { make, setColor, setLengths, setRect } from './dom.js';
import { pictureSlot } from './picture.js';
import { slotRect } from './slot-rect.js';
import { starsSlot } from './stars.js';

/** The height of a line of text, in font sizes. */
const lineShare = 1.366;

/** @typedef {import('./content.js').Content} Content */
/** @typedef {import('./slot-rect.js').Rect} Rect */

/**
 * The view of a slot.
 * @typedef {object} SlotView
 * @property {HTMLElement} element
 * @property {(content: Content, rect: Rect, size: {width: number, height: number}) => void} [bind] shows
 *   the content of an item; the rectangle is that of the slot, the size that of the cell
 */

/**
 * Makes the elements of a cell's slots, from back to front, inside `face`. A slot or a type that is
 * not known is left out.
 * @param {HTMLElement} face
 * @param {any[]} slots
 * @param {any} context the context of pictures
 * @returns {{element: HTMLElement, bind: (content: Content, size: {width: number, height: number}) => void}[]}
 *   `bind` places a slot in a cell of a size and shows an item
 */
export function buildSlots(face, slots, context) {
  const known = (slots ?? [])
    .filter((slot) => builders[slot?.type] && /^(top|bottom)$/.test(slot.anchor))
    .map((slot) => (context.hasContrast ? withContrast(slot, slots) : slot));
  const tails = new Map();
  return known.map((slot) => {
    const { element, bind } = builders[slot.type](slot, context);
    element.classList.add('slot');
    element.dataset.slot = slot.role;
    const hugs = slot.type === 'text' && known.some((other) => other.after === slot.role);
    const tail = make('div', 'tail');
    (tails.get(slot.after) ?? face).append(hugs ? flow(slot, element, tail) : element);
    if (hugs) tails.set(slot.role, tail);
    return {
      element,
      bind(content, size) {
        const rect = slotRect(slot, size);
        if (!hugs) setRect(element, rect);
        bind?.(content, rect, size);
      },
    };
  });
}

/** A text that is as high as its lines, and then what comes after it. */
function flow({ anchor, offset = 0, left, right, width, height }, text, tail) {
  const wrapper = make('div', '', {}, text, tail);
  setLengths(wrapper, { left: 0, right: 0, [anchor]: offset });
  text.style.marginInline = 'auto'; // in the middle, unless a side is given
  setLengths(text, { marginLeft: left, marginRight: right, width, maxHeight: height });
  text.classList.add('hugs');
  return wrapper;
}

/** @type {Record<string, (slot: any, context: any) => SlotView>} */
const builders = {
  image: pictureSlot,
  stars: starsSlot,
  shade: (slot) => {
    const element = make('div');
    setLengths(element, { borderRadius: slot.corner_radius });
    setColor(element, 'backgroundColor', slot.color, slot.dark);
    if (!slot.over) return { element };
    return {
      element,
      bind(_, { y, height }, size) {
        const rects = slot.over.map((other) => slotRect(other, size));
        const tops = rects.filter((rect) => rect.y >= y && rect.y < y + height).map((rect) => rect.y - y);
        element.style.backgroundImage = scrim(slot.color, tops);
      },
    };
  },
  line: (slot) => {
    // A border is never thinner than a pixel of the device.
    const stroke = make('div', 'stroke');
    setLengths(stroke, { borderTopWidth: slot.height });
    setColor(stroke, 'borderTopColor', slot.color, slot.dark);
    return { element: make('div', '', {}, stroke) };
  },
  text: (slot) => textSlot(slot, make('div', 'text')),
  badge: badgeSlot,
};

/** A text of up to a number of lines, at the top or the bottom of its slot. */
function textSlot(slot, element) {
  const { families = [], size = 12, weight = 400 } = slot.font ?? {};
  const lines = slot.lines ?? 1;
  const pitch = slot.line_pitch ?? size * lineShare;
  // Each text has its own direction: a Japanese one on an Arabic screen reads from the left, and the ellipsis of one
  // that is too long stands at its right end.
  const line = make('div', lines > 1 ? 'line' : 'line one', { dir: 'auto' });
  const { style } = line;
  style.fontFamily = [...families.map((name) => JSON.stringify(name)), 'sans-serif'].join();
  style.fontWeight = weight;
  if (lines > 1) style.webkitLineClamp = lines;
  setColor(line, 'color', slot.color, slot.dark);
  // The gap between two lines is not above the first one and not below the last. The height of all
  // lines is rounded up to a pixel; the rest is below.
  const gap = pitch - size * lineShare;
  const padding = (slot.padding?.top ?? 0) + (slot.padding?.bottom ?? 0);
  const spare = slot.height - padding - (lines * pitch - gap);
  setLengths(line, {
    fontSize: size, lineHeight: pitch, marginTop: -gap / 2, marginBottom: Math.max(spare, 0) - gap / 2,
  });
  element.style.justifyContent = slot.anchor === 'bottom' ? 'flex-end' : '';
  element.style.textAlign = slot.align ?? 'left';
  element.append(line);
  return {
    element,
    bind(content) {
      const text = slot.role === 'fixed' ? slot.text : content.text(slot.role);
      line.textContent = text ? (slot.prefix ?? '') + text : '';
    },
  };
}

/** A text of one line on a box that is as wide as the text. */
function badgeSlot(slot) {
  const box = make('div', 'text');
  const element = make('div', 'badge', {}, box);
  const { top = 0, left = 0, bottom = 0, right = 0 } = slot.padding ?? {};
  const text = textSlot({ ...slot, lines: 1, anchor: 'top', align: 'left' }, box);
  element.style.justifyContent = slot.align ?? 'left';
  setLengths(box, {
    paddingTop: top, paddingRight: right, paddingBottom: bottom, paddingLeft: left,
    borderRadius: slot.corner_radius,
  });
  setColor(box, 'backgroundColor', slot.background, slot.background_dark);
  return {
    element,
    bind(content) {
      text.bind(content);
      box.hidden = !box.textContent;
    },
  };
}
