// What a document says of drags and of the motion after them, and the shadows of cards.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { makeCarousel } from '../carousel.js';
import { steady } from '../courses.js';
import { followDrags } from '../gestures.js';
import { moverFor } from '../movers.js';
import { motions } from '../motions.js';

const screen = /** @type {const} */ ({ width: 390, direction: 'ltr', side: 1 });
const kept = Object.fromEntries(
  ['document', 'matchMedia', 'requestAnimationFrame', 'cancelAnimationFrame'].map((name) => [name, globalThis[name]]));
afterEach(() => Object.assign(globalThis, kept));

const entries = [0, 1, 2].map((index) => ({
  item: { id: index + 1 }, frame: { x: 8 + index * 390, y: 0, width: 374, height: 74 }, index,
}));
const pages = entries.map(({ item: { id } }, index) => ({ item_ids: [id], snap_offset: 390 - index * 390 }));
const news = { type: 'snap_carousel', initial_offset: 390, pages };

/** Sends the events of a pointer at places to the right and down, and tells what came of them. */
function dragged(minimum, ...places) {
  const element = Object.assign(new EventTarget(), { captured: 0, setPointerCapture: () => (element.captured += 1) });
  const seen = [];
  followDrags(/** @type {any} */ (element), {
    begin: () => false, move: (way) => seen.push(way), end: (...end) => seen.push(end), tap: () => seen.push('tap'),
    dragMinimum: () => minimum,
  });
  const send = (type, [clientX, clientY], time) => {
    const event = new Event(type, { cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: time });
    Object.assign(event, { button: 0, isPrimary: true, pointerId: 1, clientX, clientY, detail: 1 });
    return element.dispatchEvent(event);
  };
  send('pointerdown', [100, 100], 0);
  places.forEach(([x, y = 0], n) => send('pointermove', [100 + x, 100 + y], n + 1));
  const [x, y = 0] = places.at(-1);
  send('pointerup', [100 + x, 100 + y], places.length + 1);
  return { seen, captured: element.captured, isClick: send('click', [100 + x, 100 + y], places.length + 1) };
}

test('items follow a finger from the way on that a document says', () => {
  assert.deepEqual(dragged(20, [10], [19]), { seen: ['tap'], captured: 0, isClick: true });
  const { seen, captured, isClick } = dragged(20, [10], [21]);
  assert.equal(seen[0], 21);
  assert.deepEqual([seen[1][0], captured, isClick], [21, 1, false]);
  assert.deepEqual(dragged(undefined, [6]).seen, ['tap']);
  assert.deepEqual(dragged(undefined, [7]).seen[0], 7);
});

test('a click that moves items by a point is a click, and no flick', () => {
  assert.deepEqual(dragged(0, [1], [3]), { seen: [1, 3, [3, 0]], captured: 0, isClick: true });
  const { seen, captured, isClick } = dragged(0, [2], [8]);
  assert.deepEqual([seen.slice(0, 2), captured, isClick], [[2, 8], 1, false]);
  assert.ok(seen[2][1] > 0);
});

test('a finger that goes up or down, or nowhere, moves no items', () => {
  assert.deepEqual(dragged(0, [0], [3, 4]).seen, ['tap']);
});

test('a steady motion is over after its time, wherever it leads', () => {
  const { at, end } = steady(10, -30, 0.16);
  assert.deepEqual([at(0), at(0.04), at(0.16), at(1), end], [[10, false], [0, false], [-30, true], [-30, true], -30]);
});

test('a row moves to its place as its document says', () => {
  /** The places that are drawn at times in milliseconds, after the second page was asked for. */
  const drawn = (layout, ...times) => {
    const frames = [];
    Object.assign(globalThis, {
      document: { hidden: false }, matchMedia: () => ({ matches: false }), cancelAnimationFrame() {},
      requestAnimationFrame: (frame) => frames.push(frame),
    });
    const places = [];
    const rests = [];
    const carousel = makeCarousel(/** @type {any} */ (new EventTarget()), (place) => places.push(place),
      (rest) => rest && rests.push(rest[1]), screen);
    carousel.setMover(moverFor(layout, entries, screen, motions), -1);
    carousel.show(1);
    places.length = rests.length = 0;
    for (const time of times) frames.shift()?.(1000 + time);
    return [places, rests];
  };
  const settle = { duration: 0.12, curve: 'linear' };
  assert.deepEqual(drawn({ ...news, settle }, 0, 30, 60, 120), [[390, 292.5, 195, 0], [0]]);
  // Without it, and by a curve that this client does not know, it is a spring.
  for (const other of [news, { ...news, settle: { duration: 0.12, curve: 'bounce' } }]) {
    const [places, rests] = drawn(other, 0, 60, 120);
    assert.ok(places[1] > 0 && places[1] !== 195 && places[2] > 0);
    assert.deepEqual(rests, []);
  }
});

test('cards have the shadow of the layout, or the one of their place', () => {
  const states = [-1, 0, 1].map((progress) => ({ progress, scale: 1, tx: 0, ty: 0, alpha: 1, rotation: 0, z_index: 0 }));
  const layout = { type: 'card_stack', page_size: { width: 270, height: 360 }, states };
  const shadow = { offset: { width: 0, height: 2 }, radius: 10, opacity: 0.1, color: '#800000ff' };
  const drawn = (more, offset) => moverFor({ ...layout, ...more }, entries, screen, motions).pose(entries[1], offset).boxShadow;
  const text = '0px 2px 10px color-mix(in srgb, #800000ff 10%, #0000)';
  assert.deepEqual([drawn({ shadow }, 0), drawn({ shadow }, 1)], [text, text]);
  const fading = states.map((state) => ({
    ...state, shadow: { ...shadow, radius: 4 - 2 * Math.abs(state.progress), opacity: 0.5 },
  }));
  assert.equal(
    drawn({ shadow, states: fading }, 0.5), '0px 2px 3px color-mix(in srgb, #800000ff 50%, #0000)');
  assert.equal(drawn({}, 0), '0px 0px 0px color-mix(in srgb, #000 0%, #0000)');
});
