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
 * Follows the revisions of a server, and connects again when the stream has ended, each time after a longer pause.
 * No revision is missed: the server is told which was the last.
 * @param {string | URL} address such as `https://feeds.example.com/v1/events`
 * @param {(event: StreamEvent) => void} changed
 * @param {object} options
 * @param {string | number | null} [options.after] the revision, or the id of an event, that is known already
 * @param {import('./loader.js').Fetch} [options.fetch]
 * @param {import('./timer.js').Clock} [options.clock]
 * @returns {() => void} stops it
 */
export function followRevisions(address, changed, { after, fetch: ask = fetch, clock } = {}) {
  const ending = new AbortController();
  const { signal } = ending;
  let last = after;
  let isAgain = false;

  const follow = async () => {
    const target = new URL(address);
    // A header would have browsers ask first whether it may be sent to another server.
    if (last != null) target.searchParams.set('last_event_id', String(last));
    try {
      const headers = { Accept: 'text/event-stream' };
      const { ok, body } = await ask(target.href, { signal, cache: 'no-store', headers });
      if (!ok || !body) throw new Error(target.href);
      retry.stop();
      if (isAgain) changed({ type: 'open' });
      for await (const event of eventsOf(body)) {
        last = event.id ?? last;
        changed(event);
      }
    } catch {
      // A server that is gone, or refuses, is asked again.
    }
    if (signal.aborted) return;
    isAgain = true;
    changed({ type: 'error' });
    retry.again();
  };
  const retry = makeTimer(follow, clock);
  follow();
  return () => {
    retry.stop();
    ending.abort();
  };
}

/**
 * The events of a stream (HTML, "Server-sent events").
 * @param {ReadableStream<Uint8Array>} body
 * @returns {AsyncGenerator<StreamEvent>}
 */
async function* eventsOf(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      /** @type {Record<string, string>} */
      const fields = {};
      for (const [, name, part] of block.matchAll(/^(\w+): ?(.*)$/gm)) fields[name] = (fields[name] ?? '') + part;
      const { event: type = 'message', id, data } = fields;
      if (data) yield { type, id, data: JSON.parse(data) };
    }
  }
}
