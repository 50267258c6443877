// Saving: once, however often the connection is lost; conflicts and refusals.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOperations } from '../core/release-operations.js';
import { fakeServer, fakeStudio } from './fakes.js';

const news = (id) => `content/news/${id}`;
const items = () => ({
  'news/1': { id: 1, title: 'One', label: 'A', version: 1 }, 'news/2': { id: 2, title: 'Two', label: 'B', version: 1 },
});
async function opened(server, ...ids) {
  const studio = fakeStudio(server);
  for (const id of ids) await studio.content.load(news(id));
  studio.edit = (id, members) => studio.working.edit(news(id), studio.state.get().bases[news(id)], members);
  return studio;
}

test('all changes are saved in one revision', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1, 2);
  studio.edit(1, { title: 'Eins' });
  studio.edit(2, { title: 'Zwei' });
  const { outcome, revision } = await studio.saver.saveNow();
  assert.deepEqual([outcome, revision], ['saved', 2]);
  assert.equal(server.requests.filter((request) => request.startsWith('POST')).length, 1);
  assert.deepEqual([server.items['news/1'].title, server.items['news/2'].title], ['Eins', 'Zwei']);
  assert.equal(studio.working.count, 0);
  assert.equal((await studio.saver.saveNow()).outcome, 'empty');
});

test('a save whose answer was lost is sent again, and done once', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Eins' });
  server.lose = 'after';
  const saving = studio.saver.saveNow();
  const timer = await studio.clock.next();
  assert.equal(studio.state.get().saving, 'waiting');
  assert.equal(studio.kept.at(-1).subjects[0], news(1));
  // Meanwhile the editor goes on.
  studio.edit(1, { label: 'later' });
  server.lose = null;
  timer.action();
  assert.equal((await saving).outcome, 'saved');
  assert.equal(server.items['news/1'].version, 2);
  assert.deepEqual(studio.working.change(news(1)).value, { label: 'later' });
  assert.equal(studio.kept.at(-1), null);
  await studio.saver.saveNow();
  assert.deepEqual([server.items['news/1'].title, server.items['news/1'].label], ['Eins', 'later']);
});

test('a save that a page has left without an answer is sent by the next one', async () => {
  const server = fakeServer(items());
  const first = await opened(server, 1);
  first.edit(1, { title: 'Eins' });
  server.lose = 'after';
  first.saver.saveNow();
  await first.clock.next();
  const kept = JSON.parse(JSON.stringify({ working: first.working.kept, pending: first.kept.at(-1) }));
  server.lose = null;
  const second = fakeStudio(server, { pending: kept.pending });
  second.working.adopt(kept.working);
  second.saver.resume();
  while (second.saver.isWaiting) await new Promise(setImmediate);
  assert.equal(server.items['news/1'].version, 2);
  assert.equal(second.working.count, 0);
});

test('a created item is known by its number afterwards', async () => {
  const server = fakeServer(items());
  const studio = await opened(server);
  const subject = studio.working.create('news', { title: 'Three' });
  studio.state.change({ place: { tab: 'items', kind: 'news', subject } });
  await studio.saver.saveNow();
  assert.deepEqual(studio.names, [{ [subject]: news(3) }]);
  assert.equal(server.items['news/3'].title, 'Three');
  assert.equal(studio.working.count, 0);
});

test('what others did elsewhere is no conflict', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Mine' });
  server.items['news/1'] = { ...server.items['news/1'], label: 'Theirs', version: 7 };
  assert.equal((await studio.saver.saveNow()).outcome, 'saved');
  assert.deepEqual(studio.state.get().conflicts, []);
  assert.deepEqual([server.items['news/1'].title, server.items['news/1'].label], ['Mine', 'Theirs']);
});

test('a conflict is resolved both ways, and nothing is saved before', async () => {
  for (const [taken, title] of [[[], 'Mine'], [['title'], 'Theirs']]) {
    const server = fakeServer(items());
    const studio = await opened(server, 1, 2);
    studio.edit(1, { title: 'Mine' });
    studio.edit(2, { title: 'Zwei' });
    server.items['news/1'] = { ...server.items['news/1'], title: 'Theirs', version: 7 };
    assert.equal((await studio.saver.saveNow()).outcome, 'conflict');
    assert.equal(server.items['news/2'].title, 'Two');
    const [conflict] = studio.state.get().conflicts;
    assert.deepEqual(conflict.clashes, [{ name: 'title', base: 'One', mine: 'Mine', theirs: 'Theirs' }]);
    studio.saver.resolve(conflict, taken);
    assert.deepEqual(studio.state.get().conflicts, []);
    assert.equal((await studio.saver.saveNow()).outcome, 'saved');
    assert.deepEqual([server.items['news/1'].title, server.items['news/2'].title], [title, 'Zwei']);
  }
});

test('a refusal stands at its field, and nothing is lost', async () => {
  const server = fakeServer(items());
  const studio = await opened(server);
  const subject = studio.working.create('news', { label: 'X' });
  const { outcome, refusals } = await studio.saver.saveNow();
  assert.equal(outcome, 'refused');
  assert.deepEqual(refusals.map(({ subject: own, field }) => [own, field]), [[subject, 'title']]);
  assert.deepEqual(studio.state.get().refusals, refusals);
  assert.deepEqual(studio.working.change(subject).value, { label: 'X' });
});

test('a newer version is taken over while nothing clashes', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Mine' });
  server.items['news/1'] = { ...server.items['news/1'], label: 'Theirs', version: 7 };
  await studio.content.reload(news(1));
  assert.equal(studio.working.change(news(1)).base.tag, '"7"');
  server.items['news/1'] = { ...server.items['news/1'], title: 'Theirs', version: 8 };
  await studio.content.reload(news(1));
  assert.equal(studio.working.change(news(1)).base.tag, '"7"');
  studio.working.undo();
  assert.equal(studio.working.count, 0);
});

test('operations on one subject of a release join', () => {
  const patch = (body, more) => ({ op: 'patch', kind: 'news', id: 1, body, ...more });
  const { operations, places } = addOperations(
    [patch({ title: 'A', label: 'B' }, { if_match: '"1"' }),
      { op: 'create', kind: 'news', body: { id: 5, title: 'E' } },
      { op: 'compose', feed: 'home', if_match: '"c"', body: { sections: [] } }],
    [{ op: 'create', kind: 'news', body: { title: 'new' } }, patch({ title: 'C' }, { if_match: '"2"' }),
      { op: 'patch', kind: 'news', id: 5, body: { title: 'F', label: null } },
      { op: 'compose', feed: 'home', if_match: '"d"', body: { sections: [1] } },
      { op: 'delete', kind: 'news', id: 9 }]);
  assert.deepEqual(operations, [
    patch({ title: 'C', label: 'B' }, { if_match: '"1"' }), { op: 'create', kind: 'news', body: { id: 5, title: 'F' } },
    { op: 'compose', feed: 'home', if_match: '"c"', body: { sections: [1] } },
    { op: 'create', kind: 'news', body: { title: 'new' } },
    { op: 'delete', kind: 'news', id: 9 },
  ]);
  assert.deepEqual(places, [3, 0, 1, 2, 4]);
});
