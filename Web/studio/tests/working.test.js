// The working state: edits, steps that are undone, operations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patched } from '../core/members.js';
import { operationsOf } from '../core/operations.js';
import { makeWorking } from '../core/working.js';

const news = 'content/recent_news/3';
const base = { tag: '"a"', value: { id: 3, title: 'Old', label: 'News' } };

test('an edit is a patch of what differs', () => {
  const working = makeWorking();
  working.edit(news, base, { title: 'New', label: 'News' });
  assert.deepEqual(operationsOf(working.changes).operations, [
    { op: 'patch', kind: 'recent_news', id: 3, if_match: '"a"', body: { title: 'New' } },
  ]);
  assert.equal(working.value(news, base.value).title, 'New');
  working.edit(news, base, { title: 'Old' });
  assert.equal(working.count, 0);
});

test('a member that is set to null is removed', () => {
  const working = makeWorking();
  working.edit(news, base, { label: null });
  assert.deepEqual(working.value(news, base.value), { id: 3, title: 'Old' });
  assert.deepEqual(patched({ a: 1 }, { a: null, b: 2 }), { b: 2 });
  // Removing what is not there is no change.
  working.discard();
  working.edit(news, base, { 'title@en': null });
  assert.equal(working.count, 0);
});

test('edits of one step are undone together', () => {
  const working = makeWorking();
  for (const title of ['N', 'Ne', 'New']) working.edit(news, base, { title }, 'title');
  working.edit(news, base, { label: 'X' }, 'label');
  working.undo();
  assert.deepEqual(working.value(news, base.value), { id: 3, title: 'New', label: 'News' });
  working.undo();
  assert.equal(working.count, 0);
  assert.equal(working.canUndo, false);
  working.redo();
  working.redo();
  assert.deepEqual(working.value(news, base.value), { id: 3, title: 'New', label: 'X' });
  assert.equal(working.canRedo, false);
});

test('a step that has ended is not joined', () => {
  const working = makeWorking();
  working.edit(news, base, { title: 'A' }, 'title');
  working.endStep();
  working.edit(news, base, { title: 'B' }, 'title');
  working.undo();
  assert.equal(working.value(news, base.value).title, 'A');
});

test('created items have subjects of their own, and one that is deleted is gone', () => {
  const working = makeWorking();
  const subject = working.create('shops', { name: 'A' });
  assert.equal(subject, 'content/shops/new-1');
  working.edit(subject, { tag: null, value: {} }, { name: 'B', city: 'X' });
  assert.deepEqual(operationsOf(working.changes).operations, [
    { op: 'create', kind: 'shops', body: { name: 'B', city: 'X' } },
  ]);
  working.remove({ [subject]: { tag: null, value: {} }, [news]: base });
  assert.deepEqual(operationsOf(working.changes).operations, [
    { op: 'delete', kind: 'recent_news', id: 3, if_match: '"a"' },
  ]);
  assert.equal(working.value(news, base.value), null);
  assert.equal(working.create('shops', {}), 'content/shops/new-2');
});

test('an item that was changed is deleted as it was when the change began', () => {
  const working = makeWorking();
  working.edit(news, base, { title: 'New' });
  working.remove({ [news]: { tag: '"b"', value: { ...base.value, label: 'Theirs' } } });
  assert.equal(operationsOf(working.changes).operations[0].if_match, '"a"');
});

test('a composition is replaced, and is no change when it is as before', () => {
  const working = makeWorking();
  const composition = { tag: '"c"', value: { sections: [{ id: 'a' }, { id: 'b' }] } };
  working.compose('home', composition, { sections: [{ id: 'b' }, { id: 'a' }] });
  assert.deepEqual(operationsOf(working.changes).operations, [
    { op: 'compose', feed: 'home', if_match: '"c"', body: { sections: [{ id: 'b' }, { id: 'a' }] } },
  ]);
  working.compose('home', composition, { sections: [{ id: 'a' }, { id: 'b' }] });
  assert.equal(working.count, 0);
});

test('what is kept is the same working state', () => {
  const working = makeWorking();
  working.edit(news, base, { title: 'New' });
  working.create('shops', { name: 'A' });
  const again = makeWorking({ kept: JSON.parse(JSON.stringify(working.kept)) });
  assert.deepEqual(again.changes, working.changes);
  assert.equal(again.create('shops', {}), 'content/shops/new-2');
});

test('changes of a closed window are taken over beside those of this one', () => {
  const working = makeWorking();
  working.create('shops', { name: 'mine' });
  working.edit(news, base, { title: 'Mine' });
  const other = makeWorking();
  other.create('shops', { name: 'theirs' });
  other.edit(news, base, { title: 'Theirs' });
  other.edit('content/recent_news/4', base, { title: 'Four' });
  working.adopt(other.kept);
  const shops = Object.values(working.changes).filter(({ op }) => op === 'create').map(({ value }) => value.name)
    .sort();
  assert.deepEqual(shops, ['mine', 'theirs']);
  assert.equal(working.change(news).value.title, 'Mine');
  assert.equal(working.change('content/recent_news/4').value.title, 'Four');
});

test('a listener is called after every change, and not without one', () => {
  let count = 0;
  const working = makeWorking({ changed: () => (count += 1) });
  working.undo();
  working.discard();
  assert.equal(count, 0);
  working.edit(news, base, { title: 'New' });
  working.undo();
  working.redo();
  working.discard([news]);
  assert.equal(count, 4);
});
