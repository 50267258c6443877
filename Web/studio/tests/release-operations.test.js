// The operations of releases.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOperations, changesOf, originOf } from '../core/release-operations.js';
import { operationsOf } from '../core/operations.js';
import { makeWorking } from '../core/working.js';

const created = { op: 'create', kind: 'news', body: { title: 'New' } };
const patch = { op: 'patch', kind: 'news', id: 5, body: { title: 'Five', label: 'x' } };
const bases = {
  'content/news/5': { tag: '"5"', value: { id: 5, title: 'Old', label: 'y' } },
  'content/news/6': { tag: '"6"', value: { id: 6, title: 'Six' } },
};
const kept = (operations) => operations.map(({ op, id, body }) => ({ op, id, body }));

test('an operation on a subject joins the one that is there', () => {
  const { operations, places } = addOperations([patch],
    [{ op: 'patch', kind: 'news', id: 5, body: { title: 'V' } }, created]);
  assert.deepEqual(operations.map(({ body }) => body), [{ title: 'V', label: 'x' }, { title: 'New' }]);
  assert.deepEqual(places, [0, 1]);
});

test('operations that are edited again take their own places', () => {
  const twins = [created, created, patch];
  const { changes, count } = changesOf(1, twins, bases, 4);
  assert.deepEqual(Object.keys(changes), ['content/news/new-5', 'content/news/new-6', 'content/news/5']);
  assert.equal(count, 6);
  assert.equal(originOf(changes), 1);
  const working = makeWorking();
  working.adopt({ changes, count });
  working.edit('content/news/new-5', null, { title: 'Newer' });
  // The label is again what is live: the release does not change it any more.
  working.edit('content/news/5', bases['content/news/5'], { label: 'y' });
  const { operations: added } = operationsOf(working.changes);
  const { operations } = addOperations(twins, added, Object.values(working.changes).map(({ origin }) => origin));
  assert.deepEqual(kept(operations), [
    { op: 'create', id: undefined, body: { title: 'Newer' } }, { op: 'create', id: undefined, body: { title: 'New' } },
    { op: 'patch', id: 5, body: { title: 'Five' } }]);
});

test('every operation becomes a change of what is there', () => {
  const operations = [
    { op: 'replace', kind: 'news', id: 5, body: { title: 'All' } }, { op: 'delete', kind: 'news', id: 6 },
    { op: 'patch', kind: 'news', id: 7, body: { title: 'Gone' } }, { op: 'delete', kind: 'news', id: 8 },
    { op: 'compose', feed: 'home', body: { sections: [] } },
  ];
  const { changes } = changesOf(1, operations,
    { ...bases, 'feeds/home/composition': { tag: '"c"', value: { sections: [1] } } }, 0);
  const shown = Object.entries(changes).map(([subject, { op, value }]) => [subject, op, value]);
  assert.deepEqual(shown, [
    ['content/news/5', 'patch', { label: null, title: 'All' }], ['content/news/6', 'delete', undefined],
    ['content/news/new-1', 'create', { title: 'Gone' }], ['feeds/home/composition', 'compose', { sections: [] }]]);
});

test('an operation that was changed by somebody else meanwhile is not overwritten by its place', () => {
  const { changes } = changesOf(1, [created], {}, 0);
  const { operations: added } = operationsOf(changes);
  const { operations } = addOperations([{ ...created, body: { title: 'Theirs' } }], added,
    Object.values(changes).map(({ origin }) => origin));
  assert.deepEqual(operations.map(({ body }) => body.title), ['Theirs', 'New']);
});
