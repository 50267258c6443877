// Reading a feed: its document in the variant for the client, and when to read it again.

import { fetchDocument } from './loader.js';
import { makeVariant, variantAddress } from './variant.js';

/** How long to wait for more events, or after an expiry, before a document is fetched, in milliseconds. */
export const eventPause = 50;
/** The longest time that a timer takes, in milliseconds. */
const longestTimer = 2 ** 31 - 1;
/** A document that has expired already is not fetched again sooner, in milliseconds. */
const shortestTimer = 1000;

/**
 * A document that was kept, with its tag.
 * @typedef {{document: any, tag: string | null}} Kept
 */

/**
 * A document as it was read.
 * @typedef {object} Reading
 * @property {any} document
 * @property {string} address where it is, with the name of its variant
 * @property {string | null} tag
 * @property {string | null} revision the revision in service; null where the answer does not say it
 * @property {(string | null | undefined)[]} ends when it expires, and its variant
 */

/**
 * Makes a reader, which remembers the variant of its client.
 * @param {() => number} [now] in milliseconds since 1970
 */
export function makeReader(now = Date.now) {
  const variants = makeVariant(now);

  /**
   * Reads the document at an address. The variant is asked for again when it has expired or is gone.
   * @param {string} address
   * @param {import('./variant.js').Facts} facts
   * @param {import('./loader.js').Asking} asking
   * @param {(address: string) => Kept | undefined | Promise<Kept | undefined>} [keptAt] the document that is there
   * @param {boolean} [isLast]
   * @returns {Promise<Reading>}
   */
  return async function read(address, facts, asking, keptAt, isLast = false) {
    const client = variantAddress(address, facts);
    const variant = client && (await variants.get(client, asking));
    const target = new URL(address);
    if (variant) target.searchParams.set('variant', variant.name);
    const kept = await keptAt?.(target.href);
    try {
      const { value, tag, revision } = await fetchDocument(target.href, { ...asking, tag: kept?.tag });
      const document = value ?? kept?.document;
      return {
        document, address: target.href, tag, revision, ends: [document.expires_at, variant && variant.end],
      };
    } catch (/** @type {any} */ error) {
      if (!variant || error.status !== 410 || isLast) throw error;
      variants.forget();
      return read(address, facts, asking, keptAt, true);
    }
  };
}

/**
 * Whether an error is that of a network or of a server that fails. A feed that the server refuses is not shown as if it
 * were there.
 * @param {any} error
 * @returns {boolean}
 */
export const isOutage = ({ status }) => !(status < 500);

/**
 * How long until a document is to be read again; undefined if no time is known.
 * @param {(string | null | undefined)[]} ends its dates of expiry
 * @param {number} now in milliseconds since 1970
 * @returns {number | undefined} in milliseconds
 */
export function timeUntil(ends, now) {
  const wait = Math.min(...ends.map((end) => Date.parse(end ?? '')).filter(Boolean)) - now + eventPause;
  return wait < longestTimer ? Math.max(wait, shortestTimer) : undefined;
}
