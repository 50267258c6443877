// Places and their addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentOf, placeOf } from '../core/place.js';

const places = {
  '#/screen': { tab: 'screen', kind: null, subject: null },
  '#/screen/sections/shops': { tab: 'screen', kind: null, subject: 'sections/shops' },
  '#/items/recent_news/3': { tab: 'items', kind: 'recent_news', subject: 'content/recent_news/3' },
  '#/releases/3': { tab: 'releases', kind: null, subject: 'releases/3' },
  '#/photos/0f3a': { tab: 'photos', kind: null, subject: 'photos/0f3a' },
  '#/history/7': { tab: 'history', kind: null, subject: 'revisions/7' },
  '#/history/content/recent_news/3': { tab: 'history', kind: null, subject: 'content/recent_news/3' },
  '#/history/sections/shops': { tab: 'history', kind: null, subject: 'sections/shops' },
};

for (const [fragment, place] of Object.entries(places)) {
  test(`${fragment} is a place, and its address`, () => {
    assert.deepEqual(placeOf(fragment), place);
    assert.equal(fragmentOf(place), fragment);
  });
}

test('the longer address of a release leads to it as well', () => {
  assert.equal(placeOf('#/releases/releases/3').subject, 'releases/3');
});

test('an address leads nowhere else', () => {
  for (const fragment of ['#/photos/..%2Freleases%2F3', '#/items/news/..', '#/releases/3%3Fforce=true',
    '#/screen/content/news/%2e%2e']) {
    assert.deepEqual(placeOf(fragment), { tab: 'screen', kind: null, subject: null }, fragment);
  }
});
