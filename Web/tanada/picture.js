// Pictures: the smallest source that is sharp enough, and a placeholder until it is there.

import { make, setColor, setLengths, setRect } from './dom.js';
import { imageFit } from './fit.js';
import { limit } from './numbers.js';
import { loadPart, parts } from './parts.js';
import { candidatesOf } from './sources.js';

/** The longer side of a placeholder, in pixels: more than its waves can show. */
const placeholderSide = 16;
/** How long a picture has until its placeholder is drawn, in milliseconds: one that is cached needs none. */
const placeholderPause = 50;

/**
 * The slot of a picture.
 * @param {any} slot
 * @param {{pictureAddress: (address: unknown) => URL | null, isPrinted?: boolean}} context
 * @returns {import('./slots.js').SlotView}
 */
export function pictureSlot(slot, context) {
  const { pictureAddress } = context;
  const frame = make('div', 'frame');
  // The border is above the picture, as apps draw it: below it, one half of the line alone would be seen.
  const element = make('div', '', {}, frame, border(slot.border, slot.border?.corner_radius));
  setLengths(frame, { borderRadius: slot.corner_radius });
  let drawn = '';
  return {
    element,
    bind({ image, label }, rect) {
      const key = JSON.stringify([image, rect]);
      if (key === drawn) return;
      drawn = key;
      const isFitted = slot.content_mode === 'fit' && image?.width > 0 && image.height > 0;
      setRect(frame, isFitted ? imageFit(image, rect) : { ...rect, x: 0, y: 0 });
      frame.style.backgroundColor = image?.placeholder?.color ?? '';
      frame.replaceChildren();
      if (!image) return;
      const { x = 0.5, y = 0.5 } = image.focus ?? {};
      const add = (part) => {
        if (!part) return;
        part.style.objectPosition = `${x * 100}% ${y * 100}%`;
        frame.prepend(part.parentNode ?? part);
      };
      const img = picture(image, label, pictureAddress);
      add(img);
      if (context.isPrinted) return add(placeholder(image));
      const isMissing = () => key === drawn && !img.naturalWidth;
      setTimeout(() => isMissing()
        && loadPart('later').then(() => isMissing() && add(placeholder(image)), () => {}), placeholderPause);
    },
  };
}

/**
 * An edge that is centred on the outline of its parent; null without one.
 * @param {{width: number, color: string, dark?: string} | null} [line]
 * @param {number} [radius] the corner radius of the outline, in points
 * @returns {HTMLElement | null}
 */
export function border(line, radius) {
  if (!line) return null;
  const element = make('div', 'border');
  const half = line.width / 2;
  setLengths(element, { inset: -half, borderWidth: line.width, borderRadius: radius && radius + half });
  setColor(element, 'borderColor', line.color, line.dark);
  return element;
}

/** The blurred picture that is seen until the picture is there; null without a hash that can be drawn, and without the
 * part that draws it. */
function placeholder(image) {
  const hash = image.placeholder?.thumbhash;
  if (!hash) return null;
  const aspect = image.aspect > 0 ? image.aspect : 1;
  const side = (share) => limit(Math.round(placeholderSide * share), 1, placeholderSide);
  const [width, height] = [side(aspect), side(1 / aspect)];
  const canvas = make('canvas', 'fill', { width, height });
  try {
    const pixels = new ImageData(parts.later.decodeThumbHash(hash, width, height), width);
    canvas.getContext('2d').putImageData(pixels, 0, 0);
    return canvas;
  } catch {
    return null;
  }
}

/**
 * The picture, inside of a `<picture>` with a source for each format. The browser selects a source when the
 * image is inserted, and again when its `src` is set, so that is left out where there are sources.
 */
function picture(image, label, pictureAddress) {
  const img = make('img', 'fill', { alt: image.alt || label || '', decoding: 'async' });
  const parent = make('picture');
  for (const source of image.sources ?? []) {
    const srcset = candidatesOf(source, pictureAddress).map(([address, ratio]) => `${address} ${ratio}x`);
    if (srcset.length) parent.append(make('source', '', { type: source.type, srcset }));
  }
  parent.append(img);
  // A picture that cannot be loaded, or has no address, leaves the placeholder.
  img.onerror = () => img.remove();
  if (img === parent.firstChild) img.src = pictureAddress(image.url) ?? '';
  return img;
}
