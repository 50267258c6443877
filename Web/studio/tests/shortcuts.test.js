// Keyboard shortcuts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.defineProperty(globalThis, 'navigator', { value: { platform: 'Linux' }, configurable: true });
const { followShortcuts } = await import('../shell/shortcuts.js');

test('undo is that of unsaved changes, and of the browser where something else is typed', () => {
  let press;
  Object.assign(globalThis, {
    document: { querySelector: () => null }, removeEventListener() {},
    addEventListener: (_, listener) => (press = listener),
  });
  const done = [];
  followShortcuts(/** @type {any} */ ({ undo: () => done.push('undo'), redo: () => done.push('redo') }));
  const pressed = (around, shiftKey = false) => {
    let isPrevented = false;
    const target = { closest: (selector) => (around.some((part) => selector.includes(part)) ? {} : null) };
    press({ key: 'z', ctrlKey: true, shiftKey, target, preventDefault: () => (isPrevented = true) });
    return isPrevented;
  };
  const cases = [[['textarea'], false], [['input'], false], [['textarea', '"item"'], true],
    [['input', '"section"'], true], [['input', '"section"', '.item-search'], false],
    [['textarea', '"item"', '.slot-details'], false], [[], true]];
  for (const [around, isTaken] of cases) assert.equal(pressed(around), isTaken, around.join(' '));
  assert.equal(pressed(['textarea'], true), false);
  assert.deepEqual(done, ['undo', 'undo', 'undo']);
  delete globalThis.document;
});
