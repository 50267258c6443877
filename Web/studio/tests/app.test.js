// Opening the studio, and signing out.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { openApp } from '../core/app.js';
import { fakeLocks, fakeStorage } from './fakes.js';

const session = { id: 1, name: 'Anna', role: 'editor', time_zone: 'Asia/Tokyo', locales: ['ja'] };
const options = { words: (name) => name, language: 'en' };
const answers = {
  '/v1/kinds': { kinds: [] }, '/v1/layouts': { layouts: [] }, '/v1/cells': { cells: [] }, '/v1/themes': { themes: [] },
  '/v1/feeds': { feeds: [], locales: [] },
  '/v1/feeds/home/composition': { sections: [] }, '/v1/presence': { others: [] },
};
const former = {};
let page;

beforeEach(() => {
  page = { requests: [], listening: new Set(), isDown: false, hasEnded: false, following: 0, batches: [] };
  const fetch = async (path, { method = 'GET', signal, body } = {}) => {
    page.requests.push(`${method} ${path}`);
    if (String(path).includes('/v1/events')) {
      page.following += 1;
      return new Promise((_, reject) => signal.addEventListener('abort', () => {
        page.following -= 1;
        reject(signal.reason);
      }));
    }
    if (page.isDown && path !== '/v1/presence') throw new TypeError('no connection');
    if (method === 'DELETE') return page.hasEnded
      ? Response.json({ status: 401, code: 'session_ended' }, { status: 401 }) : new Response(null, { status: 204 });
    if (path === '/v1/batch') {
      page.batches.push(JSON.parse(body));
      return Response.json({ revision: 2, results: [{ kind: 'news', id: 1, etag: '"2"' }] });
    }
    if (path.startsWith('/v1/content/')) return Response.json({ status: 404, code: 'not_found' }, { status: 404 });
    return Response.json(answers[path]);
  };
  const stubs = {
    fetch, localStorage: fakeStorage(), sessionStorage: fakeStorage(), navigator: { locks: fakeLocks() },
    location: { hash: '', href: 'http://localhost/studio', origin: 'http://localhost' }, history: { pushState() {} },
    addEventListener: (type, listener, { signal } = {}) => {
      page.listening.add(listener);
      signal?.addEventListener('abort', () => page.listening.delete(listener));
    },
    removeEventListener: (type, listener) => page.listening.delete(listener),
  };
  for (const [name, value] of Object.entries(stubs)) {
    former[name] = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
});

afterEach(() => {
  for (const [name, descriptor] of Object.entries(former)) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else delete globalThis[name];
  }
});

const keep = (kept) => {
  sessionStorage.setItem('tanada-studio/window', 'w');
  localStorage.setItem('tanada-studio/Anna/w', JSON.stringify(kept));
};
const patch = {
  'content/news/1': { op: 'patch', base: { tag: '"1"', value: { id: 1, title: 'One' } }, value: { title: 'Eins' } },
};

test('a studio that could not be opened leaves nothing behind, and its changes to the next try', async () => {
  keep({ working: { changes: patch, count: 0 } });
  page.isDown = true;
  await assert.rejects(openApp(session, options), { name: 'Outage' });
  assert.deepEqual([page.following, page.listening.size], [0, 0]);
  page.isDown = false;
  const app = await openApp(session, options);
  assert.deepEqual(app.working.changes, patch);
  app.close();
});

test('signing out forgets what is kept, also when the session has ended already', async () => {
  for (const hasEnded of [false, true]) {
    keep({ working: { changes: patch, count: 0 } });
    page.hasEnded = hasEnded;
    const app = await openApp(session, options);
    await app.signOut();
    app.working.edit('content/news/1', patch['content/news/1'].base, { title: 'late' });
    assert.deepEqual(Object.keys(localStorage), []);
    navigator.locks.held.clear();
  }
});

test('what a closed window has left of an item that has other changes here waits until they are saved', async () => {
  keep({ working: { changes: patch, count: 0 } });
  const others = { 'content/news/1': { ...patch['content/news/1'], value: { title: 'Uno' } } };
  localStorage.setItem('tanada-studio/Anna/closed', JSON.stringify({ working: { changes: others, count: 0 } }));
  const app = await openApp(session, options);
  assert.deepEqual([app.working.changes, app.working.canUndo, app.state.get().notice], [patch, false, null]);
  app.close();
  app.working.discard();
  app.keeping.close();
  await new Promise(setImmediate);
  const next = await openApp(session, options);
  assert.deepEqual([next.working.changes, next.state.get().notice.text], [others, 'adopted']);
  next.close();
});

const pending = {
  key: 'k', subjects: ['content/news/1'], operations: [{ op: 'patch', kind: 'news', id: 1, body: { title: 'Eins' } }],
  changes: patch,
};
for (const [id, count] of [[1, 1], [2, 0]]) {
  test(`a save without an answer is ${count ? 'sent again in its session' : 'not done by itself in another session'}`,
    async () => {
    keep({ working: { changes: patch, count: 0 }, pending: { ...pending, session: 1 } });
    const app = await openApp({ ...session, id }, options);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    assert.equal(page.batches.length, count);
    assert.deepEqual(app.working.changes, count ? {} : patch);
    app.close();
  });
}
