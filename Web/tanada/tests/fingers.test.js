// Taps of a finger on a photo.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followFingers } from '../viewer/fingers.js';

/** What is said of taps at these times and places. */
function saidOf(taps) {
  const surface = Object.assign(new EventTarget(), { setPointerCapture() {} });
  const said = [];
  followFingers(/** @type {any} */ (surface), () => true, {
    press() {}, begin() {}, move() {}, release() {},
    tap: () => said.push('tap'), doubleTap: () => said.push('double'),
  });
  for (const [time, x = 0] of taps) {
    for (const type of ['pointerdown', 'pointerup']) {
      const event = new Event(type);
      const members = { pointerId: 1, button: 0, clientX: x, clientY: 0, timeStamp: time };
      for (const [name, value] of Object.entries(members)) Object.defineProperty(event, name, { value });
      surface.dispatchEvent(event);
    }
  }
  return said.join(' ');
}

test('two taps at once and at one place are a double tap, and a third one begins anew', () => {
  assert.equal(saidOf([[0], [300]]), 'tap double');
  assert.equal(saidOf([[0], [301]]), 'tap tap');
  assert.equal(saidOf([[0], [100, 25]]), 'tap double');
  assert.equal(saidOf([[0], [100, 26]]), 'tap tap');
  assert.equal(saidOf([[0], [100], [200]]), 'tap double tap');
  assert.equal(saidOf([[0], [100], [200], [300]]), 'tap double tap double');
});
