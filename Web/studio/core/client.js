// Every request of the studio: it knows tags, refusals and outages.

import { makeTimer } from '../../tanada/timer.js';

/**
 * An answer of the server.
 * @typedef {object} Answer
 * @property {any} value the body; null for none
 * @property {string | null} tag the entity tag of the resource
 * @property {number} status
 * @property {number | null} revision the revision that the answer is of
 * @property {Headers} headers
 */

/**
 * A part of a request that the server refuses.
 * @typedef {object} Detail
 * @property {string} pointer the JSON Pointer of the part
 * @property {string} detail
 * @property {string} [code]
 */

/** A request that the server has refused: a problem document. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {any} problem
   * @param {string | null} tag the entity tag of the resource that stands against the request
   */
  constructor(status, problem, tag) {
    super(problem?.detail ?? problem?.title ?? `${status}`);
    this.name = 'Refusal';
    this.status = status;
    /** @type {string} */
    this.code = problem?.code ?? '';
    /** @type {Detail[]} */
    this.errors = problem?.errors ?? [];
    this.tag = tag;
  }
}

/** A request that got no answer: the server cannot be reached, or cannot answer now. It can be sent again. */
export class Outage extends Error {
  /**
   * @param {any} cause
   * @param {number | null} [pause] how long the server asks to wait, in milliseconds
   */
  constructor(cause, pause = null) {
    super('no answer', { cause });
    this.name = 'Outage';
    this.pause = pause;
  }
}

/** The statuses that say nothing about the request: it can be sent again. */
const passing = [408, 429, 502, 503, 504];
/** How often a request that changes nothing is sent again, and the longest wait until then, in milliseconds. */
const mostAgain = 3;
const longestPause = 15_000;
/** How long to wait first for a server that has not got a revision yet, in milliseconds. */
const revisionPause = 1000;
const patchType = 'application/merge-patch+json';

/**
 * Creates the client of a server. While the server says that it is too busy, and how long to wait, requests that change
 * nothing are sent again.
 * @param {object} options
 * @param {typeof fetch} [options.fetch]
 * @param {() => void} [options.signedOut] called when the server knows the session no more
 * @param {import('../../tanada/timer.js').Clock} [options.clock]
 * @param {() => number} [options.random] from 0 up to 1: how much longer the waits are
 */
export function makeClient({
  fetch: ask = (...request) => fetch(...request), signedOut = () => {}, clock, random,
} = {}) {
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [options]
   * @param {any} [options.json] the body
   * @param {BodyInit} [options.body] a body that is not JSON
   * @param {string} [options.type] the media type of the body
   * @param {string | null} [options.tag] the entity tag that the resource must have
   * @param {boolean} [options.isNew] whether there must be no resource yet
   * @param {string} [options.key] the idempotency key: requests with it are done once
   * @param {AbortSignal} [options.signal]
   * @param {boolean} [options.isLast] whether it is sent though its page is left
   * @param {boolean} [options.isReading] whether it changes nothing; that of GET if missing
   * @returns {Promise<Answer>}
   * @throws {Refusal | Outage | DOMException} the last if it was aborted
   */
  async function send(method, path, { isReading = method === 'GET', ...options } = {}) {
    for (let left = isReading ? mostAgain : 0; ; left -= 1) {
      try {
        return await sendOnce(method, path, options);
      } catch (error) {
        const pause = error instanceof Outage ? error.pause : null;
        if (!left || pause == null || pause > longestPause) throw error;
        await sleep(pause, options.signal);
      }
    }
  }

  async function sendOnce(method, path, { json, body, type, tag, isNew, key, signal, isLast = false } = {}) {
    const fields = {
      'Content-Type': type ?? (json === undefined ? null : method === 'PATCH' ? patchType : 'application/json'),
      'If-Match': tag, 'If-None-Match': isNew ? '*' : null, 'Idempotency-Key': key,
    };
    const headers = new Headers(Object.entries(fields).filter(([, value]) => value != null));
    let response, value;
    try {
      response = await ask(path, {
        method, headers, signal, body: json === undefined ? body : JSON.stringify(json), credentials: 'same-origin',
        // Public documents may be cached for some minutes, and what is shown here is what there is now. One that has
        // not changed is a 304.
        cache: 'no-cache', keepalive: isLast,
      });
      value = await valueOf(response);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Outage(error);
    }
    if (response.ok) return { value, ...factsOf(response) };
    if (passing.includes(response.status)) {
      throw new Outage(new Refusal(response.status, value, null), pauseOf(response));
    }
    if (response.status === 401) signedOut();
    throw new Refusal(response.status, value, response.headers.get('ETag'));
  }

  /** Waits for milliseconds, or a little longer, or until it is aborted. */
  function sleep(milliseconds, signal) {
    return new Promise((resolve, reject) => {
      const stop = () => {
        timer.stop();
        reject(signal.reason);
      };
      const timer = makeTimer(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, clock, random);
      timer.again(milliseconds);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
  }

  return {
    send,
    /**
     * @param {string} path
     * @param {{signal?: AbortSignal, least?: number}} [options] `least` is a revision that is known to be in service:
     *   one of several servers that has not got it yet is asked again until it has
     */
    async get(path, { least = 0, ...options } = {}) {
      for (let pause = revisionPause; ; pause = Math.min(2 * pause, longestPause)) {
        const answer = await send('GET', path, options);
        if (answer.revision === null || answer.revision >= least) return answer;
        await sleep(pause, options.signal);
      }
    },
    /**
     * Every element of a list, page after page.
     * @param {string} path
     * @param {{signal?: AbortSignal}} [options]
     * @returns {AsyncGenerator<any[]>} the elements of each page
     */
    async *pages(path, options) {
      for (let next = path; next;) {
        const { value } = await send('GET', next, options);
        yield value.result;
        next = value.next;
      }
    },
  };
}

/** @typedef {ReturnType<typeof makeClient>} Client */

async function valueOf(response) {
  const text = await response.text();
  if (!text) return null;
  return /\bjson\b/.test(response.headers.get('Content-Type') ?? '') ? JSON.parse(text) : text;
}

/** How long the server asks to wait, in milliseconds; null if it does not say. */
function pauseOf({ headers }) {
  const seconds = headers.get('Retry-After');
  return /^\d+$/.test(seconds ?? '') ? Number(seconds) * 1000 : null;
}

function factsOf({ status, headers }) {
  const revision = headers.get('X-Tanada-Revision');
  return { status, headers, tag: headers.get('ETag'), revision: revision === null ? null : Number(revision) };
}
