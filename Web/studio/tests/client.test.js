// Requests to a server that is too busy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeClient } from '../core/client.js';
import { manualClock } from '../../tanada/tests/clock.js';

/** A client of a server that gives these answers, one after the other, and what it was asked. */
function clientOf(answers) {
  const clock = manualClock();
  const asked = [];
  const fetch = async (path, { method }) => {
    asked.push(`${method} ${path}`);
    const [status, seconds] = answers.shift();
    return new Response(JSON.stringify({ code: status === 200 ? 'done' : 'server_busy' }), {
      status, headers: { 'Content-Type': 'application/json', ...(seconds && { 'Retry-After': seconds }) },
    });
  };
  const client = makeClient({ fetch: /** @type {any} */ (fetch), clock, random: () => 0.5 });
  return { client, clock, asked };
}

for (const [method, options] of [['GET', {}], ['POST', { json: {}, isReading: true }]]) {
  test(`${method}: what changes nothing is sent again after the wait that the server asks for`, async () => {
    const { client, clock, asked } = clientOf([[503, '2'], [429, '10'], [200]]);
    const answer = client.send(method, '/v1/feeds/home', options);
    const waits = [];
    for (let count = 0; count < 2; count += 1) {
      const { action, wait } = await clock.next();
      waits.push(wait);
      action();
    }
    assert.equal((await answer).value.code, 'done');
    // By the half of the half at most that clients come back apart.
    assert.deepEqual(waits, [2500, 12_500]);
    assert.equal(asked.length, 3);
  });
}

test('a server that stays too busy is asked four times in all', async () => {
  const { client, clock, asked } = clientOf(Array.from({ length: 5 }, () => [503, '1']));
  const answer = assert.rejects(client.get('/v1/kinds'), { name: 'Outage' });
  for (let count = 0; count < 3; count += 1) (await clock.next()).action();
  await answer;
  assert.equal(asked.length, 4);
});

for (const [name, method, answer] of [
  ['a change', 'POST', [503, '1']], ['a deletion', 'DELETE', [503, '1']],
  ['a request without a time to wait', 'GET', [503]], ['one that would wait for long', 'GET', [503, '16']],
  ['one whose wait is a date', 'GET', [503, 'Fri, 31 Dec 1999 23:59:59 GMT']],
]) {
  test(`${name} is not sent again`, async () => {
    const { client, clock, asked } = clientOf([answer]);
    await assert.rejects(client.send(method, '/v1/kinds'), { name: 'Outage' });
    assert.equal(asked.length, 1);
    assert.equal(clock.count, 0);
  });
}

test('nobody waits for a request that was given up', async () => {
  const { client, clock, asked } = clientOf([[503, '1']]);
  const giving = new AbortController();
  const answer = client.get('/v1/kinds', { signal: giving.signal });
  while (!clock.count) await new Promise(setImmediate);
  giving.abort();
  await assert.rejects(answer, { name: 'AbortError' });
  assert.equal(clock.count, 0);
  assert.equal(asked.length, 1);
});
