// The photo viewer: a dialog that a photo grows into from its cell. It is zoomed, one goes on to the other
// photos of the section, and it is pulled down to close. It is a file of its own, which tanada.js loads when
// the first photo is opened.

import { animate, spring } from '../animation.js';
import { arrange, listen, make, setAttributes } from '../dom.js';
import { inPoints } from '../gestures.js';
import { limit, mixed } from '../numbers.js';
import { makeCaption } from './caption.js';
import { cellOf, reveal } from './cell.js';
import { followFingers } from './fingers.js';
import { onTheWay } from './flight.js';
import { makeManners } from './manners.js';
import { wholePictures } from './photo.js';
import { makeSlide } from './slide.js';
import { adoptStyles } from './styles.js';

/** The space between two photos, in points. */
const gap = 20;
/** How long a tap waits for a second one, in milliseconds. */
const tapPause = 300;
/** How much a key zooms. */
const zoomStep = 1.5;

/**
 * Opens the photo of an item.
 * @param {import('../section-view.js').SectionView} view its section
 * @param {any} opened the item
 * @param {{side: 1 | -1, pictureAddress: (address: unknown) => URL | null}} screen
 */
export function openViewer(view, opened, screen) {
  const addressesOf = ({ image }) => wholePictures(image).map(screen.pictureAddress).filter(Boolean);
  if (!addressesOf(opened).length) return;
  const root = view.element.getRootNode();
  adoptStyles(root);

  // The photos of the section, also of pages that it gets later.
  let entries;
  let photos = [];
  const list = () => {
    if (view.entries === entries) return photos;
    entries = view.entries;
    photos = entries.map(({ item }) => item).filter((item) => item.image && addressesOf(item).length);
    return photos;
  };
  let lastPlace = 0;
  const place = () => {
    const index = list().findIndex(({ id }) => id === current.item.id);
    return (lastPlace = index < 0 ? Math.min(lastPlace, photos.length) : index);
  };

  // 1. The dialog.
  const shade = make('div', 'shade');
  const strip = make('div', 'strip');
  const button = (name, label, text, action) => {
    const element = make('button', name, { type: 'button', 'aria-label': label }, text);
    element.onclick = action;
    return element;
  };
  const count = make('p', 'count', { role: 'status' });
  const caption = makeCaption(view, screen);
  const previous = button('previous', 'Previous photo', screen.side > 0 ? '‹' : '›', () => turn(-1));
  const next = button('next', 'Next photo', screen.side > 0 ? '›' : '‹', () => turn(1));
  const bars = make('div', 'bars', {}, button('close', 'Close', '×', () => close()), count, caption.element, previous, next);
  const dialog = make('dialog', 'viewer', { 'aria-label': view.section.title || 'Photo', lang: 'en' }, shade, strip, bars);

  // 2. What is drawn where.
  /** @type {Map<any, import('./slide.js').Slide>} by the items' ids */
  const slides = new Map();
  /** @type {import('./slide.js').Slide} */
  let current;
  let shift = 0;
  let light = 0;
  let isLanded = false;
  let isClosing = false;
  let hiddenFace;
  let stop = () => {};
  const period = () => innerWidth + gap;

  const setShift = (points) => {
    shift = points;
    const middle = list().findIndex(({ id }) => id === current.item.id);
    for (const { item, element } of slides.values()) {
      const way = photos.findIndex(({ id }) => id === item.id) - middle;
      element.style.transform = `translateX(${way * screen.side * period() + points}px)`;
    }
  };
  const setLight = (share) => {
    light = share;
    shade.style.opacity = share;
    bars.style.opacity = Math.max(0, share * 3 - 2);
  };
  const hide = (cell) => {
    if (hiddenFace) hiddenFace.style.visibility = '';
    hiddenFace = cell?.face;
    if (cell) hiddenFace.style.visibility = 'hidden';
  };
  const slideOf = (item) => {
    const { id } = item;
    if (!slides.has(id)) slides.set(id, makeSlide(item, addressesOf(item), cellOf(view, id)?.frame ?? null));
    return slides.get(id);
  };
  /** Makes the photos beside the current one, and lets all others go. */
  const fill = () => {
    const middle = place();
    const near = isLanded ? [list()[middle - 1], photos[middle + 1]].filter(Boolean).map(slideOf) : [];
    const kept = [current, ...near];
    for (const [id, slide] of slides) {
      if (kept.includes(slide)) continue;
      slides.delete(id);
      slide.element.remove();
    }
    arrange(strip, kept.map(({ element }) => element));
    setAttributes(previous, { 'aria-disabled': middle === 0 || null });
    setAttributes(next, { 'aria-disabled': middle >= photos.length - 1 || null });
    const known = view.next ? `${photos.length}+` : photos.length;
    const said = make('span', 'unseen', {}, `Photo ${middle + 1} of ${known}: ${caption.title}`);
    count.replaceChildren(make('span', '', { 'aria-hidden': true }, `${middle + 1} / ${known}`), said);
    setShift(shift);
  };
  const show = (item) => {
    current = slideOf(item);
    caption.show(item);
    fill();
    hide(cellOf(view, item.id));
  };

  // 3. Motions.
  const run = (draw, course, done) => {
    stop();
    stop = animate(draw, course, done);
  };
  /** Brings the photo to where it rests, and everything else with it. */
  const settle = (rest = current.rest, velocity = 0) => {
    const slide = current;
    const { state } = slide;
    const [shiftBefore, lightBefore] = [shift, light];
    slide.rest = rest;
    const push = shiftBefore ? limit(-velocity / shiftBefore, 0, 30) : 0;
    run((share) => {
      slide.draw({
        scale: state.scale + (rest.scale - state.scale) * share,
        offset: mixed(state.offset, rest.offset, share),
      });
      setShift(shiftBefore * (1 - share));
      setLight(lightBefore + (1 - lightBefore) * share);
    }, spring(0, 1, push, period()), () => {
      slide.draw(rest);
      isLanded = true;
      for (const other of slides.values()) if (other !== current) other.fit();
      fill();
    });
  };
  /** Flies from or to the cell, as far as it can be seen; fades without one. */
  const fly = (from, to, done) => {
    const slide = current;
    const cell = cellOf(view, slide.item.id);
    const end = from ? slide.state : null;
    const [lightBefore, shiftBefore] = [light, shift];
    const draw = (share) => {
      setLight(from ? lightBefore * share : share);
      setShift(shiftBefore * share);
      if (!cell?.isSeen) return void (strip.style.opacity = share);
      const { state, part } = onTheWay(slide.size, slide.cropIn(cell.rect), end ?? slide.rest, share);
      slide.draw(state, part);
    };
    run(draw, spring(from, to, 0, 500), done);
  };
  const turn = (by, velocity = 0) => {
    const item = list()[place() + by];
    if (!item) return settle(current.rest, velocity);
    shift = limit(shift + by * screen.side * period(), -period(), period());
    reveal(view, item.id);
    show(item);
    settle(current.rest, velocity);
  };
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    dialog.classList.add('closing');
    hide(cellOf(view, current.item.id));
    fly(1, 0, () => dialog.close());
  };

  // 4. What fingers, the wheel and keys do.
  const isBeside = ({ x, y }) => {
    const { scale, offset } = current.rest;
    const { width, height } = current.zoom.size(scale);
    return x < -offset.x || y < -offset.y || x > width - offset.x || y > height - offset.y;
  };
  let tapTimer;
  const isOn = ({ target }) => !isClosing && !target.closest('button, a, .open');
  followFingers(dialog, isOn, {
    ...makeManners({
      get current() {
        return current;
      },
      get shift() {
        return shift;
      },
      hasOther: (by) => !!list()[place() + by * screen.side],
      turn: (by, velocity) => turn(by * screen.side, velocity),
      setShift, setLight, settle, close, expand: () => caption.open(true),
    }),
    press() {
      stop();
      clearTimeout(tapTimer);
    },
    tap(point, { pointerType }) {
      settle();
      if (pointerType === 'mouse' && isBeside(point)) return close();
      tapTimer = setTimeout(() => {
        if (caption.isOpen) caption.open(false);
        else dialog.classList.toggle('bare');
      }, tapPause);
    },
    doubleTap: (point) => settle(current.zoom.doubleTapped(current.rest, point)),
  });
  const middle = () => ({ x: innerWidth / 2, y: innerHeight / 2 });
  const zoomBy = (factor) => settle(current.zoom.zoomed(current.rest, current.rest.scale * factor, middle()));
  const keys = {
    ArrowRight: () => turn(screen.side),
    ArrowLeft: () => turn(-screen.side),
    Home: () => turn(-place()),
    End: () => turn(list().length - 1 - place()),
    '+': () => zoomBy(zoomStep),
    '-': () => zoomBy(1 / zoomStep),
    0: () => settle(current.zoom.initial()),
  };
  listen(dialog, {
    keydown(event) {
      const action = keys[event.key];
      if (!action || event.ctrlKey || event.altKey || event.metaKey || isClosing) return;
      event.preventDefault();
      action();
    },
    wheel(event) {
      if (event.target.closest('.open')) return;
      event.preventDefault();
      if (isClosing) return;
      stop();
      const { scale } = current.state;
      const asked = scale * Math.exp(-inPoints(event.deltaY, event) / 400);
      current.rest = current.zoom.zoomed(current.state, asked, { x: event.clientX, y: event.clientY });
      current.draw(current.rest);
      setLight(1);
    },
    cancel(event) {
      event.preventDefault();
      close();
    },
  });
  const stopListening = listen(window, {
    resize() {
      if (!dialog.isConnected) return stopListening();
      stop();
      for (const slide of slides.values()) slide.fit();
      if (!isClosing) settle();
    },
  });

  // 5. It ends where it began: in the cell, which has the focus again.
  dialog.onclose = () => {
    stop();
    stopListening();
    clearTimeout(tapTimer);
    hide(null);
    dialog.remove();
    cellOf(view, current.item.id)?.face.focus({ preventScroll: true });
  };
  show(opened);
  root.append(dialog);
  dialog.showModal();
  fly(0, 1, () => settle());
}
