// The events of a server that says and does anything, over a real connection.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { followRevisions } from '../events.js';
import { manualClock, queue } from './clock.js';

const opening = 'retry: 2000\nid: 1.a\n\n';
const revision = (number) => `id: ${number}.a\ndata: {"revision":${number}}\n\n`;
const stream = 'text/event-stream';
let address;
/** Answers the next request: what comes does not wait. */
let answer;
const server = createServer((request, response) => answer(response, request));
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${server.address().port}/v1/events`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** Follows a server with answers of `[media type, text]`, and gives the pause after each, and the events. */
async function follow(answers, random = () => 0) {
  const clock = manualClock();
  const left = [...answers];
  answer = (response) => {
    const [type, text] = left.shift();
    response.writeHead(200, { 'Content-Type': type }).end(text);
  };
  const events = [];
  const pauses = [];
  const stop = followRevisions(address, ({ type }) => events.push(type), { clock, random });
  for (;;) {
    const { action, wait } = await clock.next();
    pauses.push(wait);
    if (!left.length) break;
    action();
  }
  stop();
  return { pauses, events };
}

test('a page is no stream of events, whatever its status', async () => {
  const { pauses, events } = await follow(Array(4).fill(['text/html', `<p>${revision(2)}</p>`]));
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000]);
  assert.deepEqual(events, Array(4).fill('error'));
});

test('the pauses grow until a stream has lasted, and are as long as the server asks for', async () => {
  const { pauses } = await follow([
    [stream, opening], [stream, opening], [stream, opening], [`${stream}; charset=utf-8`, opening],
    // A heartbeat, and an event.
    [stream, `${opening}: \n\n`], [stream, opening], [stream, opening], [stream, revision(2)],
  ]);
  assert.deepEqual(pauses, [2000, 2000, 4000, 8000, 2000, 2000, 4000, 2000]);
});

test('a pause is up to half longer at random', async () => {
  const values = [0, 0.5, 1];
  const { pauses } = await follow(Array(3).fill(['text/html', '']), () => values.shift());
  assert.deepEqual(pauses, [1000, 2500, 6000]);
});

test('the server is told the last id, also one without an event', async () => {
  const asked = queue();
  const clock = manualClock();
  answer = (response, { url }) => {
    asked.push(url);
    response.writeHead(200, { 'Content-Type': stream }).end('id: 7.b\n\n');
  };
  const stop = followRevisions(address, () => {}, { clock, after: 3 });
  assert.match(await asked.next(), /\?last_event_id=3$/);
  (await clock.next()).action();
  assert.match(await asked.next(), /\?last_event_id=7.b$/);
  stop();
});

test('a heartbeat has no id, and the last one stays', async () => {
  const asked = queue();
  const clock = manualClock();
  answer = (response, { url }) => {
    asked.push(url);
    response.writeHead(200, { 'Content-Type': stream }).end(`${revision(4)}: \n\n`);
  };
  const stop = followRevisions(address, () => {}, { clock });
  await asked.next();
  (await clock.next()).action();
  assert.match(await asked.next(), /\?last_event_id=4.a$/);
  stop();
});

test('nothing is said after the end, and the connection is closed', async () => {
  const closed = queue();
  answer = (response) => {
    response.on('close', () => closed.push(true));
    response.writeHead(200, { 'Content-Type': stream }).write(revision(1) + revision(2) + revision(3));
  };
  const events = [];
  const clock = manualClock();
  const stop = followRevisions(address, ({ data }) => {
    events.push(data.revision);
    if (data.revision === 2) stop();
  }, { clock });
  await closed.next();
  assert.deepEqual(events, [1, 2]);
  assert.equal(clock.count, 0);
});

test('one that ends it because of an error is not connected again', async () => {
  answer = (response) => response.writeHead(503).end();
  const clock = manualClock();
  await new Promise((resolve) => {
    const stop = followRevisions(address, () => {
      stop();
      resolve();
    }, { clock });
  });
  await new Promise(setImmediate);
  assert.equal(clock.count, 0);
});

test('a stream that is not understood is closed', async () => {
  const closed = queue();
  answer = (response) => {
    response.on('close', () => closed.push(true));
    response.writeHead(200, { 'Content-Type': stream }).write('data: {\n\n');
  };
  const clock = manualClock();
  const stop = followRevisions(address, () => {}, { clock });
  await closed.next();
  await clock.next();
  stop();
});

test('an error of the program is its own, and the stream goes on', async () => {
  answer = (response) =>
    response.writeHead(200, { 'Content-Type': stream }).write(revision(1) + revision(2));
  const program = `
    import { followRevisions } from ${JSON.stringify(new URL('../events.js', import.meta.url))};
    process.on('uncaughtException', ({ message }) => console.log(message));
    followRevisions(${JSON.stringify(address)}, ({ type, data }) => {
      throw new Error(type + data?.revision);
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  assert.deepEqual([(await lines.next()).value, (await lines.next()).value], ['message1', 'message2']);
  child.kill();
});

test('an address that is none is refused at once', () => {
  assert.throws(() => followRevisions('', () => {}), TypeError);
});
