// Changes that come from a release, and items that are made again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictOf, resolved } from '../core/merge.js';
import { refusalOf, settle } from '../core/saving.js';
import { makeWorking } from '../core/working.js';

const subject = 'content/news/1';
const base = { tag: '"1"', value: { id: 1, title: 'One', label: 'A' } };
const origin = { release: 5, operation: { op: 'patch', kind: 'news', id: 1, body: { title: 'Soon' } } };
const prepared = { op: 'patch', base, value: { title: 'Soon' }, origin };

test('a change of many items does not forget the release that one comes from', () => {
  const working = makeWorking({ kept: { changes: { [subject]: prepared } } });
  working.editAll({ [subject]: base }, { label: 'B' });
  assert.deepEqual(working.change(subject), { ...prepared, value: { title: 'Soon', label: 'B' } });
});

test('an item that is made again still comes from its release', () => {
  const again = resolved(conflictOf(subject, prepared, { tag: null, value: null }), []);
  assert.deepEqual([again.op, again.origin], ['create', origin]);
});

test('an item that two make again becomes a change of the one that is there', () => {
  const created = { op: 'create', base: { tag: null, value: {} }, value: { id: 1, title: 'Mine', label: 'A' } };
  const theirs = { tag: '"9"', value: { id: 1, title: 'Theirs', label: 'A' } };
  const conflict = conflictOf(subject, created, theirs);
  assert.deepEqual(conflict.clashes.map(({ name }) => name), ['title']);
  assert.deepEqual(resolved(conflict, []), { op: 'patch', base: theirs, value: { title: 'Mine' } });
  assert.equal(resolved(conflict, ['title']), null);
});

test('a deletion that is undone while it is on its way makes the whole item again', () => {
  const working = makeWorking();
  working.edit(subject, base, { title: 'Eins' });
  working.remove({ [subject]: base });
  const sent = working.changes;
  working.undo();
  settle(working, { subjects: [subject], changes: sent }, [{ kind: 'news', id: 1, etag: null }]);
  assert.deepEqual(working.change(subject), {
    op: 'create', base: { tag: null, value: {} }, value: { id: 1, title: 'Eins', label: 'A' },
  });
});

test('a number that a new item cannot have is said', () => {
  const refusal = {
    code: 'id_exists', errors: [{ pointer: '/operations/0/body/id', detail: 'is taken', code: 'id_exists' }],
  };
  const outcome = refusalOf(refusal, { subjects: ['content/news/new-1'] });
  assert.deepEqual([outcome.outcome, outcome.refusals.map(({ field }) => field)], ['refused', ['id']]);
});
