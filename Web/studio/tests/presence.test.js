// Who else has something open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followPresence } from '../core/presence.js';
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
  const stop = followPresence(/** @type {any} */ (client), /** @type {any} */ (state), clock);
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
