// The way of a photo from its cell to the window.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cropIn, onTheWay } from '../viewer/flight.js';

const image = { width: 1200, height: 800 };
const frame = { x: 10, y: 100, width: 180, height: 180 };
const whole = { scale: 0.325, offset: { x: 0, y: -292 } };

test('the crop fills the frame, about the focus', () => {
  const { state, part } = cropIn(image, frame, { x: 0, y: 0.5 });
  assert.equal(state.scale, 0.225);
  assert.deepEqual(part, { x: 0, y: 0, width: 800, height: 800 });
  assert.deepEqual(state.offset, { x: -10, y: -100 });
  // The part that is seen lies in the frame, whatever the focus is.
  for (const x of [0, 0.25, 1]) {
    const crop = cropIn(image, frame, { x, y: 0.5 });
    assert.ok(Math.abs(crop.part.x * crop.state.scale - crop.state.offset.x - frame.x) < 1e-9);
    assert.ok(crop.part.x + crop.part.width <= image.width);
  }
});

test('a photo on its way begins in its cell and ends as a whole', () => {
  const crop = cropIn(image, frame, { x: 0.5, y: 0.5 });
  assert.deepEqual(onTheWay(image, crop, whole, 0), crop);
  const half = onTheWay(image, crop, whole, 0.5);
  assert.ok(Math.abs(half.state.scale - 0.275) < 1e-12);
  assert.deepEqual(half.part, { x: 100, y: 0, width: 1000, height: 800 });
  assert.deepEqual(onTheWay(image, crop, whole, 1), { state: whole, part: { x: 0, y: 0, ...image } });
});
