// What the studio says: only what is so, and of what is shown.

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { makeWords } from '../core/language.js';
import { savedText } from '../core/saved-texts.js';
import { makeState } from '../core/state.js';
import { makeUnsavedTexts } from '../core/unsaved-texts.js';
import { Refusal } from '../core/client.js';
import texts from '../words/all.js';
import { openPage } from '../../tanada/tests/page.js';

let page;
before(async () => {
  page = openPage();
  await import('../shell/notices.js');
});
after(() => page.close());
beforeEach(() => page.body.replaceChildren());

const words = makeWords(texts, 'en');
const now = Date.parse('2026-12-24T09:00:00Z');
const [before24, week, month] = ['2026-12-01T00:00:00Z', '2026-12-31T00:00:00Z', '2027-01-31T00:00:00Z'];
const base = { tag: '"1"', value: { id: 1, title: 'One' } };
const patch = (value, from = base) => ({ op: 'patch', base: from, value });
const make = (value) => ({ op: 'create', base: { tag: null, value: {} }, value });
const removal = { op: 'delete', base };
const composed = (was, is) => ({ op: 'compose', base: { tag: '"c"', value: { sections: was } }, value: { sections: is } });
const section = (id, more) => ({ id, kind: 'news', title: id, ...more });

for (const [changes, expected] of [
  [[patch({ title: 'A' })], 'Saved. It is live now.'],
  // A banner for next week, and one that was for next week before.
  [[make({ publish_at: week, unpublish_at: month })], 'Saved. It will be shown from Dec 31, 2026, 12:00 AM.'],
  [[patch({ title: 'A' }, { tag: '"1"', value: { id: 1, publish_at: week } })],
    'Saved. It will be shown from Dec 31, 2026, 12:00 AM.'],
  [[patch({ publish_at: null }, { tag: '"1"', value: { id: 1, publish_at: week } })], 'Saved. It is live now.'],
  [[make({ publish_at: week }), make({ publish_at: week })], 'Saved. They will be shown from Dec 31, 2026, 12:00 AM.'],
  [[make({ publish_at: month }), make({ publish_at: week })],
    'Saved. The first of them will be shown from Dec 31, 2026, 12:00 AM.'],
  [[make({ draft: true })], 'Saved. It is a draft: readers do not see it.'],
  [[patch({ draft: true }), make({ draft: true })], 'Saved. They are drafts: readers do not see them.'],
  [[patch({ unpublish_at: before24 })], 'Saved. Its time is over: readers do not see it.'],
  [[removal], 'Saved. It is deleted.'], [[removal, removal], 'Saved. 2 items are deleted.'],
  [[patch({ when: { platforms: ['ios'] } })], 'Saved. It is live now. Only for: ios.'],
  [[make({ publish_at: week, when: { audiences: ['vip'] } })],
    'Saved. It will be shown from Dec 31, 2026, 12:00 AM. Only for: vip.'],
  [[patch({ when: { platforms: ['ios'] } }), patch({ title: 'A' })],
    'Saved. It is live now. Some of it is not for everybody.'],
  [[patch({ title: 'A' }), make({ draft: true }), make({ draft: true }), make({ publish_at: week }), removal],
    'Saved: 1 live now, 2 drafts, 1 with a time to come, 1 deleted.'],
  // Sections: those that have changed.
  [[composed([section('a'), section('b')], [section('a'), section('b', { window: { draft: true } })])],
    'Saved. It is a draft: readers do not see it.'],
  [[composed([], [section('a', { window: { publish_at: week }, when: { platforms: ['web'] } })])],
    'Saved. It will be shown from Dec 31, 2026, 12:00 AM. Only for: web.'],
  [[composed([section('a', { window: { draft: true } }), section('b')],
    [section('b'), section('a', { window: { draft: true } })])],
    'Saved. It is live now.'],
  [[composed([section('a')], [])], 'Saved. It is live now.'],
  [[composed([section('a')], [section('b', { window: { draft: true } })])], 'Saved: 1 draft, 1 live now.'],
]) {
  test(`after a save it is said: ${expected}`, () => {
    const all = Object.fromEntries(changes.map((change, index) => [`subject ${index}`, change]));
    assert.equal(savedText(all, { now, zone: 'UTC', language: 'en', t: words }).replaceAll('\u202f', ' '), expected);
  });
}

