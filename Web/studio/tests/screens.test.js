// The screens beside the panels: each is that of its source, and of now.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { makeState } from '../core/state.js';
import { initialView } from '../core/view.js';
import { makeWorking } from '../core/working.js';
import { openPage } from '../../tanada/tests/page.js';

let page, timers;
const { setTimeout, clearTimeout } = globalThis;
before(async () => {
  page = openPage();
  customElements.define('tanada-feed', /** @type {any} */ (class extends HTMLElement {
    shadow = this.attachShadow({ mode: 'open' });
  }));
  await import('../panels/screen-panel.js');
});
after(() => page.close());
beforeEach(() => {
  timers = [];
  globalThis.setTimeout = /** @type {any} */ ((action, wait) => timers.push({ action, wait }) && timers.at(-1));
  globalThis.clearTimeout = /** @type {any} */ ((timer) => (timers = timers.filter((one) => one !== timer)));
});
afterEach(() => {
  Object.assign(globalThis, { setTimeout, clearTimeout });
  page.body.replaceChildren();
});

const turn = () => new Promise(setImmediate);
const t = (name, values = {}) => [name, ...Object.values(values)].join(' ');
const news = 'content/news/1';

/** A screen, and what it asks for. */
function openScreen({ tab, subject, answers }) {
  const asked = [];
  const working = makeWorking();
  const state = makeState({
    place: { tab, kind: null, subject }, view: initialView, feed: 'home', revision: 5, bases: {}, changes: {}, marks: null,
    session: { time_zone: 'UTC' }, language: 'en', locales: [], isOnline: true,
  });
  const get = async (path, options) => {
    asked.push({ path, ...options });
    return { value: (answers(path) ?? { result: [] }), revision: 5 };
  };
  const app = { state, working, t, client: { get, send: (_, path, options) => get(path, options) }, go() {} };
  const panel = page.document.createElement('studio-screen');
  panel.app = app;
  page.body.append(panel);
  return { panel, state, working, asked, last: (part) => asked.filter(({ path }) => path.includes(part)).at(-1) };
}

const document = (more) => ({ sections: [{ id: 'news' }], expires_at: null, ...more });

test('the screen beside a former one is that of a server that has got what is known', async () => {
  const { state, last, asked } = openScreen({ tab: 'history', subject: 'revisions/3', answers: () => document() });
  await turn();
  assert.equal(last('/v1/feeds/home?width=390').path.includes('revision'), false);
  assert.equal(last('/v1/feeds/home?width=390').least, 5);
  const count = asked.length;
  state.change({ revision: 6 });
  await turn();
  // The former one stays as it was.
  assert.deepEqual(asked.slice(count).filter(({ path }) => path.includes('feeds')).map(({ path, least }) => [path, least]),
    [['/v1/feeds/home?width=390', 6]]);
});

test('a screen of now is loaded again when something of it begins or ends, and one of then is not', async () => {
  const expires = new Date(Date.now() + 60_000).toISOString();
  const { asked } = openScreen({
    tab: 'history', subject: 'revisions/3', answers: () => document({ expires_at: expires }),
  });
  await turn();
  const own = timers.filter(({ wait }) => wait > 30_000);
  assert.equal(own.length, 1);
  const count = asked.length;
  own[0].action();
  await turn();
  assert.deepEqual(asked.slice(count).map(({ path }) => path), ['/v1/feeds/home?width=390']);
});

test('the screen with the changes is loaded again, too, but not one of a moment that was chosen', async () => {
  const expires = new Date(Date.now() + 60_000).toISOString();
  const { state } = openScreen({
    tab: 'screen', subject: null, answers: () => ({ document: document({ expires_at: expires }), failures: [] }),
  });
  for (const [at, count] of [['', 1], ['2099-01-01T00:00:00.000Z', 0]]) {
    state.change({ view: { ...initialView, width: 391, at } });
    await turn();
    assert.equal(timers.filter(({ wait }) => wait > 30_000).length, count, at);
  }
});

test('while the clock here is ahead of the server\'s, its screen is asked for less and less often', async () => {
  let expires = new Date(Date.now() - 300_000).toISOString();
  const { asked } = openScreen({
    tab: 'screen', subject: null, answers: () => ({ document: document({ expires_at: expires }), failures: [] }),
  });
  await turn();
  const waits = [];
  const expire = async () => {
    assert.equal(timers.length, 1);
    const [{ action, wait }] = timers.splice(0);
    waits.push(wait);
    action();
    await turn();
  };
  for (let count = 0; count < 12; count += 1) await expire();
  assert.equal(asked.length, 13);
  // From a second to half a minute, each with some chance.
  for (const [index, wait] of waits.entries()) {
    const least = Math.min(1000 * 2 ** Math.max(0, index - 1), 30_000);
    assert.ok(wait >= least && wait <= least * 1.5, `${index}: ${wait}`);
  }
  // A new screen is followed as the first one was.
  expires = new Date(Date.now() - 240_000).toISOString();
  await expire();
  assert.equal(timers[0].wait, 1000);
  await expire();
  assert.ok(timers[0].wait <= 1500);
  expires = new Date(Date.now() + 60_000).toISOString();
  await expire();
  assert.ok(timers.length === 1 && timers[0].wait > 30_000);
});

test('what cannot be shown is said of the change that it is about, though others have begun or ended since', async () => {
  const failure = { operation: 1, code: 'invalid', detail: 'no', errors: [] };
  const { panel, state, working } = openScreen({
    tab: 'items', subject: null,
    answers: (path) => (path.includes('preview') ? { document: document(), failures: [failure] } : null),
  });
  const base = (id) => ({ tag: '"1"', value: { id, title: '' } });
  for (const id of [1, 2]) working.edit(`content/news/${id}`, base(id), { title: 'X' });
  state.change({ changes: working.changes });
  await turn();
  assert.deepEqual(state.get().failures.map(({ subject }) => subject), ['content/news/2']);
  assert.equal(panel.problems.textContent, 'leftOut 1');
  // The first change is gone: the failure is that of the other one still.
  working.discard([news]);
  state.change({ changes: working.changes });
  assert.equal(state.get().failures[0].subject, 'content/news/2');
  // Beside other screens it is not said.
  state.change({ place: { tab: 'history', kind: null, subject: 'revisions/3' } });
  await turn();
  assert.equal(panel.problems.textContent, '');
});
