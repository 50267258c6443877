// What counts as an impression, at times that are passed in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeImpressions, moverOf, screenOf, seenShares } from '../tanada-core.js';

test('an item counts when half of it was seen for 800 ms', () => {
  const impressions = makeImpressions();
  assert.equal(impressions.next(), null);
  assert.deepEqual(impressions.update([['a', 0.5], ['b', 0.49], ['c', 1]], 1000), []);
  assert.equal(impressions.next(), 1800);
  assert.deepEqual(impressions.update([['a', 0.5], ['b', 0.49], ['c', 1]], 1799), []);
  assert.deepEqual(impressions.update([['a', 0.5], ['b', 0.49], ['c', 1]], 1800), ['a', 'c']);
  assert.equal(impressions.next(), null);
});

test('what was seen until it left counts, and a break begins anew', () => {
  const impressions = makeImpressions();
  impressions.update([['a', 1], ['b', 1]], 0);
  assert.deepEqual(impressions.update([['b', 1]], 799), []);
  assert.equal(impressions.next(), 800);
  assert.deepEqual(impressions.update([['a', 1]], 805), ['b']);
  assert.deepEqual(impressions.update([], 1604), []);
  assert.deepEqual(impressions.update([], 9000), []);
});

test('an item counts once, and one without an id never', () => {
  const impressions = makeImpressions();
  impressions.update([['a', 1], [undefined, 1]], 0);
  assert.deepEqual(impressions.update([['a', 1], [undefined, 1]], 800), ['a']);
  assert.deepEqual(impressions.update([['a', 1]], 5000), []);
});

const frame = (x, y) => ({ x, y, width: 100, height: 100 });
const section = (layout) => ({
  id: 's', frame: { x: 0, y: 200, width: 200, height: 300 }, layout_origin: { x: 0, y: 40 },
  items: [{ id: 1 }, { id: 2 }, { id: 3 }], layout,
});
const screen = screenOf({ viewport: { width: 200 } });
const shares = (one, view) => [...seenShares(one, { width: 200, ...view })].map(([{ id }, share]) => [id, share]);

test('the share of an item is that of its area in the window', () => {
  const grid = section({ type: 'uniform_grid', frames: [frame(0, 0), frame(150, 0), frame(0, 100)] });
  assert.deepEqual(shares(grid, { from: 265, to: 365 }), [[1, 0.75], [2, 0.375], [3, 0.25]]);
  assert.deepEqual(shares(grid, { from: 0, to: 240 }), []);
});

test('a row has moved, and of a ring the card in front is seen', () => {
  const row = section({
    type: 'shelf', content_size: { width: 316 }, frames: [frame(8, 0), frame(116, 0), frame(224, 0)],
  });
  const mover = moverOf(row, screen);
  assert.deepEqual(shares(row, { from: 0, to: 900, mover }), [[1, 1], [2, 0.84]]);
  assert.deepEqual(shares(row, { from: 0, to: 900, mover, offset: 58 }), [[1, 0.5], [2, 1], [3, 0.34]]);
  const ring = section({
    type: 'circular_carousel', card_size: { width: 150, height: 100 }, radius: 200, states: [],
    frames: [frame(0, 0), frame(0, 0), frame(0, 0)],
  });
  assert.deepEqual(shares(ring, { from: 0, to: 900, mover: moverOf(ring, screen), offset: 2 }), [[2, 1]]);
});

test('what is beside the window is not seen', () => {
  const grid = section({ type: 'uniform_grid', frames: [frame(0, 0), frame(100, 0)] });
  const seen = (left, right) => shares(grid, { from: 0, to: 900, left, right });
  assert.deepEqual(seen(0, 200), [[1, 1], [2, 1]]);
  assert.deepEqual(seen(75, 500), [[1, 0.25], [2, 1]]);
  assert.deepEqual(seen(-300, 150), [[1, 1], [2, 0.5]]);
  assert.deepEqual(seen(200, 590), []);
  assert.deepEqual(seen(-390, 0), []);
});

test('of a pile that stands still the first card is seen', () => {
  const pile = section({ type: 'card_stack', frames: [frame(0, 0), frame(0, 0), frame(0, 0)] });
  assert.deepEqual(shares(pile, { from: 0, to: 900 }), [[1, 1]]);
});
