// A server and a browser's storage for tests.

import { makeClient } from '../core/client.js';
import { makeContent } from '../core/content.js';
import { makeSaver } from '../core/saver.js';
import { makeState } from '../core/state.js';
import { makeWorking } from '../core/working.js';
import { manualClock } from '../../tanada/tests/clock.js';

const problem = (status, code, errors = []) =>
  new Response(JSON.stringify({ status, code, detail: code, errors }), {
    status, headers: { 'Content-Type': 'application/problem+json' },
  });
const json = (value, headers = {}) =>
  new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json', ...headers } });

/**
 * A server of items, which does batches once for a key. `lose` makes it answer nothing, before or after the work is
 * done.
 */
export function fakeServer(items) {
  const server = { items, requests: [], lose: null, answered: new Map(), revision: 1 };
  const tagOf = (item) => `"${item.version}"`;
  const value = ({ version, ...item }) => item;

  function batch({ operations }) {
    const errors = operations.flatMap(({ op, kind, id, if_match: tag, body }, index) => {
      const item = server.items[`${kind}/${id}`];
      const failed = (code) => [{ pointer: `/operations/${index}`, detail: code, code }];
      if (op === 'create') return body.title
        ? [] : [{ pointer: `/operations/${index}/body/title`, detail: 'expected a text', code: 'invalid_body' }];
      if (!item) return failed('not_found');
      return tag && tag !== tagOf(item) ? failed('precondition_failed') : [];
    });
    if (errors.length) return problem(errors[0].code === 'invalid_body' ? 422 : 412, 'batch_failed', errors);
    server.revision += 1;
    const results = operations.map(({ op, kind, id, body }) => {
      const number = id ?? Object.keys(server.items).length + 1;
      const name = `${kind}/${number}`;
      if (op === 'delete') delete server.items[name];
      else server.items[name] = { ...server.items[name], ...body, id: number, version: server.revision };
      return { status: 200, kind, id: number, etag: op === 'delete' ? null : tagOf(server.items[name]) };
    });
    return json({ revision: server.revision, results });
  }

  server.fetch = async (path, { method, headers, body }) => {
    server.requests.push(`${method} ${path}`);
    const lose = server.lose;
    if (lose === 'before') throw new TypeError('no connection');
    if (['/v1/cells', '/v1/themes'].includes(path)) return json({ cells: [], themes: [] });
    const [, kind, id] = /^\/v1\/content\/(\w+)\/(\w+)/.exec(path) ?? [];
    let response;
    if (kind) {
      const item = server.items[`${kind}/${id}`];
      response = item ? json({ result: [value(item)] }, { ETag: tagOf(item) }) : problem(404, 'not_found');
    } else {
      const key = headers.get('Idempotency-Key');
      response = server.answered.get(key) ?? batch(JSON.parse(body));
      if (response.ok) server.answered.set(key, response.clone());
    }
    if (lose === 'after') throw new TypeError('connection lost');
    return response.clone();
  };
  return server;
}

/** A studio without a page. */
export function fakeStudio(server, { pending = null } = {}) {
  const state = makeState({
    bases: {}, place: { tab: 'items', kind: null, subject: null }, feed: 'home', conflicts: [], refusals: [],
    saving: 'idle', changes: {},
  });
  const client = makeClient({ fetch: (...request) => server.fetch(...request) });
  const working = makeWorking();
  const content = makeContent(client, state, working);
  const clock = manualClock();
  const kept = [];
  const names = [];
  const saver = makeSaver({
    client, state, working, content, clock, pending,
    keep: (next) => kept.push(next), renamed: (renamed) => names.push(renamed),
  });
  return { state, client, working, content, clock, saver, kept, names };
}

/** A storage of the browser. */
export function fakeStorage(entries = {}) {
  const storage = Object.assign(Object.create({
    getItem: (name) => storage[name] ?? null,
    setItem: (name, value) => (storage[name] = value),
    removeItem: (name) => delete storage[name],
  }), entries);
  return storage;
}

/** The locks of a browser: each name is held by one window at a time. */
export function fakeLocks() {
  const held = new Set();
  return {
    held,
    async request(name, _, action) {
      if (held.has(name)) return action(null);
      held.add(name);
      const result = action({ name });
      // A lock that is held for ever is given back with its window.
      await result;
      held.delete(name);
      return result;
    },
  };
}
