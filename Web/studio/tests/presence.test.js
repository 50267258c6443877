// Who else has something open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followPresence, openSubjects, othersText } from '../core/presence.js';
import { makeState } from '../core/state.js';
import { manualClock } from '../../tanada/tests/clock.js';

test('panels hear of others only when they come, go or open something else', async () => {
  const state = makeState({ presence: [], place: { subject: 'content/news/1' } });
  const clock = manualClock();
  const answers = [
    [], [{ studio: 'b', name: 'Ben', subjects: ['content/news/1'] }],
    [{ studio: 'b', name: 'Ben', subjects: ['content/news/1'] }], null, null,
  ];
  const client = {
    async send() {
      const others = answers.shift();
      if (!others) throw new Error('no answer');
      return { value: { others } };
    },
  };
  let changes = 0;
  state.listen(() => (changes += 1));
  const stop = followPresence(/** @type {any} */ (client), /** @type {any} */ (state), {
    studio: 'own', page: new EventTarget(), clock,
  });
  const told = [];
  while (answers.length > 1) {
    const timer = await clock.next();
    told.push(changes);
    timer.action();
  }
  await clock.next();
  assert.deepEqual([...told, changes], [0, 1, 1, 2]);
  stop();
  assert.equal(clock.count, 0);
});

/** A studio whose requests are answered by hand, and what it has said. */
function followed(place) {
  const state = makeState({ presence: [], place, feed: 'home', session: { name: 'Anna' } });
  const clock = manualClock();
  const page = new EventTarget();
  const said = [];
  const client = {
    send: (method, path, { json, isLast }) => new Promise((resolve) => said.push({
      ...json, isLast, answer: async (others = []) => {
        resolve({ value: { others } });
        await new Promise(setImmediate);
      },
    })),
  };
  const stop = followPresence(/** @type {any} */ (client), state, { studio: 'own', page, clock });
  return { state, clock, page, said, stop, subjects: () => said.map((one) => one.subjects.join()) };
}

test('what was open before does not arrive after what is open now', async () => {
  const { state, clock, said, stop, subjects } = followed({ subject: 'content/news/1' });
  for (const id of [2, 3]) {
    state.change({ place: { subject: `content/news/${id}` } });
    await new Promise(setImmediate);
  }
  assert.deepEqual(subjects(), ['content/news/1']);
  await said[0].answer();
  assert.deepEqual(subjects(), ['content/news/1', 'content/news/3']);
  await said[1].answer();
  assert.equal(clock.count, 1);
  stop();
});

test('a window that is left has nothing open, and one that is come back to has', async () => {
  const { page, said, stop } = followed({ subject: 'content/news/1' });
  await said[0].answer();
  page.dispatchEvent(new Event('pagehide'));
  assert.deepEqual([said[1].subjects, said[1].isLast], [[], true]);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  assert.equal(said.length, 2);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  assert.deepEqual(said[2].subjects, ['content/news/1']);
  stop();
});

test('a section is said with its feed, and a new item, which has a number nowhere else, is not', () => {
  const of = (subject, feed = 'home') => openSubjects({ place: { subject }, feed });
  assert.deepEqual(of('sections/news'), ['feeds/home/sections/news']);
  assert.deepEqual(of('sections/news', 'winter'), ['feeds/winter/sections/news']);
  assert.deepEqual([of('content/news/new-1'), of(null), of('content/news/1')], [[], [], ['content/news/1']]);
});

test('oneself is not somebody else', async () => {
  const t = (name, values = {}) => [name, ...Object.values(values)].join(' ');
  const text = (subject, ...presence) =>
    othersText({ place: { subject }, feed: 'home', presence, session: { name: 'Anna' } }, t);
  const one = (name, ...subjects) => ({ name, subjects, studio: name });
  const news = 'content/news/1';
  assert.equal(text(news, one('Anna', news)), 'alsoHereOwn');
  assert.equal(text(news, one('Ben', news), one('Anna', news), one('Ben', news), one('Cleo', news)),
    'alsoHere BenlistSeparatorCleo 2 alsoHereOwn');
  assert.equal(text(news, one('Ben', 'content/news/2')), '');
  assert.equal(text('sections/news', one('Ben', 'feeds/winter/sections/news')), '');
  // A new item of somebody else has the same name as one's own.
  assert.equal(text('content/news/new-1', one('Ben', 'content/news/new-1')), '');
  // This window before it was loaded again.
  const { state, said, stop } = followed({ subject: news });
  await said[0].answer([{ ...one('Anna', news), studio: 'own' }, one('Ben', news)]);
  assert.deepEqual(state.get().presence.map(({ name }) => name), ['Ben']);
  stop();
});
