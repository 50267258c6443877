// The photo viewer: a dialog that a photo grows into from its cell. It is zoomed, one goes on to the other
// photos of the section, and it is pulled down to close. It is a file of its own, which tanada.js loads when
// the first photo is opened.

import { listen, make, setAttributes } from '../dom.js';
import { inPoints } from '../gestures.js';
import { makeAlbum } from './album.js';
import { makeCaption } from './caption.js';
import { followFingers, touchedBy } from './fingers.js';
import { makeManners } from './manners.js';
import { Stage } from './stage.js';
import { adoptStyles } from './styles.js';

/** How long a tap waits for a second one, in milliseconds. */
const tapPause = 300;
/** How much a key zooms. */
const zoomStep = 1.5;
/** How far a wheel turns until the scale is e times as large, in points. */
const wheelLength = 400;

/**
 * Opens the photo of an item.
 * @param {import('../section-view.js').SectionView} view its section
 * @param {any} item
 * @param {{side: 1 | -1, pictureAddress: (address: unknown) => URL | null}} screen
 */
export function openViewer(view, item, screen) {
  const album = makeAlbum(view, screen.pictureAddress);
  if (!album.addressesOf(item).length) return;
  const root = view.element.getRootNode();
  adoptStyles(root);

  // 1. The photos, and what is around them.
  const caption = makeCaption(view, screen);
  const stage = new Stage(view, album, screen.side, {
    changed() {
      caption.show(stage.current.item);
      bars.show(album.placeOf(stage.current.item), album.items().length, album.size(), caption.title);
    },
    lit: (share) => bars.setOpacity(share),
  });
  let isClosing = false;
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    dialog.classList.add('closing');
    stage.leave(() => dialog.close());
  };
  const bars = makeBars(stage, caption, screen.side, close);
  const dialog = make(
    'dialog', 'viewer', { 'aria-label': view.section.title || 'Photo', lang: 'en' }, ...stage.elements, bars.element);

  // 2. What is done to them.
  const stopTaps = followTouches(dialog, stage, screen.side, caption, close);
  followKeys(dialog, stage, album, screen.side);
  listen(dialog, {
    cancel(event) {
      event.preventDefault();
      close();
    },
  });
  const stopListening = listen(window, {
    resize() {
      if (!dialog.isConnected) return stopListening();
      stage.fit();
      if (!isClosing) stage.settle();
    },
  });

  // 3. It begins in the cell and ends there.
  dialog.onclose = () => {
    stopListening();
    stopTaps();
    dialog.remove();
    stage.end();
  };
  stage.show(item);
  root.append(dialog);
  dialog.showModal();
  stage.enter();
}

/** The buttons, the number of the photo and its caption. */
function makeBars(stage, caption, side, close) {
  const button = (name, label, text, action) => {
    const element = make('button', name, { type: 'button', 'aria-label': label }, text);
    element.onclick = action;
    return element;
  };
  const [back, forth] = side > 0 ? '‹›' : '›‹';
  const count = make('p', 'count', { role: 'status' });
  const previous = button('previous', 'Previous photo', back, () => stage.turn(-1));
  const next = button('next', 'Next photo', forth, () => stage.turn(1));
  const element = make(
    'div', 'bars', {}, button('close', 'Close', '×', close), count, caption.element, previous, next);
  let shown;
  return {
    element,
    /** Says which photo is shown, of how many. */
    show(index, length, size, title) {
      setAttributes(previous, { 'aria-disabled': index === 0 || null });
      setAttributes(next, { 'aria-disabled': index >= length - 1 || null });
      const spoken = `Photo ${index + 1} of ${size}: ${title}`;
      if (spoken === shown) return;
      shown = spoken;
      count.replaceChildren(
        make('span', '', { 'aria-hidden': true }, `${index + 1} / ${size}`), make('span', 'unseen', {}, spoken));
    },
    /** They appear when nearly all of the page is covered. */
    setOpacity(share) {
      element.style.opacity = Math.max(0, share * 3 - 2);
    },
  };
}

/** Follows fingers and the wheel; returns what ends it. */
function followTouches(dialog, stage, side, caption, close) {
  const isFree = () => !dialog.classList.contains('closing');
  let timer;
  followFingers(dialog, (event) => isFree() && touchedBy(event), {
    ...makeManners(stage, side, close, () => caption.open(true)),
    press() {
      stage.stop();
      clearTimeout(timer);
    },
    tap(point, { pointerType }) {
      stage.settle();
      if (pointerType === 'mouse' && stage.isBeside(point)) return close();
      timer = setTimeout(() => {
        if (caption.isOpen) caption.open(false);
        else dialog.classList.toggle('bare');
      }, tapPause);
    },
    doubleTap: (point) => stage.settle(stage.current.zoom.doubleTapped(stage.current.rest, point)),
  });
  listen(dialog, {
    wheel(event) {
      // A pinch of a trackpad is a wheel with this key.
      if (event.target.closest('.open') && !event.ctrlKey) return;
      event.preventDefault();
      if (!isFree()) return;
      stage.stop();
      const { current } = stage;
      const scale = current.state.scale * Math.exp(-inPoints(event.deltaY, event) / wheelLength);
      current.rest = current.zoom.zoomed(current.state, scale, { x: event.clientX, y: event.clientY });
      current.draw(current.rest);
      stage.setShift(0);
      stage.setLight(1);
    },
  });
  return () => clearTimeout(timer);
}

/** Follows keys. Escape is that of the dialog. */
function followKeys(dialog, stage, album, side) {
  const zoomBy = (factor) => {
    const { zoom, rest } = stage.current;
    stage.settle(zoom.zoomed(rest, rest.scale * factor, { x: innerWidth / 2, y: innerHeight / 2 }));
  };
  const turnTo = (index) => stage.turn(index - album.placeOf(stage.current.item));
  const keys = {
    ArrowRight: () => stage.turn(side),
    ArrowLeft: () => stage.turn(-side),
    Home: () => turnTo(0),
    End: () => turnTo(album.items().length - 1),
    '+': () => zoomBy(zoomStep),
    '-': () => zoomBy(1 / zoomStep),
    0: () => stage.settle(stage.current.zoom.initial()),
  };
  listen(dialog, {
    keydown(event) {
      const action = keys[event.key];
      const isOther = event.ctrlKey || event.altKey || event.metaKey || dialog.classList.contains('closing');
      if (!action || isOther) return;
      event.preventDefault();
      action();
    },
  });
}
