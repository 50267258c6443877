// One photo of the viewer: what stands for it until it is there, and where it is drawn.

import { make, setLengths } from '../dom.js';
import { cropIn } from './flight.js';
import { makeTimer } from '../timer.js';
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
  const radius = radiusOf(frame);
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
    style.transform = `translate(${-offset.x}px, ${-offset.y}px) scale(${scale * ratio})`;
    style.clipPath = part ? clipOf(part, slide.size, ratio, radius / scale) : '';
  };
  const setSize = (size) => {
    slide.size = size;
    setLengths(standIn, size);
    if (!copy) return;
    const { part: { x: left, y: top, width, height } } = slide.cropIn(frame.getBoundingClientRect());
    setLengths(copy, { left, top, width, height });
  };

  // 1. The size that the document says, until the picture says another one.
  setSize(sizeOf(image, frame));
  slide.fit();
  // 2. The whole picture; where there is none, the largest of the cell. A busy server is asked again.
  let tries = 0;
  const load = () => {
    img.src = addresses[tries % addresses.length];
    tries += 1;
  };
  const later = makeTimer(() => element.isConnected && load());
  img.onerror = () => (tries % addresses.length ? load() : later.again());
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
  load();
  return slide;
}

/** The size of a picture, in pixels: without one, of a square, or of its cell. */
function sizeOf({ width, height }, frame) {
  if (width > 0 && height > 0) return { width, height };
  const box = frame?.getBoundingClientRect();
  return box?.width > 0 && box.height > 0 ? { width: box.width, height: box.height } : { width: 1000, height: 1000 };
}

/** How round the corners of a cell's picture are, or of the cell. */
function radiusOf(frame) {
  const radii = [frame, frame?.closest('.face')]
    .map((element) => element && parseFloat(getComputedStyle(element).borderRadius));
  return radii.find((radius) => radius > 0) ?? 0;
}

/** A clip path that leaves a part of a picture, whose pixels are `ratio` as large as those of the original. */
function clipOf({ x, y, width, height }, size, ratio, radius) {
  const edges = [y, size.width - x - width, size.height - y - height, x];
  return `inset(${edges.map((edge) => `${edge / ratio}px`).join(' ')} round ${radius / ratio}px)`;
}

/** A copy of the picture that a cell shows already; null if there is none. */
function copyOf(frame) {
  const img = frame?.querySelector('img');
  if (!img?.naturalWidth) return null;
  const copy = make('img', 'copy', { src: img.currentSrc, alt: '', decoding: 'sync' });
  copy.style.objectPosition = img.style.objectPosition;
  return copy;
}
