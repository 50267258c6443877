// Documents of a server.

/**
 * The answer of a server.
 * @typedef {object} Answer
 * @property {any} [value] the document; missing if it is that of `tag`
 * @property {string | null} tag the entity tag of the document
 * @property {string | null} revision the revision that is in service
 */

/** @typedef {typeof globalThis.fetch} Fetch */

/**
 * How to ask.
 * @typedef {object} Asking
 * @property {boolean} [isFresh] asks the server whether what the browser's cache has is still right
 * @property {AbortSignal} [signal]
 * @property {string | null} [tag] of the document that is there already
 * @property {Fetch} [fetch] that of the platform if missing
 */

/**
 * Fetches JSON, and the revision that is in service. The browser's cache answers unless `isFresh`. An answer that
 * is not the document is an error with its `status` and its `problem` document, if it is one.
 * @param {string | URL} address
 * @param {Asking} asking
 * @returns {Promise<Answer>}
 */
export async function fetchJSON(address, { isFresh, signal, tag, fetch: ask = fetch } = {}) {
  const response = await ask(address, {
    cache: isFresh ? 'no-cache' : 'default', signal, headers: tag ? { 'If-None-Match': tag } : {},
  });
  const { ok, status, headers } = response;
  const parsed = () => response.json();
  if (!ok && (status !== 304 || !tag)) {
    throw Object.assign(new Error(`${status} ${address}`), { status, problem: await parsed().catch(() => null) });
  }
  return {
    value: ok ? await parsed() : undefined, tag: headers.get('ETag'), revision: headers.get('X-Tanada-Revision'),
  };
}

/**
 * Fetches a feed document.
 * @param {string | URL} address
 * @param {Asking} [asking]
 * @returns {Promise<Answer>}
 */
export async function fetchDocument(address, asking) {
  const answer = await fetchJSON(address, asking);
  const { value } = answer;
  if (value !== undefined && !(value?.sections && value.viewport?.width > 0)) throw new Error('no feed document');
  return answer;
}
