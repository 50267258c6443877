// Saving while something else happens: it is sent twice, is typed into, or others save as well.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeServer, fakeStudio } from './fakes.js';

const news = (id) => `content/news/${id}`;
const items = () => ({
  'news/1': { id: 1, title: 'One', label: 'A', version: 1 }, 'news/2': { id: 2, title: 'Two', label: 'B', version: 1 },
});
const posts = (server) => server.requests.filter((request) => request.startsWith('POST')).length;

async function opened(server, ...ids) {
  const studio = fakeStudio(server);
  for (const id of ids) await studio.content.load(news(id));
  studio.edit = (id, members) => studio.working.edit(news(id), studio.state.get().bases[news(id)], members);
  return studio;
}

/** Holds requests back that `matches` is true for; `release` lets them reach the server, one after the other. */
function heldBack(server, matches) {
  const held = [];
  const ask = server.fetch;
  server.fetch = async (path, options) => {
    if (matches(`${options.method} ${path}`)) await new Promise((resolve) => held.push(resolve));
    return ask(path, options);
  };
  return {
    held,
    async release() {
      while (!held.length) await new Promise(setImmediate);
      held.shift()();
      await new Promise(setImmediate);
    },
  };
}

test('a save that is sent twice at once is taken over once, and does not end the next one', async () => {
  const server = fakeServer(items());
  const gate = heldBack(server, (request) => request.startsWith('POST'));
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Eins' });
  const first = studio.saver.saveNow();
  studio.saver.resume();
  await gate.release();
  assert.equal((await first).outcome, 'saved');
  await studio.content.load(news(1));
  studio.edit(1, { title: 'Uno' });
  const second = studio.saver.saveNow();
  // The second answer to the first save arrives while the next one is under way.
  await gate.release();
  assert.equal(studio.saver.isWaiting, true);
  assert.equal(studio.kept.at(-1)?.operations[0].body.title, 'Uno');
  await gate.release();
  assert.equal((await second).outcome, 'saved');
  assert.equal(server.items['news/1'].title, 'Uno');
  assert.equal(posts(server), 3);
});

test('a save that begins while another is taken over waits for its own answer', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1, 2);
  const gate = heldBack(server, (request) => request.startsWith('GET'));
  studio.state.change({ place: { tab: 'items', kind: 'news', subject: news(1) } });
  studio.edit(1, { title: 'Eins' });
  const first = studio.saver.saveNow();
  while (!gate.held.length) await new Promise(setImmediate);
  const created = studio.working.create('news', { label: 'no title' });
  const second = studio.saver.saveNow([created]);
  await gate.release();
  assert.equal((await first).outcome, 'saved');
  assert.equal((await second).outcome, 'refused');
});

test('a save is answered though what others have cannot be loaded', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Mine' });
  server.items['news/1'] = { ...server.items['news/1'], title: 'Theirs', version: 7 };
  const ask = server.fetch;
  server.fetch = async (path, options) => {
    if (options.method === 'GET') throw new TypeError('no connection');
    return ask(path, options);
  };
  server.lose = 'before';
  const saving = studio.saver.saveNow();
  const timer = await studio.clock.next();
  server.lose = null;
  timer.action();
  const outcome = await Promise.race([saving.then(({ outcome: own }) => own, (error) => error.name), later()]);
  assert.notEqual(outcome, 'never');
  assert.deepEqual(studio.working.change(news(1)).value, { title: 'Mine' });
});

test('what is typed while conflicts are found and resolved is kept', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1, 2);
  studio.edit(1, { title: 'Mine' });
  studio.edit(2, { title: 'Meins' });
  for (const id of [1, 2]) server.items[`news/${id}`] = { ...server.items[`news/${id}`], title: 'Theirs', version: 7 };
  const gate = heldBack(server, (request) => request === 'GET /v1/content/news/2?locale=*');
  const saving = studio.saver.saveNow();
  while (!gate.held.length) await new Promise(setImmediate);
  studio.edit(1, { label: 'typed meanwhile' });
  await gate.release();
  assert.equal((await saving).outcome, 'conflict');
  const [first, second] = studio.state.get().conflicts;
  studio.working.edit(news(2), second.theirs, { label: 'typed later' });
  studio.saver.resolve(first, []);
  studio.saver.resolve(second, ['title']);
  assert.deepEqual(studio.working.change(news(1)).value, { title: 'Mine', label: 'typed meanwhile' });
  assert.deepEqual(studio.working.change(news(2)).value, { label: 'typed later' });
});

