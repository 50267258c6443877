// The messages after a save that was not done.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { save } from '../panels/save.js';

const subject = 'feeds/other/composition';
const changes = { [subject]: { op: 'compose', value: { sections: [{ id: 'shops' }] } } };

function appWith(outcome) {
  const log = [];
  const state = {
    saving: 'idle', changes, conflicts: [], feed: 'home', place: { tab: 'items' }, session: { role: 'editor' },
  };
  return {
    log, state: { get: () => state }, working: { count: 1, changes }, can: () => true, t: (name) => name,
    saver: { saveNow: async () => outcome }, notify: (text) => log.push(text), fail: (error) => log.push(error.message),
    go: ({ subject: place }) => log.push(place), openFeed: (feed) => log.push(feed),
  };
}

test('a refused section of another feed is shown with its feed', async () => {
  const app = appWith({
    outcome: 'refused', refusals: [{ subject, field: 'sections', pointer: '/sections/0/title', detail: 'too long' }],
  });
  await save(/** @type {any} */ (app));
  assert.deepEqual(app.log, ['other', 'sections/shops', 'refused']);
});

test('a save that others overtake each time is not silent', async () => {
  const app = appWith({ outcome: 'conflict', conflicts: [subject] });
  await save(/** @type {any} */ (app));
  assert.deepEqual(app.log, ['notSaved']);
});
