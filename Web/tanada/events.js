// Events: the revisions of a server as they go into service. They are read by `fetch`, so that the same module works
// where there is no `EventSource`.

import { makeTimer } from './timer.js';

/**
 * An event of a server.
 * @typedef {object} StreamEvent
 * @property {string} type `message` for a revision, `reset` if some were missed and everything may have changed,
 *   `error` when the stream has ended, `open` when it is there again
 * @property {string} [id] that of the revision
 * @property {any} [data] of a revision: `revision`, `revision_id`, `committed_at` and `keys`
 */

/**
 * Follows the revisions of a server, and connects again when the stream has ended, each time after a longer pause, until
 * one has lasted. No revision is missed: the server is told which was the last.
 * @param {string | URL} address such as `https://feeds.example.com/v1/events`
 * @param {(event: StreamEvent) => void} changed an error that it throws is reported as any other of the program, and
 *   the stream goes on
 * @param {object} options
 * @param {string | number | null} [options.after] the revision, or the id of an event, that is known already
 * @param {import('./loader.js').Fetch} [options.fetch]
 * @param {import('./timer.js').Clock} [options.clock]
 * @param {() => number} [options.random] from 0 up to 1: how much longer a pause is, so that not all clients of a server
 *   come back at once
 * @returns {() => void} stops it: nothing is said any more
 * @throws a `TypeError` if the address is none
 */
export function followRevisions(address, changed, { after, fetch: ask = fetch, clock, random } = {}) {
  const target = new URL(address);
  const ending = new AbortController();
  const { signal } = ending;
  let last = after;
  let isAgain = false;
  /** The shortest pause that the server asks for, in milliseconds. */
  let leastPause = 0;

  const say = (/** @type {StreamEvent} */ event) => {
    if (signal.aborted) return;
    try {
      changed(event);
    } catch (error) {
      // The caller's error is not one of the stream.
      queueMicrotask(() => {
        throw error;
      });
    }
  };
  const follow = async () => {
    // A header would have browsers ask first whether it may be sent to another server.
    if (last != null) target.searchParams.set('last_event_id', String(last));
    try {
      const body = await openStream(target.href, ask, signal);
      if (isAgain) say({ type: 'open' });
      for await (const { retry: pause, hasLasted, id, event } of blocksOf(body)) {
        leastPause = pause ?? leastPause;
        last = id ?? last;
        // One that ends as soon as it has begun is as good as none.
        if (hasLasted) retry.stop();
        if (event) say(event);
        if (signal.aborted) return;
      }
    } catch {
      // A server that is gone, or refuses, is asked again.
    }
    isAgain = true;
    say({ type: 'error' });
    if (!signal.aborted) retry.again(leastPause);
  };
  const retry = makeTimer(follow, clock, random);
  follow();
  return () => {
    retry.stop();
    ending.abort();
  };
}

/**
 * Opens a stream.
 * @param {string} address
 * @param {import('./loader.js').Fetch} ask
 * @param {AbortSignal} signal
 * @returns {Promise<ReadableStream<Uint8Array>>}
 * @throws for an answer that is no stream of events, such as the page of a proxy
 */
async function openStream(address, ask, signal) {
  const { ok, body, headers } = await ask(address, {
    signal, cache: 'no-store', headers: { Accept: 'text/event-stream' },
  });
  if (ok && body && /^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '')) return body;
  await body?.cancel();
  throw new Error(`no stream of events: ${address}`);
}

/**
 * The blocks of a stream (HTML, "Server-sent events"): events, comments, and what the server says about the stream
 * itself.
 * @param {ReadableStream<Uint8Array>} body is cancelled when no more blocks are read
 * @returns {AsyncGenerator<{retry?: number, hasLasted: boolean, id?: string, event: StreamEvent | null}>} `hasLasted` for
 *   an event or a comment, which a server sends when it has been connected for a while
 */
async function* blocksOf(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (text + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        /** @type {Record<string, string>} */
        const fields = {};
        for (const [, name, part] of block.matchAll(/^(\w+): ?(.*)$/gm)) fields[name] = (fields[name] ?? '') + part;
        const { event: type = 'message', id, data, retry } = fields;
        const event = data ? { type, id, data: JSON.parse(data) } : null;
        yield { retry: Number(retry) || undefined, hasLasted: !!event || /^:/m.test(block), id, event };
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
