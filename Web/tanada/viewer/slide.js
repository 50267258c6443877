// One photo of the viewer: what stands for it until it is there, and where it is drawn.

import { make, setLengths } from '../dom.js';
import { cropIn } from './flight.js';
import { scrollZoom } from './zoom.js';

/** Sizes whose proportions differ by less than this share are of the same picture. */
const tolerance = 0.01;

/**
 * A photo of the viewer. Its pixels are those of the original, of which a smaller rendition may be shown.
 * @typedef {object} Slide
 * @property {any} item
 * @property {HTMLElement} element
 * @property {import('./zoom.js').ScrollZoom} zoom
 * @property {import('./zoom.js').ZoomState} state where it is drawn
 * @property {import('./zoom.js').ZoomState} rest where it is, or is on its way to
 * @property {import('../fit.js').Size} size in pixels
 * @property {(state: import('./zoom.js').ZoomState, part?: import('./flight.js').Rect) => void} draw draws
 *   it, or a part of it, with corners as round as those of its cell
 * @property {() => void} fit shows the whole photo in the middle of the window
 * @property {(frame: DOMRect) => import('./flight.js').Crop} cropIn
 */

/**
 * Makes the slide of an item.
 * @param {any} item
 * @param {URL[]} addresses of the whole photo, the best first
 * @param {HTMLElement | null} frame the picture of its cell
 * @returns {Slide}
 */
export function makeSlide(item, addresses, frame) {
  const { image } = item;
  const img = make('img', '', { alt: image.alt || item.accessibility_label || '', hidden: '', draggable: false });
  const copy = copyOf(frame);
  const standIn = make('div', 'stand-in', {}, copy);
  standIn.style.backgroundColor = image.placeholder?.color ?? '';
  const element = make('div', 'slide', {}, img, standIn);
  const radius = frame ? parseFloat(getComputedStyle(frame).borderRadius)
    || parseFloat(getComputedStyle(frame.closest('.face')).borderRadius) || 0 : 0;
  const { x = 0.5, y = 0.5 } = image.focus ?? {};

  const slide = {
    item, element,
    cropIn: (rect) => cropIn(slide.size, rect, { x, y }),
    draw(state, part) {
      slide.state = state;
      place(img, state, slide.size.width / (img.naturalWidth || slide.size.width), part);
      place(standIn, state, 1, part);
    },
    fit() {
      slide.zoom = scrollZoom(slide.size, { width: innerWidth, height: innerHeight });
      slide.rest = slide.zoom.initial();
      slide.draw(slide.rest);
    },
  };
  const place = ({ style }, { scale, offset }, ratio, part) => {
    const drawn = scale * ratio;
    style.transform = `translate(${-offset.x}px, ${-offset.y}px) scale(${drawn})`;
    if (!part) return void (style.clipPath = '');
    const { width, height } = slide.size;
    const edges = [part.y, width - part.x - part.width, height - part.y - part.height, part.x];
    style.clipPath = `inset(${edges.map((edge) => `${edge / ratio}px`).join(' ')} round ${radius / drawn}px)`;
  };
  const setSize = (size) => {
    slide.size = size;
    setLengths(standIn, size);
    if (!copy) return;
    const { part: { x: left, y: top, width, height } } = slide.cropIn(frame.getBoundingClientRect());
    setLengths(copy, { left, top, width, height });
  };

  // 1. The size that the document says, until the picture says another one.
  const box = frame?.getBoundingClientRect();
  setSize(image.width > 0 && image.height > 0 ? { width: image.width, height: image.height }
    : box?.width > 0 && box.height > 0 ? { width: box.width * 4, height: box.height * 4 } : { width: 1200, height: 1200 });
  slide.fit();
  // 2. The whole picture; where there is none, the largest of the cell.
  const next = () => {
    const address = addresses.shift();
    if (address) img.src = address;
  };
  img.onerror = next;
  img.onload = () => {
    const { naturalWidth: width, naturalHeight: height } = img;
    const { size } = slide;
    const isSame = Math.abs((width * size.height) / (height * size.width) - 1) < tolerance;
    if (!isSame || width > size.width) {
      setSize({ width, height });
      slide.fit();
    }
    img.hidden = false;
    slide.draw(slide.state);
  };
  img.onanimationend = () => standIn.remove();
  next();
  return slide;
}

/** A copy of the picture that a cell shows already; null if there is none. */
function copyOf(frame) {
  const img = frame?.querySelector('img');
  if (!img?.naturalWidth) return null;
  const copy = make('img', 'copy', { src: img.currentSrc, alt: '', decoding: 'sync' });
  copy.style.objectPosition = img.style.objectPosition;
  return copy;
}
