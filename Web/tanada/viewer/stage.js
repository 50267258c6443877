// Where the photos of the viewer are drawn, and how they move: one in the window, and one at each side.

import { animate } from '../animation.js';
import { spring } from '../courses.js';
import { arrange, make } from '../dom.js';
import { limit, mixed } from '../numbers.js';
import { cellOf, reveal } from './cell.js';
import { onTheWay } from './flight.js';
import { makeSlide } from './slide.js';

/** The space between two photos, in points. */
const gap = 20;
/** How much faster than by itself a spring goes after a flick, at most, per second. */
const fastest = 30;

/** From one photo to the next, in points. */
const period = () => innerWidth + gap;

/** The photos of the viewer. */
export class Stage {
  #view;
  #album;
  #side;
  #owner;
  #strip = make('div', 'strip');
  #shade = make('div', 'shade');
  /** @type {Map<any, import('./slide.js').Slide>} by the items' ids */
  #slides = new Map();
  /** How much of the page is covered. */
  #light = 0;
  /** Whether the first photo has arrived; before, no other one is loaded. */
  #isLanded = false;
  #hiddenFace;
  #stop = () => {};

  /**
   * @param {import('../section-view.js').SectionView} view
   * @param {import('./album.js').Album} album
   * @param {1 | -1} side −1 where the next photo is on the left
   * @param {{changed: () => void, lit: (share: number) => void}} owner is told that another photo or
   *   another number of photos is shown, and how much of the page is covered
   */
  constructor(view, album, side, owner) {
    this.#view = view;
    this.#album = album;
    this.#side = side;
    this.#owner = owner;
    this.elements = [this.#shade, this.#strip];
    /** @type {import('./slide.js').Slide} */
    this.current = null;
    /** How far the photos are moved sideways, in points. */
    this.shift = 0;
  }

  /** Moves all photos sideways. @param {number} points */
  setShift(points) {
    this.shift = points;
    const items = this.#album.items();
    const middle = this.#album.placeOf(this.current.item);
    for (const { item, element } of this.#slides.values()) {
      const way = items.findIndex(({ id }) => id === item.id) - middle;
      const x = item === this.current.item ? points : way * this.#side * period() + points;
      element.style.transform = `translateX(${x}px)`;
    }
  }

  /** Covers the page. @param {number} share */
  setLight(share) {
    this.#light = share;
    this.#shade.style.opacity = share;
    this.#owner.lit(share);
  }

  /** Ends a motion where it is. */
  stop() {
    this.#stop();
  }

  /** Shows the photo of an item. */
  show(item) {
    this.current = this.#slideOf(item);
    this.#fill();
    this.#hide(cellOf(this.#view, item.id));
  }

  /** The slide of an item, as it is now: it may have been edited. */
  #slideOf(item) {
    const { id } = item;
    const known = this.#slides.get(id);
    if (known && JSON.stringify(known.item.image) === JSON.stringify(item.image)) {
      known.item = item;
      return known;
    }
    known?.element.remove();
    const frame = cellOf(this.#view, id)?.frame ?? null;
    const slide = makeSlide(item, this.#album.addressesOf(item), frame);
    this.#slides.set(id, slide);
    return slide;
  }

  /** Makes the photos beside the current one, and lets all others go. */
  #fill() {
    const items = this.#album.items();
    const middle = this.#album.placeOf(this.current.item);
    const near = this.#isLanded ? [items[middle - 1], items[middle + 1]].filter(Boolean) : [];
    const kept = new Set([this.current, ...near.map((item) => this.#slideOf(item))]);
    for (const [id, slide] of this.#slides) {
      if (kept.has(slide)) continue;
      this.#slides.delete(id);
      slide.element.remove();
    }
    arrange(this.#strip, [...kept].map(({ element }) => element));
    this.setShift(this.shift);
    this.#owner.changed();
  }

  /** Hides a cell while its photo is elsewhere, and shows the one before again. */
  #hide(cell) {
    if (this.#hiddenFace) this.#hiddenFace.style.visibility = '';
    this.#hiddenFace = cell?.face;
    if (cell) cell.face.style.visibility = 'hidden';
  }

  #run(draw, course, done) {
    this.#stop();
    this.#stop = animate(draw, course, done);
  }

  /**
   * Brings the photo to where it rests, and everything else with it.
   * @param {import('./zoom.js').ZoomState} [rest]
   * @param {number} [velocity] of the photos to the right, in points per second
   */
  settle(rest = this.current.rest, velocity = 0) {
    const { current: slide, shift } = this;
    const { state } = slide;
    const light = this.#light;
    slide.rest = rest;
    this.#run((share) => {
      slide.draw({
        scale: state.scale + (rest.scale - state.scale) * share,
        offset: mixed(state.offset, rest.offset, share),
      });
      this.setShift(shift * (1 - share));
      this.setLight(light + (1 - light) * share);
    }, spring(0, 1, shift ? limit(-velocity / shift, 0, fastest) : 0, period()), () => {
      slide.draw(rest);
      this.#isLanded = true;
      for (const other of this.#slides.values()) if (other !== this.current) other.fit();
      this.#fill();
    });
  }

  /** Shows the photo that is opened: it comes from its cell, and fades in without one. */
  enter() {
    this.#fly(() => this.current.rest, 0, 1, () => this.settle());
  }

  /** Brings the photo back to its cell. @param {() => void} done */
  leave(done) {
    const { state } = this.current;
    this.#hide(cellOf(this.#view, this.current.item.id));
    this.#fly(() => state, 1, 0, done);
  }

  /** Flies from or to the cell, as far as it can be seen; fades without one. */
  #fly(end, from, to, done) {
    const { current: slide, shift } = this;
    const cell = cellOf(this.#view, slide.item.id);
    const light = from ? this.#light : 1;
    this.#run((share) => {
      this.setLight(light * share);
      this.setShift(shift * share);
      if (!cell?.isSeen) {
        this.#strip.style.opacity = share;
        return;
      }
      const { state, part } = onTheWay(slide.size, slide.cropIn(cell.rect), end(), share);
      slide.draw(state, part);
    }, spring(from, to, 0, 500), done);
  }

  /**
   * Goes on to another photo.
   * @param {number} by how many further
   * @param {number} [velocity] of the photos to the right, in points per second
   */
  turn(by, velocity = 0) {
    const { current, shift } = this;
    const item = this.#album.items()[this.#album.placeOf(current.item) + by];
    if (item && by) {
      this.shift = limit(shift + by * this.#side * period(), -period(), period());
      reveal(this.#view, item.id);
      this.show(item);
    }
    this.settle(this.current.rest, velocity);
  }

  /** Whether there is another photo on the right (1) or on the left (−1). */
  hasOther(direction) {
    return !!this.#album.items()[this.#album.placeOf(this.current.item) + direction * this.#side];
  }

  /** Whether a point of the window is beside the photo. */
  isBeside({ x, y }) {
    const { zoom, rest: { scale, offset } } = this.current;
    const { width, height } = zoom.size(scale);
    return x < -offset.x || y < -offset.y || x > width - offset.x || y > height - offset.y;
  }

  /** Fits all photos into a window of another size. */
  fit() {
    this.#stop();
    for (const slide of this.#slides.values()) slide.fit();
  }

  /** Ends it: the cell is shown again, and has the focus; of an item that is gone, the one in its place. */
  end() {
    this.#stop();
    this.#hide(null);
    const items = this.#album.items();
    const { id } = items[this.#album.placeOf(this.current.item)] ?? items[items.length - 1] ?? this.current.item;
    cellOf(this.#view, id)?.face.focus({ preventScroll: true });
  }
}
