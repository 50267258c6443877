// What the server refuses of a composition is shown at its sections, until it is changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followRefusals } from '../core/section-refusals.js';

const subject = 'feeds/home/composition';
const value = {
  sections: [{ id: 'news', title: '' }, {
    id: 'shops', title: 'Shops', layout: { type: 'list', options: { columns: 99 } },
  }],
};
const stateOf = (value, more) => ({
  refusals: [], failures: [], changes: { [subject]: { op: 'compose', base: { tag: 'a', value: {} }, value } }, ...more,
});

test('a refusal of a save stands at the member of its section', () => {
  const follow = followRefusals();
  const refusals = [
    { subject, pointer: '/sections/1/layout/options/columns', detail: 'too many' },
    { subject, pointer: '/spacing', detail: 'too wide' },
    { subject: 'content/news/1', pointer: '/title', detail: 'other' },
  ];
  assert.deepEqual(follow(stateOf(value, { refusals }), subject, value), [
    { section: 'shops', name: 'layout.options.columns', detail: 'too many' },
    { section: null, name: 'spacing', detail: 'too wide' },
  ]);
});

test('what was changed since is no longer refused', () => {
  const follow = followRefusals();
  const refusals = [{ subject, pointer: '/sections/0/title', detail: 'empty' }, {
    subject, pointer: '/sections/1/title', detail: 'no',
  }];
  const state = stateOf(value, { refusals });
  assert.equal(follow(state, subject, value).length, 2);
  const later = { sections: [{ id: 'news', title: 'News' }, value.sections[1]] };
  assert.deepEqual(follow(state, subject, later).map(({ section }) => section), ['shops']);
});

test('what the screen cannot show is refused as well, once', () => {
  const follow = followRefusals();
  const refusals = [{ subject, pointer: '/sections/0/title', detail: 'empty' }];
  const failures = [
    // At the place that another change had when the screen was asked for.
    { operation: 1, subject, detail: 'no', errors: [{ pointer: '/body/sections/0/title', detail: 'empty' }] },
    { operation: 0, subject: 'content/news/1', detail: 'of another', errors: [] },
  ];
  assert.deepEqual(follow(stateOf(value, { refusals, failures }), subject, value),
    [{ section: 'news', name: 'title', detail: 'empty' }]);
});
