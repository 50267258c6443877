// Documents and events of a server.

import { listen } from './dom.js';
import { makeTimer } from './timer.js';

/**
 * Fetches JSON, and the revision that is in service. The browser's cache answers unless `isFresh`, which
 * asks the server whether what is cached is still right.
 * @param {string} address
 * @param {{isFresh?: boolean, signal?: AbortSignal}} [options]
 * @returns {Promise<[any, string?]>}
 */
export async function fetchJSON(address, { isFresh = false, signal } = {}) {
  const response = await fetch(address, { cache: isFresh ? 'no-cache' : 'default', signal });
  const { ok, status, headers } = response;
  if (!ok) throw Object.assign(new Error(address), { status });
  return [await response.json(), headers.get('X-Tanada-Revision')];
}

/**
 * Fetches a feed document, and the revision that is in service.
 * @param {string} address
 * @param {{isFresh?: boolean, signal?: AbortSignal}} [options]
 * @returns {Promise<[any, string?]>}
 */
export async function fetchDocument(address, options) {
  const answer = await fetchJSON(address, options);
  if (!(answer[0]?.sections && answer[0].viewport?.width > 0)) {
    throw new Error('no feed document');
  }
  return answer;
}

/**
 * Listens for the revisions of a server as they go into service.
 * @param {string} address
 * @param {() => void} changed something may have changed, also whether the server is there
 * @returns {() => void} stops it
 */
export function followRevisions(address, changed) {
  /** @type {EventSource} */
  let source;
  const open = () => {
    source = new EventSource(address);
    listen(source, {
      message: changed,
      reset: changed,
      error() {
        // A server that is gone says so by a document that cannot be had.
        changed();
        // The browser tries again by itself unless the server refused.
        if (source.readyState === EventSource.CLOSED) retry.again();
      },
    });
  };
  const retry = makeTimer(() => {
    open();
    changed();
  });
  open();
  return () => {
    retry.stop();
    source.close();
  };
}
