// The state of windows, and conditions in short.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOf, conditionText, namesOf, percentOf, windowState } from '../core/windows.js';

const now = Date.parse('2026-12-24T09:00:00Z');

for (const [window, state] of [
  [null, 'shown'],
  [{ draft: false, publish_at: null, unpublish_at: null }, 'shown'],
  [{ draft: true, publish_at: '2026-12-24T10:00:00Z' }, 'draft'],
  [{ publish_at: '2026-12-24T09:00:00Z' }, 'shown'],
  [{ publish_at: '2026-12-24T18:00:01+09:00' }, 'scheduled'],
  [{ unpublish_at: '2026-12-24T09:00:00.001Z' }, 'shown'],
  [{ unpublish_at: '2026-12-24T09:00:00Z' }, 'ended'],
]) {
  test(`the window ${JSON.stringify(window)} is ${state}`, () => assert.equal(windowState(window, now), state));
}

test('a condition has only what it says', () => {
  assert.deepEqual(conditionOf({ platforms: ['ios'], app_version: '', audiences: [] }), { platforms: ['ios'] });
  assert.equal(conditionOf({ platforms: [], app_version: null }), null);
});

test('names are separated by commas and spaces of any language', () => {
  assert.deepEqual(namesOf(' members,beta、vip  beta，'), ['beta', 'members', 'vip']);
  assert.deepEqual(namesOf(' , '), []);
});

test('a condition is said in short', () => {
  const share = { from: 0.07, to: 0.29, salt: 'spring' };
  assert.equal(conditionText({ platforms: ['android', 'ios'], app_version: '>=3.2', share }), 'android, ios · >=3.2 · 7–29 %');
  assert.equal(conditionText(undefined), '');
  assert.equal(percentOf(0.29), 29);
});
