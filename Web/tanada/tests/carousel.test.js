// The options of a document's carousel, which say where its drags come to rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { motions } from '../motions.js';
import { moverFor } from '../movers.js';

const screen = { width: 390, direction: 'ltr', side: 1 };
const entries = [0, 1, 2, 3].map((index) => ({
  item: { id: index }, frame: { x: index * 390, y: 0, width: 390, height: 100 }, index,
}));

/** The offset that a short drag to the left ends at. */
function rest(options, velocity, on = screen) {
  const layout = {
    type: 'carousel', options, initial_offset: 0, loop: null, scroll_limits: { lower: 0, upper: 1170 },
    snaps: entries.map(({ frame }) => ({ offset: frame.x })), snap_of_item: [0, 1, 2, 3],
  };
  const side = on.direction === 'rtl' ? -1 : 1;
  return moverFor(layout, entries, on, motions).settle(0, -40 * side, velocity * side)[1];
}

test('a carousel without options rests at a snap', () => {
  assert.equal(rest(undefined, 0), 0);
  assert.equal(rest(undefined, -300), 390);
});

test('typed options of a carousel are followed', () => {
  assert.equal(rest({ flick_velocity: 250, deceleration: 'fast' }, -300), 390);
  assert.equal(rest({ flick_velocity: 350, deceleration: 'fast' }, -300), 0);
  assert.equal(rest({ deceleration: 0.9 }, -300), 0);
  assert.equal(rest({ commit_threshold: 0.1 }, 0), 390);
  assert.equal(rest({ mode: 'free' }, 0), 40);
  assert.ok(rest({}, -3000) > 390);
  assert.equal(rest({ one_step: true }, -3000), 390);
});

test('a carousel reads in the direction of the screen unless its options say otherwise', () => {
  const mirrored = { ...screen, direction: 'rtl', side: -1 };
  assert.equal(rest({ mode: 'free' }, 0, mirrored), 40);
  assert.equal(rest({ mode: 'free', direction: 'ltr' }, 0, mirrored), 0);
});