test('a conflict of a save goes on with it; one that was met on the way to a release publishes nothing', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Mine' });
  server.items['news/1'] = { ...server.items['news/1'], title: 'Theirs', version: 7 };
  await studio.saver.saveNow();
  assert.deepEqual(studio.state.get().conflicts.map(({ next }) => next), ['save']);
  const ask = server.fetch;
  server.fetch = async (path, options) => {
    if (!path.startsWith('/v1/releases/5')) return ask(path, options);
    if (options.method === 'GET') return Response.json({ id: 5, name: 'R', operations: [] });
    const errors = [{ pointer: '/operations/0', detail: 'changed', code: 'precondition_failed' }];
    return Response.json({ status: 412, code: 'precondition_failed', errors }, {
      status: 412, headers: { 'Content-Type': 'application/problem+json' },
    });
  };
  assert.equal((await studio.saver.saveInto({ id: 5 })).outcome, 'conflict');
  assert.deepEqual(studio.state.get().conflicts.map(({ next }) => next), ['ask']);
});

test('what is typed between the answer to a save and the loading of it is no conflict', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  const created = studio.working.create('news', { title: 'Three' });
  const gate = heldBack(server, (request) => request.startsWith('GET'));
  for (const [subject, number] of [[news(1), 1], [created, 3]]) {
    studio.state.change({ place: { tab: 'items', kind: 'news', subject } });
    if (number === 1) studio.edit(1, { title: 'Eins' });
    const saving = studio.saver.saveNow([subject]);
    while (!gate.held.length) await new Promise(setImmediate);
    const base = studio.state.get().bases[news(number)];
    assert.equal(base?.value.title, number === 1 ? 'Eins' : 'Three');
    studio.working.edit(news(number), base, { title: 'typed' });
    await gate.release();
    await saving;
    assert.deepEqual(studio.working.change(news(number)).value, { title: 'typed' });
    studio.working.discard([news(number)]);
  }
});

test('an answer from before a save does not come after it', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.state.change({ place: { tab: 'items', kind: 'news', subject: news(1) } });
  studio.edit(1, { title: 'Eins' });
  const old = server.fetch(`/v1/content/news/1?locale=*`, { method: 'GET' });
  const ask = server.fetch;
  let answer;
  server.fetch = (path, options) => {
    if (options.method !== 'GET' || answer) return ask(path, options);
    return new Promise((resolve) => (answer = () => old.then(resolve)));
  };
  const events = studio.content.refresh();
  const saving = studio.saver.saveNow();
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  answer();
  await Promise.all([events, saving]);
  assert.equal(studio.state.get().bases[news(1)].value.title, 'Eins');
});

for (const isLost of [false, true]) {
  test(`a save is pending after the session has ended ${isLost ? 'if' : 'only if'} an answer was lost`, async () => {
    const server = fakeServer(items());
    const studio = await opened(server, 1);
    studio.edit(1, { title: 'Eins' });
    const ask = server.fetch;
    server.fetch = async () => Response.json({ status: 401, code: 'session_ended' }, { status: 401 });
    let saving;
    if (isLost) {
      const ended = server.fetch;
      [server.fetch, server.lose] = [ask, 'before'];
      saving = studio.saver.saveNow();
      const timer = await studio.clock.next();
      server.fetch = ended;
      timer.action();
    } else saving = studio.saver.saveNow();
    assert.equal((await saving).outcome, 'refused');
    assert.equal(studio.saver.isWaiting, isLost);
    assert.deepEqual(studio.working.change(news(1)).value, { title: 'Eins' });
  });
}

/** Adds releases to a server; `put` is called with the operations of a release before they are stored. */
function withReleases(server, put = () => {}) {
  const release = { id: 5, name: 'R', operations: [] };
  const ask = server.fetch;
  server.fetch = async (path, options) => {
    if (!path.startsWith('/v1/releases')) return ask(path, options);
    if (options.method === 'PUT') {
      put();
      release.operations = JSON.parse(options.body).operations;
    }
    if (options.method === 'PATCH') Object.assign(release, JSON.parse(options.body));
    return Response.json(release);
  };
  return release;
}

