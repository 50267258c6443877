// What the forms of sections read and write: members, queries and options.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeText, sliderOf, withOption } from '../core/layout-options.js';
import { filled, nameOfPointer, valueAt } from '../core/members.js';
import { comparisonsOf, conditionsOf, filterOf, queryParameters, sortKeysOf, sortOf } from '../core/queries.js';

test('a pointer names a control', () => {
  assert.equal(nameOfPointer('/header/action/title@en'), 'header.action.title@en');
  assert.equal(nameOfPointer('/a~1b/c~0d'), 'a/b.c~d');
  assert.equal(nameOfPointer(''), '');
  assert.equal(valueAt({ sections: [{ title: 'News' }] }, '/sections/0/title'), 'News');
  assert.equal(valueAt({}, '/sections/0/title'), undefined);
});

test('an object without values is none', () => {
  assert.equal(filled({ deep_link: null, web_url: undefined }), null);
  assert.deepEqual(filled({ title: '', web_url: null }), { title: '' });
});

test('a filter is read and written', () => {
  const filter = { 'rating.gte': '4', category: 'cafe', 'opened_at.lt': '2026-01-01T00:00:00Z' };
  const conditions = conditionsOf(filter);
  assert.deepEqual(conditions[1], { field: 'category', comparison: 'eq', value: 'cafe' });
  assert.deepEqual(filterOf(conditions), {
    'rating.gte': '4', 'category.eq': 'cafe', 'opened_at.lt': '2026-01-01T00:00:00Z',
  });
  assert.equal(filterOf([{ field: 'rating', comparison: 'gte', value: '' }]), null);
});

test('types have the comparisons of the server', () => {
  assert.deepEqual(comparisonsOf({ type: 'boolean' }), ['eq', 'ne']);
  assert.equal(comparisonsOf({ type: 'date' }).length, 6);
});

test('an order is read and written', () => {
  assert.deepEqual(sortKeysOf('-published_at,id'), [{ field: 'published_at', isDescending: true }, {
    field: 'id', isDescending: false,
  }]);
  assert.equal(sortOf(sortKeysOf('-published_at,id')), '-published_at,id');
  assert.equal(sortOf([]), null);
});

test('a query is parameters of a list', () => {
  assert.equal(`${queryParameters({ filter: { 'rating.gte': '4' }, sort: '-id', q: 'カレー & 丼' })}`,
    'rating.gte=4&sort=-id&q=%E3%82%AB%E3%83%AC%E3%83%BC+%26+%E4%B8%BC');
});

for (const [option, slider] of [
  [{ type: 'integer', minimum: 1, maximum: 16, default: 2 }, { minimum: 1, maximum: 16, step: 1 }],
  [{ type: 'number', minimum: 0, maximum: 1024, default: 8 }, { minimum: 0, maximum: 40, step: 1 }],
  [{ type: 'number', minimum: 0, maximum: 1024, default: 0 }, { minimum: 0, maximum: 64, step: 1 }],
  [{ type: 'number', minimum: 0.01, maximum: 100, default: 1.5 }, { minimum: 0.05, maximum: 6, step: 0.05 }],
  [{ type: 'number', minimum: 0, maximum: 1, default: 0.25 }, { minimum: 0, maximum: 1, step: 0.01 }],
  [{ type: 'number', minimum: 16, maximum: 8192, default: 150 }, { minimum: 16, maximum: 600, step: 1 }],
  [{ type: 'number', minimum: 1, maximum: 8192 }, null],
  [{ type: 'integer', minimum: 1, maximum: 1_000_000 }, null],
  [{ type: 'integer', minimum: 1, maximum: 4, default: null }, null],
  [{ type: 'text' }, null],
]) {
  test(`the slider of ${JSON.stringify(option)}`, () => assert.deepEqual(sliderOf(option), slider));
}

test('an option that is empty has its default', () => {
  assert.deepEqual(withOption({ columns: 3 }, 'columns', null), {});
  assert.deepEqual(withOption({ columns: 3 }, 'spacing', 0), { columns: 3, spacing: 0 });
  assert.equal(rangeText({ minimum: 0.000001, maximum: 1_000_000 }), '0.000001–1000000');
  assert.equal(rangeText({}), '');
});
