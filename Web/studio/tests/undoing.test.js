// What can be undone: what is not saved. What is saved is put back, and a step changes nothing unseen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeState } from '../core/state.js';
import { step } from '../core/undoing.js';
import { makeWorking } from '../core/working.js';
import { fakeServer, fakeStudio } from './fakes.js';

const news = (id) => `content/news/${id}`;
const items = () => ({
  'news/1': { id: 1, title: 'One', label: 'A', version: 1 }, 'news/2': { id: 2, title: 'Two', label: 'B', version: 1 },
});
const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

async function opened(server, ...ids) {
  const studio = fakeStudio(server);
  for (const id of ids) await studio.content.load(news(id));
  studio.edit = (id, members) => studio.working.edit(news(id), studio.state.get().bases[news(id)], members);
  return studio;
}

/** Holds the answer to the next save back until `answer` is called. */
function heldBack(server) {
  const ask = server.fetch;
  let answer;
  server.fetch = async (path, options) => {
    const response = await ask(path, options);
    if (options.method === 'POST' && !answer) await new Promise((resolve) => (answer = resolve));
    return response;
  };
  return async () => {
    while (!answer) await new Promise(setImmediate);
    answer();
  };
}

test('nothing of a new item that was saved is undone, also after another one was saved', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  const shop = studio.working.create('shops', {});
  for (const members of [{ title: 'S' }, { title: 'Shop', city: 'K' }, { city: 'Kyoto' }]) {
    studio.working.edit(shop, null, members);
  }
  await studio.saver.saveNow();
  studio.edit(1, { title: 'E' });
  studio.edit(1, { title: 'Eins' });
  await studio.saver.saveNow();
  assert.equal(studio.working.canUndo, false);
  studio.working.undo();
  assert.deepEqual(studio.working.changes, {});
});

test('a save of one item leaves the steps of others', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1, 2);
  studio.edit(2, { title: 'Z' });
  studio.edit(1, { title: 'Eins' });
  studio.edit(2, { title: 'Zwei' });
  await studio.saver.saveNow([news(1)]);
  studio.working.undo();
  assert.deepEqual(studio.working.changes, { [news(2)]: { ...studio.working.change(news(2)), value: { title: 'Z' } } });
  studio.working.undo();
  assert.deepEqual([studio.working.changes, studio.working.canUndo], [{}, false]);
});

test('what is typed while a save is on its way is undone up to what was saved', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'E' });
  studio.edit(1, { title: 'Eins' });
  const answer = heldBack(server);
  const saving = studio.saver.saveNow();
  studio.edit(1, { label: 'x' });
  studio.edit(1, { label: 'xy' });
  await answer();
  await saving;
  const labels = [studio.working.change(news(1)).value];
  while (studio.working.canUndo) {
    studio.working.undo();
    labels.push(studio.working.change(news(1))?.value);
  }
  assert.deepEqual(labels, [{ label: 'xy' }, { label: 'x' }, undefined]);
});

for (const [name, end] of [['undone', 'undo'], ['discarded', 'discard']]) {
  test(`what is ${name} while a save is on its way is an unsaved change that takes it back`, async () => {
    const server = fakeServer(items());
    const studio = await opened(server, 1, 2);
    studio.working.remove({ [news(2)]: studio.state.get().bases[news(2)] });
    studio.edit(1, { title: 'Eins' });
    const answer = heldBack(server);
    const saving = studio.saver.saveNow();
    studio.working[end]();
    await answer();
    await saving;
    const changed = studio.working.change(news(1));
    assert.deepEqual([changed.op, changed.value, changed.base.tag], ['patch', { title: 'One' }, '"2"']);
    // The deletion was a step of its own.
    assert.equal(studio.working.change(news(2))?.op, end === 'undo' ? undefined : 'create');
  });
}

test('a new item that is undone while it is on its way is to be deleted', async () => {
  const server = fakeServer(items());
  const studio = await opened(server);
  studio.working.create('news', { title: 'Three' });
  const answer = heldBack(server);
  const saving = studio.saver.saveNow();
  studio.working.undo();
  await answer();
  await saving;
  assert.equal(studio.working.change(news(3)).op, 'delete');
  await studio.saver.saveNow();
  assert.equal(server.items['news/3'], undefined);
});

test('an event that comes before the answer to the save that it tells of changes no step', async () => {
  for (const isUndone of [false, true]) {
    const server = fakeServer(items());
    const studio = await opened(server, 1);
    studio.edit(1, { title: 'E' });
    studio.edit(1, { title: 'Eins', label: 'X' });
    const answer = heldBack(server);
    const saving = studio.saver.saveNow();
    await turns();
    if (isUndone) studio.working.undo();
    await studio.content.refresh();
    await answer();
    await saving;
    assert.deepEqual(studio.working.change(news(1))?.value, isUndone ? { title: 'E', label: 'A' } : undefined);
    if (!isUndone) assert.equal(studio.working.canUndo, false);
  }
});

test('what others did while a save was on its way is followed when it was refused', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Eins' });
  studio.working.create('news', { label: 'no title' });
  const answer = heldBack(server);
  const saving = studio.saver.saveNow();
  await turns();
  server.items['news/1'] = { ...server.items['news/1'], label: 'Theirs', version: 7 };
  await studio.content.refresh();
  assert.equal(studio.working.change(news(1)).base.tag, '"1"');
  await answer();
  assert.equal((await saving).outcome, 'refused');
  assert.equal(studio.working.change(news(1)).base.tag, '"7"');
});

