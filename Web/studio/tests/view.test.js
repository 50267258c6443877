// The name of a screen says whether everybody sees it now.
import assert from 'node:assert/strict';
import test from 'node:test';
import { nameOfLive } from '../core/view.js';

const everybody = { width: 390, platform: '', audience: '', at: '', drafts: false };

test('the screen of everybody is called so at any width', () => {
  assert.equal(nameOfLive(everybody), 'screenLive');
  assert.equal(nameOfLive({ ...everybody, width: 834, locale: 'en' }), 'screenLive');
});

for (const chosen of [{ platform: 'ios' }, { audience: 'members' }, { at: '2026-12-24T09:00:00Z' }, { drafts: true }]) {
  test(`a screen for ${Object.keys(chosen)[0]} is not that of everybody now`, () => {
    assert.equal(nameOfLive({ ...everybody, ...chosen }), 'screenChosen');
  });
}
