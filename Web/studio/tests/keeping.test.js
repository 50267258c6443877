// What is kept in the browser: for each person and each window.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openKeeping, unsavedOf } from '../core/keeping.js';
import { makeUnsavedTexts } from '../core/unsaved-texts.js';
import { makeWorking } from '../core/working.js';
import { fakeLocks, fakeStorage } from './fakes.js';

let count = 0;
const makeID = () => `w${(count += 1)}`;
const changes = (title) => ({ working: { changes: { 'content/news/1': { op: 'patch', value: { title } } } } });

test('a reload finds what was kept, and nobody else', async () => {
  const [storage, windowStorage] = [fakeStorage(), fakeStorage()];
  const first = await openKeeping('Anna', { storage, windowStorage, locks: fakeLocks(), makeID });
  first.write(changes('A'));
  const again = await openKeeping('Anna', { storage, windowStorage, locks: fakeLocks(), makeID });
  assert.deepEqual(again.read(), changes('A'));
  const other = await openKeeping('Ann', { storage, windowStorage, locks: fakeLocks(), makeID });
  assert.deepEqual(other.read(), {});
  assert.deepEqual(await other.adopt(), []);
});

test('windows do not overwrite each other, and a closed one leaves its changes', async () => {
  const [storage, locks] = [fakeStorage(), fakeLocks()];
  const first = await openKeeping('Anna', { storage, windowStorage: fakeStorage(), locks, makeID });
  first.write(changes('A'));
  const second = await openKeeping('Anna', { storage, windowStorage: fakeStorage(), locks, makeID });
  assert.deepEqual(second.read(), {});
  assert.deepEqual(await second.adopt(), []);
  locks.held.clear();
  const third = await openKeeping('Anna', { storage, windowStorage: fakeStorage(), locks, makeID });
  assert.deepEqual(await third.adopt(), [changes('A')]);
  assert.deepEqual(await third.adopt(), []);
});

test('a duplicated window gets a number of its own', async () => {
  const [storage, locks] = [fakeStorage(), fakeLocks()];
  const windowStorage = fakeStorage();
  const first = await openKeeping('Anna', { storage, windowStorage, locks, makeID });
  first.write(changes('A'));
  const copy = await openKeeping('Anna', { storage, windowStorage: fakeStorage({ ...windowStorage }), locks, makeID });
  copy.write(changes('B'));
  assert.deepEqual(first.read(), changes('A'));
});

test('signing out forgets everything of the person', async () => {
  const storage = fakeStorage({ other: 'x' });
  const keeping = await openKeeping('Anna', { storage, windowStorage: fakeStorage(), locks: fakeLocks(), makeID });
  keeping.write(changes('A'));
  keeping.clear();
  assert.deepEqual({ ...storage }, { other: 'x' });
});

test('nothing is kept any more after signing out', async () => {
  const storage = fakeStorage();
  const keeping = await openKeeping('Anna', { storage, windowStorage: fakeStorage(), locks: fakeLocks(), makeID });
  keeping.clear();
  // A save that was under way is answered.
  keeping.write(changes('A'));
  assert.deepEqual(Object.keys(storage), []);
});

test('a studio that could not be opened leaves its changes to the next try', async () => {
  const [storage, windowStorage, locks] = [fakeStorage(), fakeStorage(), fakeLocks()];
  const first = await openKeeping('Anna', { storage, windowStorage, locks, makeID });
  first.write(changes('A'));
  first.close();
  first.write({});
  await new Promise(setImmediate);
  const again = await openKeeping('Anna', { storage, windowStorage, locks, makeID });
  assert.deepEqual(again.read(), changes('A'));
});

test('nothing is kept when there is nothing unsaved', async () => {
  const storage = fakeStorage();
  const keeping = await openKeeping('Anna', { storage, windowStorage: fakeStorage(), locks: fakeLocks(), makeID });
  keeping.write(changes('A'));
  keeping.write({ working: { changes: {} }, pending: null });
  assert.deepEqual(Object.keys(storage), []);
});

test('a full storage is said, and is no crash', async () => {
  const storage = fakeStorage();
  storage.setItem = () => {
    throw new Error('full');
  };
  const errors = [];
  const keeping = await openKeeping('Anna', {
    storage, windowStorage: fakeStorage(), locks: fakeLocks(), makeID, fail: (error) => errors.push(error.message),
  });
  keeping.write(changes('A'));
  assert.deepEqual(errors, ['full']);
});

const base = { tag: '"1"', value: { id: 1, title: 'One', label: 'A' } };
const patch = (value, tag = '"1"') => ({ op: 'patch', base: { ...base, tag }, value });

test('an item that a closed window was creating is taken over once', () => {
  const created = { 'content/news/new-1': { op: 'create', base: { tag: null, value: {} }, value: { title: 'New' } } };
  const working = makeWorking();
  working.adopt(unsavedOf({
    working: { changes: created, count: 1 }, pending: { key: 'k', subjects: [], operations: [], changes: created },
  }));
  assert.deepEqual(working.changes, created);
});

test('what a closed window has changed of the same item is not lost', () => {
  const subject = 'content/news/1';
  for (const [closed, expected, left] of [
    [patch({ label: 'B' }), { title: 'Mine', label: 'B' }, {}],
    [patch({ title: 'Other', label: 'B' }), { title: 'Mine', label: 'B' }, { [subject]: patch({ title: 'Other' }) }],
    [patch({ label: 'B' }, '"0"'), { title: 'Mine' }, { [subject]: patch({ label: 'B' }, '"0"') }],
    [patch({ title: 'Mine' }), { title: 'Mine' }, {}],
  ]) {
    const working = makeWorking({ kept: { changes: { [subject]: patch({ title: 'Mine' }) } } });
    assert.deepEqual(working.adopt({ changes: { [subject]: closed } }), left);
    assert.deepEqual(working.change(subject).value, expected);
  }
});

test('what could not be taken over waits for the next window', async () => {
  const [storage, locks] = [fakeStorage(), fakeLocks()];
  const open = () => openKeeping('Anna', { storage, windowStorage: fakeStorage(), locks, makeID });
  const first = await open();
  first.leave(changes('left'));
  assert.deepEqual(await first.adopt(), [changes('left')]);
});

test('a text that is saved by itself is kept until it is saved', async () => {
  const [storage, windowStorage, locks] = [fakeStorage(), fakeStorage(), fakeLocks()];
  const keeping = await openKeeping('Anna', { storage, windowStorage, locks, makeID });
  const texts = makeUnsavedTexts({}, () => keeping.write({ texts: texts.kept }));
  texts.keep('releases/5', 'note', 'Please lo', 'Please');
  texts.keep('releases/5', 'note', 'Please look', 'Please');
  assert.deepEqual(keeping.read(), { texts: { 'releases/5/note': 'Please look' } });
  const again = makeUnsavedTexts(keeping.read().texts);
  assert.equal(again.text('releases/5', 'note'), 'Please look');
  assert.equal(again.text('releases/6', 'note'), undefined);
  again.adopt({ 'releases/5/note': 'Of another window', 'photos/a/alt': 'A bridge' });
  assert.deepEqual(again.kept, { 'releases/5/note': 'Please look', 'photos/a/alt': 'A bridge' });
  // It is as the server has it again, and another one is saved: nothing is kept.
  texts.keep('releases/5', 'note', 'Please', 'Please');
  texts.keep('photos/a', 'alt', 'A bridge', '');
  texts.keep('photos/a', 'alt', null);
  assert.equal(Object.keys(storage).filter((name) => name.includes('Anna/')).length, 0);
});