test('an item that is typed into on its way into a release is in it once', async () => {
  const server = fakeServer(items());
  const studio = await opened(server);
  const subject = studio.working.create('news', { title: 'Three' });
  let typed = 'more';
  const release = withReleases(server, () => typed && studio.working.edit(subject, null, { label: typed }));
  assert.equal((await studio.saver.saveInto({ id: 5 })).outcome, 'saved');
  assert.deepEqual(studio.working.change(subject).value, { title: 'Three', label: 'more' });
  typed = '';
  assert.equal((await studio.saver.saveInto({ id: 5 })).outcome, 'saved');
  assert.deepEqual(release.operations, [{ op: 'create', kind: 'news', body: { title: 'Three', label: 'more' } }]);
  assert.equal(studio.working.count, 0);
});

for (const lost of ['POST /v1/releases', 'PUT /v1/releases/5/operations', 'PATCH /v1/releases/5']) {
  for (const isDone of [false, true]) {
    test(`a release whose ${lost} is lost ${isDone ? 'after' : 'before'} it is done is made once`, async () => {
      const server = fakeServer(items());
      const studio = await opened(server, 1);
      const release = withReleases(server);
      const ask = server.fetch;
      const keys = [];
      let isLost = true;
      server.fetch = async (path, options) => {
        if (path === '/v1/releases') keys.push(new Headers(options.headers).get('idempotency-key'));
        if (!isLost || `${options.method} ${path}` !== lost) return ask(path, options);
        if (isDone) await ask(path, options);
        throw new TypeError('no connection');
      };
      studio.edit(1, { title: 'Eins' });
      studio.working.create('news', { title: 'Three' });
      const wanted = { name: 'R', publishAt: '2099-01-01T00:00:00Z' };
      await assert.rejects(studio.saver.saveInto(wanted), { name: 'Outage' });
      assert.equal(studio.working.count, 2);
      isLost = false;
      assert.equal((await studio.saver.saveInto(wanted)).outcome, 'saved');
      assert.equal(studio.working.count, 0);
      assert.equal(new Set(keys).size, 1);
      assert.deepEqual(release.operations.map(({ op }) => op), ['patch', 'create']);
      assert.equal(release.publish_at, wanted.publishAt);
      // The next one is another one.
      studio.edit(1, { title: 'Uno' });
      await studio.saver.saveInto({ name: 'R' });
      assert.equal(new Set(keys).size, 2);
    });
  }
}

test('a new release whose moment is refused is removed, and its changes are unsaved', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  withReleases(server);
  const ask = server.fetch;
  const requests = [];
  server.fetch = async (path, options) => {
    if (options.method !== 'GET') requests.push(`${options.method} ${path}`);
    if (options.method === 'PATCH') return Response.json({ status: 422, code: 'past' }, { status: 422 });
    return ask(path, options);
  };
  studio.edit(1, { title: 'Eins' });
  await assert.rejects(studio.saver.saveInto({ name: 'R', publishAt: '2001-01-01T00:00:00Z' }), { status: 422 });
  assert.equal(requests.at(-1), 'DELETE /v1/releases/5');
  assert.equal(studio.working.count, 1);
});

test('what was published by a save whose answer was lost does not come into a release', async () => {
  const server = fakeServer(items());
  const studio = await opened(server);
  const release = withReleases(server);
  studio.working.create('news', { title: 'Three' });
  server.lose = 'after';
  studio.saver.saveNow();
  await studio.clock.next();
  server.lose = null;
  assert.equal((await studio.saver.saveInto({ id: 5 })).outcome, 'empty');
  assert.deepEqual(release.operations, []);
  assert.equal(Object.keys(server.items).length, 3);
});

test('a save is taken over though it was refused when it was sent again', async () => {
  const server = fakeServer(items());
  const gate = heldBack(server, (request) => request.startsWith('POST'));
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Eins' });
  const saving = studio.saver.saveNow();
  while (!gate.held.length) await new Promise(setImmediate);
  const ask = server.fetch;
  server.fetch = async () => Response.json({ status: 401, code: 'session_ended' }, { status: 401 });
  studio.saver.resume();
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  server.fetch = ask;
  await gate.release();
  await saving;
  while (studio.saver.isWaiting) await new Promise(setImmediate);
  assert.equal(studio.working.count, 0);
});

test('after a save there is nothing to undo that would do nothing', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1, 2);
  studio.edit(1, { title: 'Eins' });
  await studio.saver.saveNow();
  assert.equal(studio.working.canUndo, false);
  studio.edit(2, { title: 'Zwei' });
  studio.working.undo();
  studio.working.redo();
  assert.deepEqual(studio.working.change(news(2)).value, { title: 'Zwei' });
});

async function later() {
  for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
  return 'never';
}
