// What two people have changed in a composition is said in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clashTexts, linesOf } from '../core/clash-texts.js';
import { makeWords } from '../core/language.js';
import texts from '../words/all.js';

const t = makeWords(texts, 'en');
const value = { sections: [{ id: 'news', title: 'Latest news' }, { id: 'shops', title: 'Shops' }] };
const words = clashTexts({ subject: 'feeds/home/composition', change: { value, base: { value } },
  theirs: { value: { sections: [] } } }, t);

test('members are named as the form of a section names them', () => {
  assert.equal(words.title('news/title'), 'Latest news · Title');
  assert.equal(words.title('news/title@en'), 'Latest news · Title (en)');
  assert.equal(words.title('shops/layout'), 'Shops · Layout');
  assert.equal(words.title('gone/when'), 'gone · Who sees it');
  assert.equal(words.title('order'), 'Order of the sections');
});

test('an order is a list of titles, and an object its members', () => {
  assert.equal(words.text('order', ['shops', 'news']), '1. Shops\n2. Latest news');
  assert.deepEqual(linesOf({ type: 'list', options: { row_height: 140 } }), ['Type: list', 'Options row height: 140']);
  assert.deepEqual(linesOf({ pinned: [3, 4] }), ['Pinned: 3, 4']);
  assert.equal(words.text('news/limit', undefined), '');
});

test('fields of items are named as in their form', () => {
  const { title } = clashTexts({ subject: 'content/news/3', change: {}, theirs: {} }, t);
  assert.equal(title('news_category@en'), 'News category (en)');
  assert.equal(title('publish_at'), 'Shown from');
});
