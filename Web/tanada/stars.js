// A row of stars that are filled to a fraction.

import { make, setAttributes, setColor } from './dom.js';
import { limit } from './numbers.js';

const namespace = 'http://www.w3.org/2000/svg';
/** The outline of a star in a box of 100 × 100. */
const points = '49.5,0 60.5,35 99,35 67.5,58 78.5,92 49.5,71 20.5,92 31.5,58 0,35 38.5,35';

/**
 * The slot of the stars.
 * @param {any} slot
 * @param {{direction: string}} context
 * @returns {import('./slots.js').SlotView}
 */
export function starsSlot(slot, { direction }) {
  const element = make('div');
  const isMirrored = direction === 'rtl';
  const { star_size: size = 20, spacing = 5, color, dark } = slot;
  const { outline: line = color, outline_dark: lineDark = dark, outline_width: lineWidth = 1 } = slot;
  // The edge of a star lies inside of its box: its width, and a miter of 0.3 that is rounded up.
  const inset = Math.ceil(1.3 * lineWidth);
  const factor = (size - 2 * inset) / 100;
  return {
    element,
    bind({ stars }) {
      const strip = shape('svg', { width: '100%', height: '100%' });
      stars.forEach((fill, i) => {
        const x = (isMirrored ? stars.length - 1 - i : i) * (size + spacing);
        // The empty star, and over it the covered part of the full one, from the reading side.
        for (const width of [size, size * limit(fill, 0, 1)]) {
          if (!width) continue;
          const from = isMirrored ? x + size - width : x;
          const part = shape('svg', { x: from, width, height: size, viewBox: `${from} 0 ${width} ${size}` });
          const star = shape('polygon', {
            points, fill: 'none', 'stroke-width': lineWidth / factor,
            transform: `translate(${x + inset} ${inset}) scale(${factor})`,
          });
          if (width < size || fill >= 1) setColor(star, 'fill', color, dark);
          setColor(star, 'stroke', line, lineDark);
          part.append(star);
          strip.append(part);
        }
      });
      element.replaceChildren(strip);
    },
  };
}

function shape(name, attributes) {
  const element = document.createElementNS(namespace, name);
  setAttributes(element, attributes);
  return element;
}