const turn = () => new Promise(setImmediate);
const t = (name, values = {}) => [name, ...Object.values(values)].join(' ');

/** The notices of a studio at a place. */
function openNotices() {
  const state = makeState({
    place: { tab: 'items', kind: 'news', subject: 'content/news/1' }, notice: null, refusals: [], changes: {},
    feed: 'home', bases: {},
  });
  const { setTimeout } = globalThis;
  globalThis.setTimeout = /** @type {any} */ (() => 0);
  const element = page.document.createElement('studio-notices');
  element.app = { state, t };
  page.body.append(element);
  globalThis.setTimeout = setTimeout;
  const notify = (text, more = {}) => state.change({ notice: { text, ...more } });
  return { state, notify, element, text: () => element.querySelector('p')?.textContent ?? '' };
}

const elsewhere = { tab: 'items', kind: 'news', subject: 'content/news/2' };

test('what was refused is said with its name, above that alone, and until it is corrected', async () => {
  const { save } = await import('../panels/save.js');
  const refusals = [
    { subject: 'content/news/1', field: 'title', detail: 'no' }, { subject: 'content/news/1', field: 'label', detail: 'no' },
    { subject: 'content/news/3', field: 'title', detail: 'no' },
  ];
  for (const end of ['corrected', 'elsewhere']) {
    const { state, notify, text } = openNotices();
    state.change({ refusals, session: { role: 'editor' }, saving: 'idle' });
    const app = {
      t, state, notify, can: () => true, fail: assert.fail,
      working: { count: 2, changes: {}, change: () => null, value: (_, value) => value },
      content: { kind: () => ({ title: 'News', roles: { headline: 'title' } }) },
      saver: { saveNow: async () => ({ outcome: 'refused', refusals }) },
      go: (place) => state.change({ place: { ...state.get().place, ...place } }),
    };
    state.change({ bases: { 'content/news/1': { value: { title: 'Old' } } } });
    await save(/** @type {any} */ (app));
    await turn();
    assert.equal(text(), 'refused News · Old 2 refusedElsewhere 1');
    // Correcting a part of it leaves the rest.
    state.change({ refusals: refusals.slice(1) });
    await turn();
    assert.notEqual(text(), '');
    state.change(end === 'corrected' ? { refusals: refusals.slice(2) } : { place: elsewhere });
    await turn();
    assert.equal(text(), '', end);
  }
});

test('a problem stays until somebody goes on, and one of the whole studio stays', async () => {
  const { state, notify, text } = openNotices();
  for (const [more, expected] of [[{ isProblem: true }, ''], [{}, ''], [{ isProblem: true, isLasting: true }, 'text']]) {
    notify('text', more);
    await turn();
    state.change({ changes: {} });
    await turn();
    assert.equal(text(), 'text');
    state.change({ place: { ...elsewhere, subject: `content/news/${Math.random()}` } });
    await turn();
    assert.equal(text(), expected, JSON.stringify(more));
  }
});

const refused = (detail) => new Refusal(422, { errors: [{ pointer: '', detail }] }, null);

