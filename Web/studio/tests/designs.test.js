// Cells and themes among the changes, the releases and the conflicts of the studio.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualExample, exampleOf } from '../core/design-example.js';
import { designDifferences } from '../core/design-differences.js';
import { designsNow, freeDesignName, isDesign, wholeTheme } from '../core/designs.js';
import { conflictOf, resolved } from '../core/merge.js';
import { operationsOf } from '../core/operations.js';
import { fragmentOf, placeOf } from '../core/place.js';
import { addOperations, changesOf, subjectOf } from '../core/release-operations.js';
import { followRefusedParts } from '../core/section-refusals.js';
import { makeState } from '../core/state.js';
import { makeWorking } from '../core/working.js';
import { subjectsOf } from '../panels/save.js';
import { fakeStudio } from './fakes.js';

const pin = { cell: 'pin', fits: ['shelf'], content: [{ image: 'image' }] };
const base = { tag: '"1"', value: pin };
const none = { tag: null, value: null };
const round = { ...pin, content: [{ image: 'image', corner_radius: 9 }] };

test('definitions are sent as a whole, with the tag that they had, and null removes one', () => {
  const working = makeWorking();
  working.design('cells/pin', base, round);
  working.design('cells/new', none, { ...pin, cell: 'new' });
  working.design('themes/night', { tag: '"n"', value: { theme: 'night' } }, null);
  assert.deepEqual(operationsOf(working.changes).operations, [
    { op: 'cell', cell: 'pin', if_match: '"1"', body: round }, { op: 'cell', cell: 'new', body: { ...pin, cell: 'new' } },
    { op: 'theme', theme: 'night', if_match: '"n"', body: null },
  ]);
  assert.equal(working.value('themes/night', { theme: 'night' }), null);
  // As it was before is no change.
  working.design('cells/pin', base, structuredClone(pin));
  assert.equal(working.change('cells/pin'), undefined);
});

test('a release has one operation for each definition, which can be edited again', () => {
  const [first, second] = [{ op: 'cell', cell: 'pin', if_match: '"1"', body: round }, { op: 'cell', cell: 'pin', body: pin }];
  assert.equal(subjectOf(first), 'cells/pin');
  assert.deepEqual(addOperations([first], [second]).operations, [{ ...second, if_match: '"1"' }]);
  const removal = { op: 'theme', theme: 'night', body: null };
  const { changes } = changesOf(3, [first, removal], { 'cells/pin': base, 'themes/night': none }, 0);
  assert.deepEqual(changes['cells/pin'], { op: 'design', base, value: round, origin: { release: 3, operation: first } });
  assert.deepEqual(changes['themes/night'].value, null);
  assert.deepEqual(subjectsOf([{ cell: 'pin' }, { theme: 'night' }, { feed: 'home' }, { kind: 'news', id: 1 }]),
    ['cells/pin', 'themes/night', 'feeds/home/composition', 'content/news/1']);
});

test('what another has changed elsewhere in a definition is kept, and what both have changed is asked', () => {
  const change = { op: 'design', base, value: round };
  const theirs = { tag: '"2"', value: { ...pin, title: 'Pin' } };
  const merged = conflictOf('cells/pin', change, theirs);
  assert.deepEqual([merged.clashes, merged.change], [[], { op: 'design', base: theirs, value: { ...round, title: 'Pin' } }]);
  const other = { tag: '"2"', value: { ...pin, content: [{ image: 'image', aspect: 1 }] } };
  const conflict = conflictOf('cells/pin', change, other);
  assert.deepEqual(conflict.clashes.map(({ name }) => name), ['content']);
  assert.equal(resolved(conflict, ['content']), null);
  assert.deepEqual(resolved(conflict, []).value, round);
  // One that is gone is made again, or stays so.
  const gone = conflictOf('cells/pin', change, none);
  assert.deepEqual(resolved(gone, []), { op: 'design', base: none, value: round });
  assert.equal(resolved(gone, ['gone']), null);
  assert.deepEqual(conflictOf('cells/pin', { op: 'design', base, value: null }, theirs).change.value, null);
});

test('a definition has a place, and a name that nobody has', () => {
  const place = { tab: 'design', kind: null, subject: 'cells/pin' };
  assert.equal(fragmentOf(/** @type {any} */ (place)), '#/design/cells/pin');
  assert.deepEqual(placeOf('#/design/cells/pin'), place);
  assert.deepEqual(['cells/pin', 'themes/x', 'content/cells/3', 'feeds/home/composition', null].map(isDesign),
    [true, true, false, false, false]);
  assert.equal(freeDesignName(['pin_copy', 'pin_copy_2'], 'pin_copy'), 'pin_copy_3');
});

