// The lists of items: what is asked for, which rows there are, and which are selected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePictures, photoAt } from '../core/pictures.js';
import { formatOf, pathOfExport, problemOf } from '../core/transfer.js';
import { makeListing } from '../items/listing.js';
import { allItems, conditionsOf, filterCount, pathOfList } from '../items/query.js';
import { rowsOf, selectionAfter } from '../items/rows.js';
import { makeWorking } from '../core/working.js';

const [before, after] = ['2026-11-25T00:00:00Z', '2026-11-27T00:00:00Z'];

test('a list is asked for by its words, filters and order', () => {
  assert.equal(pathOfList('shops', allItems), '/v1/content/shops?locale=*&sort=-id&limit=50&count=true');
  const listing = {
    ...allItems, words: ' 駅 & 町 ', sort: 'name', locale: 'en', visibility: 'draft', untranslated: 'en',
    conditions: { 'rating.gte': '4', style: '' },
  };
  assert.equal(pathOfList('shops', listing, { limit: 100 }),
    '/v1/content/shops?rating.gte=4&locale=en&sort=name&q=%E9%A7%85%20%26%20%E7%94%BA&untranslated=en&visibility=draft&limit=100&count=true');
  assert.equal(filterCount(listing), 4);
  assert.equal(filterCount(allItems), 0);
});

test('fields have the conditions of their types', () => {
  assert.deepEqual(conditionsOf({ name: 'style', type: 'choice' }), [{ name: 'style', type: 'choice' }]);
  assert.deepEqual(conditionsOf({ name: 'rating', type: 'number' }).map(({ name }) => name),
    ['rating.gte', 'rating.lte']);
  assert.deepEqual(conditionsOf({ name: 'title', type: 'text' }), []);
});

test('rows have the changes that are not saved', () => {
  const working = makeWorking();
  const items = [{ id: 3, title: 'C' }, { id: 2, title: 'B' }, { id: 1, title: 'A' }];
  const base = (item) => ({ tag: 'x', value: item });
  working.edit('content/news/2', base(items[1]), { title: 'B2' });
  working.remove({ 'content/news/3': base(items[0]) });
  working.createAll('news', [{ title: 'N1' }, { title: 'N2' }]);
  working.create('shops', { title: 'S' });
  assert.deepEqual(rowsOf('news', items, working.changes)
    .map(({ subject, item, mark }) => [subject.split('/')[2], item.title, mark]), [
    ['new-2', 'N2', 'new'], ['new-1', 'N1', 'new'], ['3', 'C', 'deleted'], ['2', 'B2', 'changed'], ['1', 'A', null],
  ]);
});

test('many items are changed, made and put back in one step', () => {
  const working = makeWorking();
  const [first, second] = working.createAll('news', [{ title: 'N1' }, { title: 'N2', draft: true }]);
  const bases = {
    [first]: null, [second]: null, 'content/news/1': { tag: 'x', value: { id: 1, draft: false } },
    'content/news/2': { tag: 'y', value: { id: 2, draft: true } },
  };
  working.editAll(bases, { draft: true });
  assert.deepEqual(Object.entries(working.changes).map(([subject, { op, value }]) => [subject, op, value.draft]),
    [[first, 'create', true], [second, 'create', true], ['content/news/1', 'patch', true]]);
  working.undo();
  assert.deepEqual(Object.keys(working.changes), [first, second]);
  working.undo();
  assert.equal(working.count, 0);
});

test('shift selects from the row that was pressed before', () => {
  const subjects = ['a', 'b', 'c', 'd'];
  const one = selectionAfter(new Set(), subjects, { subject: 'd', from: null, isSelected: true, isRange: true });
  assert.deepEqual([...one], ['d']);
  const range = selectionAfter(one, subjects, { subject: 'b', from: 'd', isSelected: true, isRange: true });
  assert.deepEqual([...range].sort(), ['b', 'c', 'd']);
  assert.deepEqual([...selectionAfter(range, subjects, { subject: 'c', from: 'b', isSelected: false, isRange: false })]
    .sort(), ['b', 'd']);
});

test('a list goes on where it ended, and no item is twice in it', async () => {
  const pages = { first: [3, 2], next: [2, 1] };
  const client = {
    get: async (path) => ({
      value: { result: (path === 'next' ? pages.next : pages.first).map((id) => ({ id })), total: 3,
        next: path === 'next' ? null : 'next' },
    }),
  };
  let list;
  const listing = makeListing(client, (state) => (list = state));
  await listing.open('news', allItems);
  assert.deepEqual([list.items.length, list.hasMore, list.total], [2, true, 3]);
  await listing.more();
  assert.deepEqual([list.items.map(({ id }) => id), list.hasMore], [[3, 2, 1], false]);
});

test('an address is looked up once, and its own photo never', async () => {
  const paths = [];
  const found = { 'https://example.com/1.jpg': ['a'], 'https://example.com/2.jpg': ['a', 'b'] };
  const pictures = makePictures({
    async get(path) {
      paths.push(path);
      return { value: { result: (found[decodeURIComponent(path.split('q=')[1])] ?? []).map((id) => ({ id })) } };
    },
  });
  const id = '79a98561129f1c8e374bf88486d6c660';
  assert.equal(photoAt(`https://feeds.example.com/v1/photos/${id}.jpg`), id);
  assert.equal(await pictures.find(`/v1/photos/${id}.jpg`), id);
  assert.equal(await pictures.find('javascript:x'), null);
  assert.deepEqual(await Promise.all(['1', '1', '2', '3']
    .map((name) => pictures.find(`https://example.com/${name}.jpg`))), ['a', 'a', null, null]);
  assert.equal(paths.length, 3);
});

for (const [name, format] of [['a.csv', 'csv'], ['A.JSON', 'json'], ['x.jsonl', 'ndjson'], ['x.xlsx', null],
  ['csv', 'csv'], ['x.TSV', 'csv'], ['Sheet1.txt', 'csv'], ['x.ndjson', 'ndjson'], ['x.constructor', null]]) {
  test(`the format of ${name}`, () => assert.equal(formatOf(name), format));
}

test('problems of imports have their places', () => {
  assert.deepEqual(problemOf({ pointer: '/3/rating', detail: 'expected a number from 0 to 5, found 9 (line 5)' }),
    { line: '5', item: '4', field: 'rating', text: 'expected a number from 0 to 5, found 9' });
  assert.deepEqual(problemOf({ pointer: '', detail: 'no table' }), { line: '', item: '', field: '', text: 'no table' });
  assert.equal(pathOfExport('shops', { format: 'csv', untranslated: 'en' }),
    '/v1/export/shops?format=csv&untranslated=en');
});
