// What is offered after a save: to put back what was there before.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { save } from '../panels/save.js';

test('a save is put back by the revision before it, without the items that it has created', async () => {
  const [notices, sent] = [[], []];
  const app = {
    t: (name) => name, can: () => true, notify: (text, options) => notices.push({ text, ...options }),
    state: { get: () => ({ saving: 'idle' }) },
    working: {
      count: 2,
      changes: { 'content/recent_news/3': { op: 'patch' }, 'content/recent_news/new-1': { op: 'create' } },
    },
    saver: { saveNow: async () => ({ outcome: 'saved', revision: 7 }) },
    client: { send: async (method, path, { json }) => sent.push([method, path, json]) },
    content: { refresh: async () => {} }, fail: assert.fail,
  };
  await save(/** @type {any} */ (app));
  assert.equal(notices[0].action.label, 'putBack');
  await notices[0].action.run();
  assert.deepEqual(sent, [['POST', '/v1/restore', { revision: 6, subjects: ['content/recent_news/3'] }]]);
  assert.equal(notices[1].text, 'restored');
});
