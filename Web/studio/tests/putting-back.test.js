// What is offered after a save: to put back what was there before.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { save } from '../panels/save.js';
import { openPage } from '../../tanada/tests/page.js';

let page;
before(() => (page = openPage()));
after(() => page.close());

const results = [
  { kind: 'recent_news', id: 3, etag: '"7"' }, { kind: 'shops', id: 9, etag: '"7"' }, { feed: 'home', etag: '"7"' },
];
const subjects = ['content/recent_news/3', 'content/shops/9', 'feeds/home/composition'];

/** An app in which something was saved; `others` are the changes that others have made since. */
function savedApp(others) {
  const [notices, sent] = [[], []];
  const changes = { 'content/recent_news/3': { op: 'patch', base: { value: {} }, value: {} } };
  const app = {
    notices, sent, t: (name) => name, can: () => true, notify: (text, options) => notices.push({ text, ...options }),
    state: { get: () => ({ saving: 'idle', session: { time_zone: 'UTC' }, language: 'en' }) },
    working: { count: 3, changes }, saver: { saveNow: async () => ({ outcome: 'saved', revision: 7, results }) },
    client: {
      send: async (method, path, { json }) => {
        sent.push([method, path, json]);
        return { value: { changes: path.includes('dry_run') ? others : [] } };
      },
    },
    content: { refresh: async () => {} }, fail: assert.fail,
  };
  return app;
}

const asked = ['POST', '/v1/restore?dry_run=true', { revision: 7, subjects }];
const done = ['POST', '/v1/restore', { revision: 6, subjects }];

test('all of a save is put back by the revision before it, with the items that it has created', async () => {
  const app = savedApp([]);
  await save(/** @type {any} */ (app));
  assert.equal(app.notices[0].action.label, 'putBack');
  await app.notices[0].action.run();
  assert.deepEqual(app.sent, [asked, done]);
  assert.equal(app.notices[1].text, 'restored');
});

for (const [answer, expected] of [['yes', [asked, done]], ['', [asked]]]) {
  test(`what others have changed since is put back ${answer ? 'when the editor says so' : 'only then'}`, async () => {
    const app = savedApp([{ subject: subjects[0], change: 'updated' }]);
    await save(/** @type {any} */ (app));
    const putting = app.notices[0].action.run();
    await new Promise(setImmediate);
    const dialog = page.body.querySelector('dialog');
    assert.equal(dialog.querySelector('h2').textContent, 'putBackChanged');
    dialog.close(answer);
    await putting;
    assert.deepEqual(app.sent, expected);
  });
}