test('what was saved into a release is not undone into a second one of it', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  const release = { id: 5, name: 'R', operations: [] };
  const ask = server.fetch;
  server.fetch = async (path, options) => {
    if (!path.startsWith('/v1/releases')) return ask(path, options);
    assert.equal(studio.state.get().saving, 'sending');
    if (options.method === 'PUT') release.operations = JSON.parse(options.body).operations;
    return Response.json(release);
  };
  const subject = studio.working.create('news', { title: 'T' });
  studio.working.edit(subject, null, { title: 'Three' });
  studio.edit(1, { title: 'Eins' });
  assert.equal((await studio.saver.saveInto({ id: 5 })).outcome, 'saved');
  assert.deepEqual([studio.working.canUndo, studio.working.count, studio.state.get().saving], [false, 0, 'idle']);
  assert.equal(release.operations.length, 2);
});

test('a step that was undone before a save is done again on what was saved', async () => {
  const server = fakeServer(items());
  const studio = await opened(server, 1);
  studio.edit(1, { title: 'Eins' });
  studio.edit(1, { label: 'X' });
  studio.working.undo();
  await studio.saver.saveNow();
  studio.working.redo();
  assert.deepEqual([studio.working.change(news(1)).value, studio.working.change(news(1)).base.tag], [{ label: 'X' }, '"2"']);
  await studio.saver.saveNow();
  assert.deepEqual([server.items['news/1'].title, server.items['news/1'].label], ['Eins', 'X']);
});

test('what a closed window has left is no step: undoing it would lose it', () => {
  const change = { op: 'patch', base: { tag: '"1"', value: { id: 1, title: 'One' } }, value: { title: 'Eins' } };
  const working = makeWorking();
  working.adopt({ changes: { [news(1)]: change } });
  assert.deepEqual([working.count, working.canUndo], [1, false]);
  working.edit(news(2), { tag: '"1"', value: { id: 2, title: 'Two' } }, { title: 'Zwei' });
  working.undo();
  assert.deepEqual(Object.keys(working.changes), [news(1)]);
  // A release that is edited again is: it has its operations still.
  working.adopt({ changes: { [news(3)]: change } }, { isStep: true });
  working.undo();
  assert.deepEqual(Object.keys(working.changes), [news(1)]);
});

test('what is taken over later does not bring undone steps back, nor put them forward', () => {
  const working = makeWorking();
  const base = (id) => ({ tag: '"1"', value: { id, title: 'T', label: 'L' } });
  const patch = (id, value) => ({ op: 'patch', base: base(id), value });
  working.edit(news(1), base(1), { title: 'A' });
  working.edit(news(2), base(2), { title: 'B' });
  working.edit(news(3), base(3), { title: 'C' });
  working.undo();
  const other = { [news(1)]: patch(1, { title: 'Other', label: 'X' }), [news(4)]: patch(4, { title: 'D' }) };
  assert.deepEqual(working.adopt({ changes: other }), { [news(1)]: patch(1, { title: 'Other' }) });
  const values = () => Object.fromEntries(Object.entries(working.changes).map(([subject, { value }]) => [subject, value]));
  const states = [
    { [news(4)]: { title: 'D' }, [news(1)]: { label: 'X' } },
    { [news(4)]: { title: 'D' }, [news(1)]: { label: 'X', title: 'A' } },
    { [news(4)]: { title: 'D' }, [news(1)]: { label: 'X', title: 'A' }, [news(2)]: { title: 'B' } },
    { [news(4)]: { title: 'D' }, [news(1)]: { label: 'X', title: 'A' }, [news(2)]: { title: 'B' }, [news(3)]: { title: 'C' } },
  ];
  assert.deepEqual(values(), states[2]);
  for (const state of [states[1], states[0]]) {
    working.undo();
    assert.deepEqual(values(), state);
  }
  assert.equal(working.canUndo, false);
  for (const state of states.slice(1)) {
    working.redo();
    assert.deepEqual(values(), state);
  }
  assert.equal(working.canRedo, false);
});

test('a step is said where it changes what is not seen', () => {
  const working = makeWorking();
  const notices = [];
  const state = makeState({ feed: 'home', bases: {}, place: { tab: 'items', kind: 'news', subject: news(2) } });
  const app = {
    working, state, t: (name, values = {}) => [name, ...Object.values(values)].join(' '),
    content: { kind: (kind) => ({ kind, title: 'News', roles: { headline: 'title' } }) },
    notify: (text, { action } = {}) => notices.push([text, Boolean(action)]), go() {}, openFeed() {},
  };
  const base = (id, title) => ({ tag: '"1"', value: { id, title } });
  const made = working.create('news', { title: 'New' });
  working.edit(news(1), base(1, 'One'), { title: 'Eins' });
  working.edit(news(2), base(2, 'Two'), { title: 'Zwei' });
  working.compose('home', { tag: '"c"', value: { sections: [] } }, { sections: [{ id: 'a' }] });
  for (let count = 0; count < 4; count += 1) step(/** @type {any} */ (app), 'undo');
  step(/** @type {any} */ (app), 'redo');
  assert.deepEqual(notices, [
    ['undoneElsewhere sectionsOf home 1', true], ['undoneElsewhere News · Eins 1', true],
    ['undoneElsewhere News · New 1', false],
    ['redoneElsewhere News · New 1', true],
  ]);
  // In a list in which nothing is open, its rows are seen.
  state.change({ place: { tab: 'items', kind: 'news', subject: null } });
  step(/** @type {any} */ (app), 'redo');
  state.change({ place: { tab: 'screen', kind: null, subject: 'sections/a' } });
  step(/** @type {any} */ (app), 'redo');
  step(/** @type {any} */ (app), 'redo');
  assert.deepEqual(notices.slice(4), [['redoneElsewhere News · Zwei 1', true]]);
  assert.equal(working.change(made).value.title, 'New');
});
