// Answers that come too late: what is shown is what was asked for last, and not older than what is known.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { makeClient } from '../core/client.js';
import { makeState } from '../core/state.js';
import { manualClock } from '../../tanada/tests/clock.js';
import { openPage } from '../../tanada/tests/page.js';
import { fakeServer, fakeStudio } from './fakes.js';

let page;
before(async () => {
  page = openPage();
  const names = ['photo-panel', 'revision-panel', 'history-panel', 'releases-panel'];
  await Promise.all(names.map((name) => import(`../panels/${name}.js`)));
});
after(() => page.close());
beforeEach(() => page.body.replaceChildren());

const turn = () => new Promise(setImmediate);
const t = (name, values = {}) => [name, ...Object.values(values)].join(' ');

/** A server whose answers are given by hand: `answer` answers the first request for a path that has none yet. */
function slowServer() {
  const waiting = [];
  const asked = [];
  const get = (path, { signal } = {}) => new Promise((resolve, reject) => {
    asked.push(path);
    waiting.push({ path, resolve, signal });
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  return {
    asked,
    client: { get, send: (_, path, options) => get(path, options) },
    async answer(part, value, count = 0) {
      const found = waiting.filter(({ path }) => path.includes(part))[count];
      waiting.splice(waiting.indexOf(found), 1);
      found.resolve({ value });
      await turn();
    },
    waitingFor: (part) => waiting.filter(({ path, signal }) => path.includes(part) && !signal?.aborted).length,
  };
}

function appOf(server, state) {
  const values = makeState({
    session: { name: 'Anna', role: 'editor', time_zone: 'UTC' }, language: 'en', bases: {}, changes: {}, revision: 5,
    feed: 'home', view: { width: 390 }, kinds: [{ kind: 'news', fields: [] }], ...state,
  });
  return {
    state: values, client: server.client, t, can: () => true, working: {}, notify() {}, fail: assert.fail,
    go: (place) => values.change({ place: { ...values.get().place, ...place } }),
    content: {
      kind: () => undefined, reload: async () => ({}), load: async () => ({ value: null }), forget() {},
      refresh: async () => {},
    },
    unsavedTexts: { text() {}, keep() {} },
  };
}

function open(name, app) {
  const panel = page.document.createElement(name);
  panel.app = app;
  page.body.append(panel);
  return panel;
}

test('nothing comes from what the browser has kept without asking whether it still holds', async () => {
  const modes = [];
  const fetch = async (_, { cache }) => {
    modes.push(cache);
    return Response.json({});
  };
  const client = makeClient({ fetch: /** @type {any} */ (fetch) });
  await client.get('/v1/feeds/home?width=390');
  await client.send('POST', '/v1/feeds/home/preview', { json: {}, isReading: true });
  assert.deepEqual(modes, ['no-cache', 'no-cache']);
});

test('a server that has not got a revision yet is asked again until it has', async () => {
  const clock = manualClock();
  const revisions = ['4', '4', '6'];
  const fetch = async () => Response.json({}, { headers: { 'X-Tanada-Revision': revisions.shift() } });
  const client = makeClient({ fetch: /** @type {any} */ (fetch), clock, random: () => 0 });
  const answer = client.get('/v1/feeds/home?width=390', { least: 5 });
  const waits = [];
  for (let count = 0; count < 2; count += 1) {
    const { action, wait } = await clock.next();
    waits.push(wait);
    action();
  }
  assert.equal((await answer).revision, 6);
  assert.deepEqual(waits, [1000, 2000]);
  // One that says no revision is not asked again.
  const other = makeClient({ fetch: /** @type {any} */ (async () => Response.json({})), clock });
  assert.equal((await other.get('/v1/kinds', { least: 5 })).revision, null);
});

const items = () => ({ 'news/1': { id: 1, title: 'One', version: 1 } });
const news = 'content/news/1';

/** A studio whose first request for an item is answered with what was there then, when `answer` is called. */
function late(server) {
  const studio = fakeStudio(server);
  const ask = server.fetch;
  const held = [];
  server.fetch = async (path, options) => {
    const response = await ask(path, options);
    if (options.method === 'GET' && !held.length) await new Promise((resolve) => held.push(resolve));
    return response;
  };
  return { ...studio, answer: () => held[0]() };
}

test('an answer to a write is not replaced by an answer from before it', async () => {
  const server = fakeServer(items());
  const { content, state, answer } = late(server);
  const loading = content.load(news);
  await turn();
  server.items['news/1'] = { id: 1, title: 'Eins', version: 2 };
  content.keep(news, { tag: '"2"', value: { id: 1, title: 'Eins' } });
  answer();
  await loading;
  assert.equal(state.get().bases[news].value.title, 'Eins');
});

test('what is forgotten or loaded again is not what was on its way before', async () => {
  for (const action of ['forget', 'refresh']) {
    const server = fakeServer(items());
    const { content, state, answer } = late(server);
    const loading = content.load(news);
    await turn();
    server.items['news/1'] = { id: 1, title: 'Eins', version: 2 };
    const done = content[action](news);
    answer();
    await Promise.all([loading, done]);
    assert.notEqual(state.get().bases[news]?.value.title, 'One', action);
    assert.equal((await content.load(news)).value.title, 'Eins', action);
  }
});

test('items of a kind are counted again when a revision comes while they are counted', async () => {
  const { makeKindList } = await import('../items/kind-list.js');
  const server = slowServer();
  const list = makeKindList(/** @type {any} */ (appOf(server, {})), () => {});
  const show = (revision) => list.show({ kinds: [{ kind: 'news' }], changes: {}, revision });
  show(1);
  show(2);
  await server.answer('count=true', { total: 8 }, server.waitingFor('count=true'));
  await server.answer('count=true', { total: 7 });
  assert.equal(list.element.querySelector('.list-note').textContent, 'itemsCount 8');
  show(2);
  assert.equal(server.asked.length, 2);
});

test('the number of items that meet rules is that of these rules, and of what there is now', async () => {
  const { queryForm } = await import('../forms/query-form.js');
  const server = slowServer();
  const app = appOf(server, { revision: 1 });
  const timers = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout = /** @type {any} */ ((action) => timers.push(action));
  const form = queryForm(/** @type {any} */ (app), { kind: () => 'news', change() {} });
  const text = () => form.element.querySelector('.query-count').textContent;
  form.show({ q: 'a' });
  timers.pop()();
  form.show({ q: 'b' });
  await server.answer('q=a', { total: 1 });
  assert.equal(text(), '');
  timers.pop()();
  await server.answer('q=b', { total: 2 });
  assert.equal(text(), 'queryFound 2');
  // Somebody has saved another one.
  app.state.change({ revision: 2 });
  form.show({ q: 'b' });
  timers.pop()();
  await server.answer('q=b', { total: 3 });
  assert.equal(text(), 'queryFound 3');
  globalThis.setTimeout = setTimeout;
});

test('the uses of a photo are those of the photo that is shown', async () => {
  const server = slowServer();
  const app = appOf(server, { place: { tab: 'photos', subject: 'photos/a' } });
  const panel = open('studio-photo', app);
  const use = (id) => [{ subject: `content/news/${id}`, field: 'photo' }];
  const shown = () => panel.usesList.querySelectorAll('.list-title').map((one) => one.textContent).join();
  await server.answer('/v1/photos/a/uses', { result: use(1) });
  assert.equal(shown(), 'news 1');
  app.state.change({ place: { tab: 'photos', subject: 'photos/b' } });
  await turn();
  // Until they are known, nothing of them can be replaced.
  assert.deepEqual([shown(), panel.replace.hidden], ['', true]);
  // Two questions about one photo: the answer to the first one comes last.
  app.state.change({ revision: 6 });
  await turn();
  await server.answer('/v1/photos/b/uses', { result: use(3) }, 1);
  await server.answer('/v1/photos/b/uses', { result: use(2) });
  assert.equal(shown(), 'news 3');
});

test('a revision is restored only when it is known what that changes, and not by the answer for another one', async () => {
  const server = slowServer();
  const app = appOf(server, { place: { tab: 'history', subject: 'revisions/3' } });
  const timers = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout = /** @type {any} */ ((action) => timers.push(action));
  const panel = open('studio-revision', app);
  timers.pop()();
  app.state.change({ place: { tab: 'history', subject: 'revisions/4' } });
  await turn();
  await server.answer('/v1/restore', { changes: [{ subject: news, change: 'updated', before: {}, after: {} }] });
  assert.equal(panel.heading.textContent, 'revisionNumber 4');
  assert.deepEqual([panel.restore.disabled, panel.restoreNote.textContent], [true, '']);
  timers.pop()();
  await server.answer('/v1/restore', { changes: [{ subject: news, change: 'updated', before: {}, after: {} }] });
  assert.deepEqual([panel.restore.disabled, panel.restoreNote.textContent], [false, 'restoreWould 1']);
  globalThis.setTimeout = setTimeout;
});

test('a restoration that is answered when somebody has gone on marks no other screen', async () => {
  const server = slowServer();
  const app = appOf(server, { place: { tab: 'history', subject: 'revisions/3' }, marks: null });
  const { setTimeout } = globalThis;
  const timers = [];
  globalThis.setTimeout = /** @type {any} */ ((action) => timers.push(action));
  const panel = open('studio-revision', app);
  timers.pop()();
  await server.answer('/v1/restore', { changes: [{ subject: news, change: 'updated', before: {}, after: {} }] });
  panel.restore.click();
  await turn();
  panel.remove();
  await server.answer('/v1/restore', { revision: 6, changes: [] });
  assert.equal(server.waitingFor('/v1/'), 0);
  globalThis.setTimeout = setTimeout;
});

test('the newest revisions come though further ones are asked for meanwhile', async () => {
  const server = slowServer();
  const app = appOf(server, { place: { tab: 'history', subject: null } });
  const panel = open('studio-history', app);
  const page = (...numbers) => ({
    result: numbers.map((number) => ({ number, committed_at: '2026-11-01T00:00:00Z', actor: null, keys: [] })),
    next: '/next',
  });
  await server.answer('/v1/revisions', page(5, 4));
  app.state.change({ revision: 6 });
  await turn();
  panel.more.click();
  await server.answer('/v1/revisions', page(6, 5, 4));
  await server.answer('/next', { ...page(3), next: null });
  assert.deepEqual(panel.list.children.map(({ dataset }) => dataset.revision), ['6', '5', '4', '3']);
});

/** The panel of releases with its first page, of which there are `count`. */
async function openReleases(server, count = 60) {
  const app = appOf(server, { place: { tab: 'releases', subject: null }, revision: 5 });
  const panel = open('studio-releases', app);
  const page = (from, to) => ({
    result: Array.from({ length: from - to + 1 }, (_, index) => ({
      id: from - index, state: 'prepared', name: `R${from - index}`, operation_count: 0, conflicts: [], actor: null,
    })),
    next: to > 1 ? `/next${to}` : null,
  });
  await server.answer('/v1/releases?limit=50', page(count, count - 49));
  const revise = async (revision) => {
    app.state.change({ revision });
    await turn();
  };
  const shown = () => panel.lists.querySelectorAll('[data-release]').map(({ dataset }) => Number(dataset.release));
  return { panel, page, revise, shown };
}

test('further releases come though revisions are published meanwhile', async () => {
  const server = slowServer();
  const { panel, page, revise, shown } = await openReleases(server);
  panel.more.click();
  await revise(6);
  await revise(7);
  assert.deepEqual([server.waitingFor('/next'), server.waitingFor('limit=100')], [0, 1]);
  await server.answer('limit=100', page(61, 1), 1);
  assert.deepEqual([shown().length, shown()[0], panel.more.hidden], [61, 61, true]);
});

test('further releases that are asked for while the list is loaded come with it', async () => {
  const server = slowServer();
  const { panel, page, revise, shown } = await openReleases(server, 120);
  await revise(6);
  panel.more.click();
  await revise(7);
  assert.deepEqual(['/next', 'limit=50', 'limit=100'].map(server.waitingFor), [0, 0, 1]);
  await server.answer('limit=100', page(121, 22), 1);
  assert.deepEqual([shown().length, panel.more.hidden], [100, false]);
  // Without anything else on its way, only what follows is asked for.
  panel.more.click();
  await server.answer('/next22', page(21, 1));
  assert.deepEqual([shown().length, shown().at(-1), panel.more.hidden], [121, 1, true]);
  await revise(8);
  assert.equal(server.asked.at(-1), '/v1/releases?limit=150');
});

test('a list of very many releases is asked for as far as a page goes', async () => {
  const server = slowServer();
  const { panel, page, revise, shown } = await openReleases(server, 2000);
  for (let last = 1951; last > 901; last -= 50) {
    panel.more.click();
    await server.answer(`/next${last}`, page(last - 1, last - 50));
  }
  assert.equal(shown().length, 1100);
  await revise(6);
  assert.equal(server.asked.at(-1), '/v1/releases?limit=1000');
  await server.answer('limit=1000', page(2000, 1001));
  panel.more.click();
  await server.answer('/next1001', page(1000, 951));
  assert.deepEqual([shown().length, shown().at(-1)], [1050, 951]);
});

test('the file that is imported is the one that was checked last', async () => {
  const { openTransfer } = await import('../panels/transfer-dialog.js');
  const requests = [];
  globalThis.XMLHttpRequest = /** @type {any} */ (class {
    upload = {};
    open(_, path) {
      this.path = path;
    }
    setRequestHeader() {}
    send(file) {
      this.file = file.name;
      requests.push(this);
    }
    abort() {
      this.onabort();
      this.onloadend();
    }
    answer(inserted) {
      Object.assign(this, { status: 200, responseText: JSON.stringify({ inserted, updated: 0, unchanged: 0 }) });
      this.onload();
      this.onloadend();
    }
  });
  const app = appOf(slowServer(), { locales: ['en'] });
  const closing = openTransfer(/** @type {any} */ (app), { kind: 'news', title: 'News', fields: [] });
  const dialog = page.body.querySelector('dialog');
  const [go, outcome] = [dialog.querySelector('[data-action="import"]'), dialog.querySelector('.transfer-outcome')];
  const choose = async (name) => {
    const input = dialog.querySelector('[type="file"]');
    input.files = [{ name }];
    input.dispatchEvent(new Event('change'));
    await turn();
  };
  await choose('a.csv');
  await choose('b.pdf');
  assert.deepEqual([outcome.textContent, go.hidden], ['transferWrongFile', true]);
  await choose('c.csv');
  await choose('d.csv');
  assert.equal(outcome.textContent, '');
  requests.at(-1).answer(2);
  await turn();
  assert.equal(go.hidden, false);
  go.click();
  // What is being written is not broken off, and whether it was done is not known when it is cancelled.
  await choose('e.csv');
  assert.deepEqual([requests.at(-1).file, requests.at(-1).path], ['d.csv', '/v1/import/news?format=csv']);
  dialog.querySelector('[data-action="cancel-import"]').click();
  await turn();
  assert.equal(outcome.textContent, 'transferUnsure');
  dialog.close('');
  await closing;
  delete globalThis.XMLHttpRequest;
});
