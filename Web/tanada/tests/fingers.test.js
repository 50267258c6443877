// Fingers on a photo, and on what is on it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followFingers, touchedBy } from '../viewer/fingers.js';

/** What is said of taps at these times and places. */
function saidOf(taps) {
  const surface = Object.assign(new EventTarget(), { setPointerCapture() {} });
  const said = [];
  followFingers(/** @type {any} */ (surface), () => 'surface', {
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

/**
 * What is said of touches: each is a type, a finger, what it is on, and where.
 * @param {[type: string, id: number, on: string, x: number, y?: number][]} touches
 * @param {string} [pointerType]
 */
function movesOf(touches, pointerType = 'touch') {
  const captured = [];
  const surface = Object.assign(new EventTarget(), { setPointerCapture: (id) => captured.push(id) });
  const said = [];
  const note = (name) => ({ by, growth, count }) => said.push(`${name} ${count} ${by.x} ${Number(growth.toFixed(2))}`);
  followFingers(/** @type {any} */ (surface), (event) => /** @type {any} */ (event).on, {
    press: () => said.push('press'), begin: note('begin'), move: note('move'), release: note('release'),
    tap: () => said.push('tap'), doubleTap: () => said.push('double'),
  });
  touches.forEach(([type, pointerId, on, clientX, clientY = 0], index) => {
    const event = new Event(`pointer${type}`);
    const members = { pointerId, pointerType, on, button: 0, clientX, clientY, timeStamp: 100 * index };
    for (const [name, value] of Object.entries(members)) Object.defineProperty(event, name, { value });
    surface.dispatchEvent(event);
  });
  return { said, captured };
}

test('arrows are a part of the viewer, and so is an open text', () => {
  const on = (...around) =>
    touchedBy({ target: { closest: (list) => list.split(', ').some((part) => around.includes(part)) } });
  assert.deepEqual([on('button'), on('a', '.open'), on('.open'), on()], ['control', 'control', 'text', 'surface']);
});

test('a pinch begins wherever its fingers are: on arrows, on the photo, on texts', () => {
  for (const [first, second] of [['control', 'surface'], ['surface', 'control'], ['control', 'control'], ['text', 'surface'],
    ['text', 'text'], ['surface', 'surface']]) {
    const { said, captured } = movesOf([
      ['down', 1, first, 0], ['down', 2, second, 100], ['move', 2, second, 200], ['up', 2, second, 200], ['up', 1, first, 0],
    ]);
    assert.deepEqual(said.filter((text) => text !== 'press'),
      ['begin 2 0 1', 'move 2 50 2', 'begin 1 0 1', 'release 1 0 1'], `${first} ${second}`);
    assert.ok(said.includes('press'));
    assert.deepEqual([...new Set(captured)].sort(), [1, 2]);
  }
});

test('a swipe that begins on a control is one, and a tap of it is its own', () => {
  assert.deepEqual(movesOf([['down', 1, 'control', 0], ['move', 1, 'control', -40], ['up', 1, 'control', -40]]).said,
    ['press', 'begin 1 -40 1', 'move 1 -40 1', 'release 1 -40 1']);
  const tap = movesOf([['down', 1, 'control', 0], ['move', 1, 'control', 3], ['up', 1, 'control', 3]]);
  // It is not captured: its click is that of the control.
  assert.deepEqual(tap, { said: [], captured: [] });
  // A tap of a control and one of the photo are no double tap.
  assert.deepEqual(movesOf([['down', 1, 'control', 0], ['up', 1, 'control', 0], ['down', 1, 'surface', 0], ['up', 1, 'surface', 0]])
    .said, ['press', 'tap']);
});

test('one finger in a text scrolls it, and a mouse presses controls and selects texts', () => {
  for (const [on, type] of [['text', 'touch'], ['text', 'mouse'], ['control', 'mouse']]) {
    assert.deepEqual(movesOf([['down', 1, on, 0], ['move', 1, on, 60], ['up', 1, on, 60]], type), { said: [], captured: [] });
  }
  assert.deepEqual(movesOf([['down', 1, 'surface', 0], ['move', 1, 'surface', 60], ['cancel', 1, 'surface', 60]], 'mouse').said,
    ['press', 'begin 1 60 1', 'move 1 60 1', 'release 1 60 1']);
});
