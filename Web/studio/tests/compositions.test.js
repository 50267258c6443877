// Compositions: sections that are moved, added, changed, copied and removed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addSection, changeOfSection, duplicateSection, editSection, freeName, isName, landingPlace, moved, moveSection,
  newSection,
  removeSection, spaceSections,
} from '../core/compositions.js';

const composition = Object.freeze({
  feed: 'home', spacing: 24,
  sections: Object.freeze(['news', 'shops', 'topics'].map((id) => Object.freeze({
    id, kind: id, title: id, limit: 100,
  }))),
});
const order = ({ sections }) => sections.map(({ id }) => id).join(' ');

for (const [id, place, expected] of [
  ['news', 1, 'shops news topics'], ['news', 2, 'shops topics news'], ['topics', 0, 'topics news shops'],
  ['shops', 1, 'news shops topics'], ['news', -3, 'news shops topics'], ['news', 9, 'shops topics news'],
  ['unknown', 0, 'news shops topics'],
]) {
  test(`${id} moved to ${place} makes ${expected}`, () => {
    assert.equal(order(moveSection(composition, id, place)), expected);
    assert.equal(order(composition), 'news shops topics');
  });
}

test('an element is moved in any list', () => {
  assert.deepEqual(moved([7, 2, 9], 2, 0), [9, 7, 2]);
  assert.deepEqual(moved([7], 3, 0), [7]);
});

test('a section is added at a place, or at the end', () => {
  const section = newSection({ id: 'new', kind: 'shops', title: 'New', layout: 'list' });
  assert.equal(order(addSection(composition, section, 1)), 'news new shops topics');
  assert.equal(order(addSection(composition, section)), 'news shops topics new');
  assert.deepEqual(section.layout, { type: 'list', options: {} });
});

test('members are set and removed; other sections stay the same values', () => {
  const changed = editSection(composition, 'shops', { title: 'Cafés', limit: null });
  assert.deepEqual(changed.sections[1], { id: 'shops', kind: 'shops', title: 'Cafés' });
  assert.equal(changed.sections[0], composition.sections[0]);
  assert.equal(changed.spacing, 24);
});

test('a section is removed', () => assert.equal(order(removeSection(composition, 'shops')), 'news topics'));

test('a copy stands below, with a name of its own', () => {
  const first = duplicateSection(composition, 'news');
  assert.deepEqual([order(first.composition), first.id], ['news news_2 shops topics', 'news_2']);
  const second = duplicateSection(first.composition, 'news_2');
  assert.deepEqual([order(second.composition), second.id], ['news news_2 news_3 shops topics', 'news_3']);
});

test('names are free and valid', () => {
  assert.equal(freeName(composition, 'recent news!'), 'recent_news');
  assert.equal(freeName(composition, 'Café'), 'Cafe');
  assert.equal(freeName(composition, '最新'), 'section');
  assert.equal(freeName(composition, 'news'), 'news_2');
  const long = freeName(composition, 'x'.repeat(80));
  assert.ok(isName(long) && long.length === 64);
  for (const text of ['', 'a b', 'ü', 'x'.repeat(65)]) assert.ok(!isName(text), text);
});

test('what differs from the server is known', () => {
  assert.equal(changeOfSection({ id: 'news', kind: 'news', title: 'news', limit: 100 }, composition), null);
  assert.equal(changeOfSection({ id: 'news', kind: 'news', title: 'News', limit: 100 }, composition), 'changed');
  assert.equal(changeOfSection({ id: 'other' }, composition), 'new');
  assert.equal(changeOfSection({ id: 'other' }, null), 'new');
});

test('the space between sections is a member only if there is some', () => {
  assert.equal(spaceSections(composition, 8).spacing, 8);
  assert.ok(!('spacing' in spaceSections(composition, 0)));
});

for (const [middle, place] of [[-50, 0], [0, 0], [51, 0], [52, 1], [103, 1], [104, 2], [155, 2], [156, 3], [900, 3]]) {
  test(`a row whose middle is at ${middle} lands at ${place}`, () => {
    assert.equal(landingPlace([50, 50, 50], 50, 2, middle), place);
  });
}

test('rows of other heights are passed at their middles', () => {
  // A row of 40 above one of 100: its lower edge is at the middle of the other one, 90, when its own middle is at 70.
  assert.equal(landingPlace([100], 40, 0, 70), 0);
  assert.equal(landingPlace([100], 40, 0, 71), 1);
});