test('what is wrong with a release or a photo does not stand at another one', async () => {
  const { releaseForm } = await import('../forms/release-form.js');
  const { photoDetails } = await import('../forms/photo-details.js');
  for (const isOpen of [true, false]) {
    const said = [];
    let refuse;
    const app = {
      t, can: () => true, notify: (text) => said.push(text), fail: assert.fail, content: { keep() {} },
      unsavedTexts: makeUnsavedTexts(), client: { send: () => new Promise((_, reject) => (refuse = reject)) },
      state: makeState({ session: { role: 'editor', time_zone: 'UTC' }, language: 'en' }),
    };
    const release = (id) => ({ id, name: `Release ${id}`, note: '', state: 'prepared' });
    const form = releaseForm(/** @type {any} */ (app), { save: () => new Promise((_, reject) => (refuse = reject)) });
    page.body.append(form.element);
    form.show(release(1), true);
    const name = form.element.querySelector('[name="name"]');
    name.value = 'x'.repeat(200);
    name.dispatchEvent(new Event('change'));
    if (!isOpen) form.show(release(2), true);
    refuse(refused('too long'));
    await turn();
    assert.equal(form.element.querySelector('[data-place="name"]').textContent, isOpen ? 'too long' : '');
    assert.deepEqual(said, isOpen ? [] : ['releaseRefused Release 1 too long']);

    const photo = (id) => ({
      value: { id, url: '/f', alt: '', width: 1, height: 1, format: 'jpeg', byte_count: 1, focus: null }, tag: '"1"',
    });
    const details = photoDetails(/** @type {any} */ (app));
    page.body.append(details);
    details.show(photo('a'));
    const alt = details.querySelector('[name="alt"]');
    alt.value = 'A bridge';
    alt.dispatchEvent(new Event('change'));
    await turn();
    if (!isOpen) details.show(photo('b'));
    refuse(refused('too long'));
    await turn();
    assert.equal(details.querySelector('[data-place="alt"]').textContent, isOpen ? 'too long' : '');
    assert.deepEqual(said.slice(1), isOpen ? [] : ['photoTextRefused A bridge too long']);
  }
});

test('rows of items say which were refused, and what has begun since they were drawn', async () => {
  const { makeItemList } = await import('../items/item-list.js');
  const refusals = [{ subject: 'content/news/1', field: 'title' }];
  const state = makeState({ session: { time_zone: 'UTC' }, language: 'en', refusals });
  const list = makeItemList(/** @type {any} */ ({ state, t, go() {} }), { selected() {}, left() {} });
  list.open({ kind: 'news', fields: [], roles: {} });
  const row = (id) => ({ subject: `content/news/${id}`, item: { id, publish_at: week }, mark: null });
  const [one, two, three] = [row(1), row(2), row(3)];
  const tags = () => list.element.children.map((child) => child.querySelector('.row-tags').textContent);
  list.show([one, two, three], null, now);
  assert.deepEqual(tags(), ['tagRefusedstate_scheduled', 'state_scheduled', 'state_scheduled']);
  state.change({ refusals: [] });
  list.show([one, two, three], null, Date.parse(week));
  assert.deepEqual(tags(), ['', '', '']);
  // The focus of a row that is gone goes to the one in its place, and that of the others stays.
  page.body.append(list.element);
  const focused = () => page.document.activeElement.closest('li')?.dataset.subject;
  list.focus(1);
  list.show([three, two, one], null, now);
  assert.equal(focused(), two.subject);
  list.show([three, one], null, now);
  assert.equal(focused(), one.subject);
  list.show([three], null, now);
  assert.equal(focused(), three.subject);
});

test('the focus stays at a person whose role has changed, and goes on from one who is gone', async () => {
  await import('../panels/people-panel.js');
  const entries = [1, 2, 3].map((id) => ({ id, type: 'token', name: `Program ${id}`, role: 'viewer', expires_at: null }));
  let result = entries;
  const app = {
    t, fail: assert.fail, notify() {}, state: makeState({ session: { id: 9, time_zone: 'UTC' }, language: 'en' }),
    client: { get: async () => ({ value: { result } }), send: async () => ({}) },
  };
  const panel = page.document.createElement('studio-people');
  panel.app = app;
  page.body.append(panel);
  await turn();
  const focused = () => page.document.activeElement.closest('[data-token]')?.dataset.token;
  const role = panel.querySelectorAll('select')[1];
  role.focus();
  role.value = 'editor';
  role.dispatchEvent(new Event('change'));
  await turn();
  assert.equal(focused(), '2');
  assert.notEqual(page.document.activeElement, role);
  result = [entries[0], { ...entries[1], revoked_at: '2026-01-01T00:00:00Z' }, entries[2]];
  page.document.activeElement.dispatchEvent(new Event('change'));
  await turn();
  assert.equal(focused(), '3');
});