test('a theme has what it does not say from the default theme', () => {
  const themes = [{ theme: 'default', colors: { label: '#000000', edge: '#111111' } },
    { theme: 'night', colors: { label: '#ffffff' } }];
  assert.deepEqual(wholeTheme(themes, 'night').colors, { label: '#ffffff', edge: '#111111' });
  assert.deepEqual(wholeTheme(themes, null).colors, themes[0].colors);
  assert.deepEqual(wholeTheme(themes, 'gone').radii, {});
});

test('what differs is named by its place', () => {
  const after = { ...pin, fits: ['shelf', 'list'], content: [{ image: 'image', aspect: 1 }] };
  assert.deepEqual(designDifferences(pin, after), [
    { name: 'Fits', before: 'shelf', after: 'shelf, list' },
    { name: 'Content · 1 · Aspect', before: undefined, after: 1 },
  ]);
});

test('what is refused is no longer so once it is changed', () => {
  const follow = followRefusedParts();
  const failures = [{ subject: 'cells/pin', errors: [{ pointer: '/body/content/0/aspect', detail: 'too high' }] }];
  const state = { refusals: [], failures, changes: { 'cells/pin': {} } };
  const high = { ...pin, content: [{ image: 'image', aspect: 99 }] };
  assert.deepEqual(follow(state, 'cells/pin', high).map(({ pointer, detail }) => [pointer, detail]),
    [['/content/0/aspect', 'too high']]);
  assert.deepEqual(follow(state, 'cells/pin', { ...pin, content: [{ image: 'image', aspect: 9 }] }), []);
});

/** A studio with a screen of topics, and two kinds. */
function openStudio() {
  const kinds = [
    { kind: 'news', title: 'News', roles: { headline: 'title', date: 'day' }, layout: { type: 'list' } },
    { kind: 'topics', title: 'Topics', roles: { headline: 'title', image: 'photo' }, layout: { type: 'shelf' } },
  ];
  const state = makeState({
    kinds, cells: [pin, { ...pin, cell: 'topics' }], themes: [], feed: 'home', changes: {}, bases: {
      'feeds/home/composition': { tag: '"c"', value: { feed: 'home', theme: 'night', sections: [
        { id: 'one', kind: 'topics', layout: { type: 'shelf', options: { spacing: 3 } }, source: { query: {} }, limit: 9 },
      ] } },
    },
  });
  const working = makeWorking();
  const content = { kind: (name) => kinds.find(({ kind }) => kind === name) };
  return /** @type {any} */ ({ state, working, content });
}

test('a cell is seen in a section that has it, or with the kind that has most of its roles', () => {
  const app = openStudio();
  assert.deepEqual(exampleOf(app, 'cells/topics', null), {
    theme: 'night', sections: [{
      id: 'example', kind: 'topics', title: 'Topics', source: { query: {} },
      layout: { type: 'shelf', options: { spacing: 3 } }, cell: 'topics', limit: 4,
    }],
  });
  assert.deepEqual(usualExample(app, pin), { kind: 'topics', layout: 'shelf' });
  assert.deepEqual(usualExample(app, { ...pin, fits: ['mosaic'], content: [{ text: 'date' }, { text: 'headline' }] }),
    { kind: 'news', layout: 'mosaic' });
  assert.equal(exampleOf(app, 'cells/pin', { kind: 'news', layout: 'shelf' }).sections[0].kind, 'news');
  // A theme is seen on the whole screen.
  assert.equal(exampleOf(app, 'themes/day', null).theme, 'day');
  assert.equal(exampleOf(app, 'cells/gone', null), null);
});

test('what is not saved is among the definitions, and what is removed is not', () => {
  const app = openStudio();
  app.working.design('cells/new', none, { ...pin, cell: 'new' });
  app.working.design('cells/pin', base, null);
  assert.deepEqual(designsNow(app, 'cells').map(({ cell }) => cell), ['topics', 'new']);
});

test('a definition that was saved is no change any more', async () => {
  const fetch = async (path) => (path === '/v1/batch'
    ? Response.json({ revision: 2, results: [{ status: 200, cell: 'pin', etag: '"2"' }] })
    : Response.json(round, { headers: { ETag: '"2"' } }));
  const studio = fakeStudio({ fetch });
  studio.state.change({ place: { tab: 'design', kind: null, subject: 'cells/pin' } });
  studio.working.design('cells/pin', base, round);
  const outcome = await studio.saver.saveNow();
  assert.equal(outcome.outcome, 'saved');
  assert.deepEqual(studio.working.changes, {});
  assert.deepEqual(studio.state.get().bases['cells/pin'], { tag: '"2"', value: round });
});
