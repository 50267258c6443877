// The items of a section and of its next pages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf, withPage } from '../entries.js';

const frame = (y) => ({ x: 0, y, width: 100, height: 50 });
const section = {
  id: 'photos', frame: { x: 0, y: 20, width: 100, height: 144 },
  items: [{ id: 1 }, { id: 2 }],
  layout: { type: 'uniform_grid', content_size: { width: 100, height: 100 }, frames: [frame(0), frame(50)] },
};

test('a page adds its items and its height, and moves items that are there already', () => {
  const whole = withPage(section, {
    items: [{ id: 2 }, { id: 3 }],
    layout: { type: 'uniform_grid', content_size: { width: 100, height: 160 }, frames: [frame(60), frame(110)] },
  });
  assert.deepEqual(whole.items.map(({ id }) => id), [1, 2, 3]);
  assert.deepEqual(whole.layout.frames.map(({ y }) => y), [0, 60, 110]);
  assert.equal(whole.frame.height, 204);
  assert.equal(whole.layout.content_size.height, 160);
});

test('items without an id or a frame are left out, and others keep their places', () => {
  const entries = entriesOf({ ...section, items: [null, { id: 2 }, { id: 3 }] }, 100);
  assert.deepEqual(entries, [{ item: { id: 2 }, frame: frame(50), index: 1 }]);
});

test('items of a layout without frames are in two columns, as high as the section at most', () => {
  const items = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const places = (height) =>
    entriesOf({ items, layout: { type: 'unknown' }, frame: { height } }, 324)
      .map(({ frame: { x, y, width, height } }) => [x, y, width, height]);
  assert.deepEqual(places(1000), [[8, 0, 150, 100], [166, 0, 150, 100], [8, 108, 150, 100]]);
  assert.deepEqual(places(96), [[8, 0, 150, 40], [166, 0, 150, 40], [8, 48, 150, 40]]);
});
