// Two people have changed one thing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictOf, mergeCompositions, mergeMembers, resolved } from '../core/merge.js';

const subject = 'content/recent_news/3';
const base = { tag: '"1"', value: { id: 3, title: 'T', label: 'L', summary: 'S' } };
const patch = (value) => ({ op: 'patch', base, value });
const theirs = (changes) => ({ tag: '"2"', value: { ...base.value, ...changes } });

test('changes of different members are merged', () => {
  const { value, clashes, taken } = mergeMembers({ a: 1, b: 1, c: 1 }, { a: 2, b: 1, c: 1 }, { a: 1, b: 2 });
  assert.deepEqual(value, { a: 2, b: 2 });
  assert.deepEqual(clashes, []);
  assert.deepEqual(taken.sort(), ['b', 'c']);
});

test('a member that both have changed clashes, unless both did the same', () => {
  const { value, clashes } = mergeMembers({ a: 1, b: 1 }, { a: 2, b: 3 }, { a: 2, b: 4 });
  assert.deepEqual(value, { a: 2, b: 3 });
  assert.deepEqual(clashes, [{ name: 'b', base: 1, mine: 3, theirs: 4 }]);
});

test('a change that touches nothing of theirs is put on their version', () => {
  const conflict = conflictOf(subject, patch({ title: 'Mine' }), theirs({ label: 'Theirs' }));
  assert.deepEqual(conflict.clashes, []);
  assert.deepEqual(conflict.taken, ['label']);
  assert.deepEqual(resolved(conflict, []), {
    op: 'patch', base: theirs({ label: 'Theirs' }), value: { title: 'Mine' },
  });
});

test('one field is taken from them and another kept', () => {
  const conflict = conflictOf(subject, patch({ title: 'Mine', label: 'Mine' }), theirs({
    title: 'Theirs', label: 'Theirs',
  }));
  assert.deepEqual(conflict.clashes.map(({ name }) => name), ['title', 'label']);
  assert.deepEqual(resolved(conflict, ['label']).value, { title: 'Mine' });
  assert.equal(resolved(conflict, ['title', 'label']), null);
  assert.deepEqual(resolved(conflict, []).value, { title: 'Mine', label: 'Mine' });
  assert.equal(resolved(conflict, []).base.tag, '"2"');
});

test('a member that was removed here clashes with one that was changed there', () => {
  const conflict = conflictOf(subject, patch({ summary: null }), theirs({ summary: 'Theirs' }));
  assert.deepEqual(conflict.clashes, [{ name: 'summary', base: 'S', mine: undefined, theirs: 'Theirs' }]);
  assert.deepEqual(resolved(conflict, []).value, { summary: null });
});

test('an item that they deleted is made again, or stays deleted', () => {
  const conflict = conflictOf(subject, patch({ title: 'Mine' }), { tag: null, value: null });
  assert.equal(conflict.isGone, true);
  assert.deepEqual(resolved(conflict, []), {
    op: 'create', base: { tag: null, value: {} }, value: { id: 3, title: 'Mine', label: 'L', summary: 'S' },
  });
  assert.equal(resolved(conflict, ['gone']), null);
});

test('a deletion of what they changed is asked about', () => {
  const conflict = conflictOf(subject, { op: 'delete', base }, theirs({ title: 'Theirs' }));
  assert.deepEqual(conflict.clashes.map(({ name }) => name), ['title']);
  assert.equal(resolved(conflict, []).op, 'delete');
  assert.equal(resolved(conflict, []).base.tag, '"2"');
  assert.equal(resolved(conflict, ['title']), null);
});

const composition = (...ids) => ({
  spacing: 8, sections: ids.map((id) => ({ id, title: id.toUpperCase(), limit: 10 })),
});
const idsOf = ({ sections }) => sections.map(({ id }) => id).join('');

test('orders are merged when one side has moved sections', () => {
  assert.equal(idsOf(mergeCompositions(composition(...'abcd'), composition(...'bacd'), composition(...'abcde')).value),
    'bacde');
  assert.equal(idsOf(mergeCompositions(composition(...'abcd'), composition(...'abxcd'), composition(...'dabc')).value),
    'dabxc');
  assert.equal(idsOf(mergeCompositions(composition(...'abcd'), composition(...'abd'), composition(...'cabd')).value),
    'abd');
});

test('orders that both have changed clash', () => {
  const { clashes, value } = mergeCompositions(composition(...'abc'), composition(...'bac'), composition(...'acb'));
  assert.deepEqual(clashes.map(({ name }) => name), ['order']);
  assert.equal(idsOf(value), 'bac');
  const conflict = conflictOf('feeds/home/composition', {
    op: 'compose', base: { tag: '1', value: composition(...'abc') }, value: composition(...'bac'),
  },
    { tag: '2', value: composition(...'acb') });
  assert.equal(idsOf(resolved(conflict, [])?.value), 'bac');
  assert.equal(resolved(conflict, ['order']), null);
});

test('members of one section are merged, and clash by their names', () => {
  const mine = composition(...'ab');
  mine.sections[0].title = 'Mine';
  mine.sections[1].limit = 5;
  const other = composition(...'ab');
  other.sections[0].title = 'Theirs';
  other.sections[0].limit = 3;
  const { value, clashes } = mergeCompositions(composition(...'ab'), mine, other);
  assert.deepEqual(clashes, [{ name: 'a/title', base: 'A', mine: 'Mine', theirs: 'Theirs' }]);
  assert.deepEqual(value, {
    spacing: 8, sections: [{ id: 'a', title: 'Mine', limit: 3 }, { id: 'b', title: 'B', limit: 5 }],
  });
});
