// Every request of the studio: it knows tags, refusals and outages.

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
  constructor(cause) {
    super('no answer', { cause });
    this.name = 'Outage';
  }
}

/** The statuses that say nothing about the request: it can be sent again. */
const passing = [408, 429, 502, 503, 504];
const patchType = 'application/merge-patch+json';

/**
 * Creates the client of a server.
 * @param {object} options
 * @param {typeof fetch} [options.fetch]
 * @param {() => void} [options.signedOut] called when the server knows the session no more
 */
export function makeClient({ fetch: ask = (...request) => fetch(...request), signedOut = () => {} } = {}) {
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
   * @returns {Promise<Answer>}
   * @throws {Refusal | Outage | DOMException} the last if it was aborted
   */
  async function send(method, path, { json, body, type, tag, isNew, key, signal } = {}) {
    const fields = {
      'Content-Type': type ?? (json === undefined ? null : method === 'PATCH' ? patchType : 'application/json'),
      'If-Match': tag, 'If-None-Match': isNew ? '*' : null, 'Idempotency-Key': key,
    };
    const headers = new Headers(Object.entries(fields).filter(([, value]) => value != null));
    let response, value;
    try {
      response = await ask(path, {
        method, headers, signal, body: json === undefined ? body : JSON.stringify(json), credentials: 'same-origin',
      });
      value = await valueOf(response);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Outage(error);
    }
    if (response.ok) return { value, ...factsOf(response) };
    if (passing.includes(response.status)) throw new Outage(new Refusal(response.status, value, null));
    if (response.status === 401) signedOut();
    throw new Refusal(response.status, value, response.headers.get('ETag'));
  }

  return {
    send,
    /**
     * @param {string} path
     * @param {{signal?: AbortSignal}} [options]
     */
    get: (path, options) => send('GET', path, options),
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

function factsOf({ status, headers }) {
  const revision = headers.get('X-Tanada-Revision');
  return { status, headers, tag: headers.get('ETag'), revision: revision === null ? null : Number(revision) };
}
