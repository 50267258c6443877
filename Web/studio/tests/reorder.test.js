// Rows that are dragged to another place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeReorderable } from '../ui/reorder.js';

const height = 40;

/** A page with a list of rows, each 40 points high. */
function fakePage(count) {
  const listeners = { window: {}, list: {} };
  const target = (types) => ({ addEventListener: (type, handler) => (types[type] = handler) });
  const list = { ...target(listeners.list), children: [], classList: { add() {}, remove() {} },
    getBoundingClientRect: () => ({ top: 0, height: count * height }), append: (row) => put(row, count) };
  const put = (row, place) => {
    list.children = list.children.filter((other) => other !== row);
    list.children.splice(place, 0, row);
  };
  const element = () => {
    const row = {
      localName: 'li', style: {}, offsetHeight: height, className: '', classList: { add() {}, remove() {} },
      contains: (other) => other === row, closest: () => null, setAttribute() {}, append() {},
      getBoundingClientRect: () => ({ top: list.children.indexOf(row) * height, height }),
      before: (other) => put(other, list.children.filter((one) => one !== other).indexOf(row)),
      remove: () => (list.children = list.children.filter((other) => other !== row)),
    };
    return row;
  };
  list.children = Array.from({ length: count }, element);
  Object.assign(globalThis, {
    window: target(listeners.window), innerHeight: 800, innerWidth: 400,
    document: { createElement: element, body: null },
    Element: class {}, getSelection: () => null, getComputedStyle: () => ({ rowGap: '0' }),
    requestAnimationFrame: () => 0, cancelAnimationFrame() {},
  });
  const event = (more) => ({ pointerId: 1, isPrimary: true, pointerType: 'mouse', button: 0, preventDefault() {},
    stopPropagation() {}, ...more });
  return {
    list,
    /** Presses a row, and moves the pointer. */
    drag(from, to) {
      listeners.list.pointerdown(event({ target: list.children[from], clientY: (from + 0.5) * height }));
      listeners.window.pointermove(event({ clientY: (to + 0.5) * height }));
    },
    tell: (type, more) => listeners.window[type](event(more)),
  };
}

test('a row that is dragged moves when it is let go, and stays where the drag is broken off', () => {
  const endings = [
    ['pointerup', {}, 1], ['pointercancel', {}, 0], ['blur', {}, 0], ['keydown', { key: 'Escape' }, 0],
  ];
  for (const [type, more, count] of endings) {
    const page = fakePage(3);
    const [row] = page.list.children;
    const moves = [];
    const ends = [];
    makeReorderable(page.list, { move: (one, to) => moves.push([one === row, to]), ended: () => ends.push(type) });
    page.drag(0, 2);
    page.tell(type, more);
    assert.deepEqual(moves, count ? [[true, 2]] : [], type);
    assert.deepEqual(ends, [type]);
    assert.equal(page.list.children.length, 3);
  }
});
