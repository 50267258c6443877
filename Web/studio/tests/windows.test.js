// The state of windows, and conditions in short.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOf, conditionText, modeOf, namesOf, percentOf, shareOf, windowState,
  windowText } from '../core/windows.js';

const now = Date.parse('2026-12-24T09:00:00Z');

for (const [window, state, mode] of [
  [{}, 'shown', 'now'],
  [{ draft: false, publish_at: null, unpublish_at: null }, 'shown', 'now'],
  [{ draft: true, publish_at: '2026-12-24T10:00:00Z' }, 'draft', 'draft'],
  [{ publish_at: '2026-12-24T09:00:00Z' }, 'shown', 'window'],
  [{ publish_at: '2026-12-24T18:00:01+09:00' }, 'scheduled', 'window'],
  [{ unpublish_at: '2026-12-24T09:00:00.001Z' }, 'shown', 'window'],
  [{ unpublish_at: '2026-12-24T09:00:00Z' }, 'ended', 'window'],
  [{ publish_at: '2026-12-25T00:00:00Z', unpublish_at: '2026-12-24T00:00:00Z' }, 'ended', 'window'],
]) {
  test(`the window ${JSON.stringify(window)} is ${state}`, () => {
    assert.equal(windowState(window, now), state);
    assert.equal(modeOf(window), mode);
  });
}

test('a section without a window is shown', () => assert.equal(windowState(null, now), 'shown'));

for (const [window, text] of [
  [{}, 'visibleNow'], [{ draft: true }, 'visibleDraft'],
  [{ unpublish_at: '2026-12-24T08:00:00Z' }, 'visibleEnded Dec 24, 2026, 5:00 PM'],
  [{ unpublish_at: '2026-12-24T10:00:00Z' }, 'visibleUntil Dec 24, 2026, 7:00 PM'],
  [{ publish_at: '2026-12-24T10:00:00Z' }, 'visibleFrom Dec 24, 2026, 7:00 PM'],
  [{ publish_at: '2026-12-24T10:00:00Z', unpublish_at: '2026-12-24T11:00:00Z' },
    'visibleFromUntil Dec 24, 2026, 7:00 PM Dec 24, 2026, 8:00 PM'],
]) {
  test(`the window ${JSON.stringify(window)} is said in words`, () => {
    const t = (name, values = {}) => [name, ...Object.values(values)].join(' ').replaceAll('\u202f', ' ');
    assert.equal(windowText(window, { now, zone: 'Asia/Tokyo', language: 'en', t }), text);
  });
}

test('a condition has only what it says', () => {
  assert.deepEqual(conditionOf({ platforms: ['ios'], app_version: '', audiences: [] }), { platforms: ['ios'] });
  assert.equal(conditionOf({ platforms: [], app_version: null }), null);
  assert.deepEqual(conditionOf({ weather: 'rain', audiences: [] }), { weather: 'rain' });
});

test('names are separated by commas and spaces of any language', () => {
  assert.deepEqual(namesOf(' members,beta、vip  beta，'), ['beta', 'members', 'vip']);
  assert.deepEqual(namesOf(' , '), []);
});

test('a condition is said in short', () => {
  const share = { from: 0.07, to: 0.29, salt: 'spring' };
  assert.equal(conditionText({ platforms: ['android', 'ios'], app_version: '>=3.2', share }),
    'android, ios · >=3.2 · 7–29 %');
  assert.equal(conditionText(undefined), '');
  assert.equal(percentOf(0.29), 29);
});

for (const [text, share] of [['', null], [' ', null], ['20', 0.2], ['29 %', 0.29], ['５０％', 0.5], ['12.5', 0.125]]) {
  test(`“${text}” is the share ${share}`, () => assert.equal(shareOf(text), share));
}

test('a text is no share', () => assert.ok(Number.isNaN(shareOf('half'))));
