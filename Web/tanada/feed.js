// A feed without an element: its documents, its pages and its events, for a renderer of one's own.

import { eventsAddress, feedAddress } from './address.js';
import { followRevisions } from './events.js';
import { fetchJSON } from './loader.js';
import { isOutage, makeReader, timeUntil } from './reader.js';
import { makeStore } from './store.js';

/**
 * A document of a feed.
 * @typedef {object} Loaded
 * @property {import('./documents.js').FeedDocument} document the same object as before if it has not changed
 * @property {string} address where it is, with the name of the variant
 * @property {string | number | null} revision the revision that the server has in service: where `follow` begins
 * @property {number} [wait] the milliseconds after which it is to be loaded again; missing if it does not expire
 * @property {Error & {status?: number}} [error] why it is the last good one, and not that of the server now
 */

/**
 * Opens a feed. Nothing is fetched yet.
 * @param {string | URL} src such as `https://feeds.example.com/v1/feeds/home`
 * @param {object} options
 * @param {import('./store.js').TextStorage} [options.storage] where the last good documents are kept, such as
 *   `localStorage`; nowhere if missing
 * @param {import('./loader.js').Fetch} [options.fetch] that of the platform if missing
 * @param {import('./timer.js').Clock} [options.clock] what sets timers
 * @param {() => number} [options.now] in milliseconds since 1970
 * @param {() => number} [options.random] from 0 up to 1, for the pauses of `follow`
 */
export function openFeed(src, { storage, fetch: ask, clock, now = Date.now, random } = {}) {
  const read = makeReader(now);
  const store = storage && makeStore(storage);
  /** @type {(import('./reader.js').Kept & {address: string}) | null} */
  let last = null;
  const keptAt = (/** @type {string} */ address) => (last?.address === address ? last : store?.at(address));

  return {
    /**
     * Loads the document for a screen: 304 of the server is the one that is there. If the server cannot be reached, or
     * fails, it is the last good one, of this screen or another one, with the `error`.
     * @param {import('./address.js').Traits} traits
     * @param {object} options
     * @param {import('./variant.js').Facts} [options.facts] about the client, which gets its variant with any
     * @param {boolean} [options.isFresh] asks the server, whatever the browser's cache has
     * @param {AbortSignal} [options.signal]
     * @returns {Promise<Loaded>}
     * @throws an error with its `status` and the `problem` of the server, if the server refuses, or if there is no last
     *   good document
     */
    async load(traits, { facts = {}, isFresh, signal } = {}) {
      const general = feedAddress(src, traits);
      try {
        const { document, address, tag, revision, ends } =
          await read(general, facts, { isFresh, signal, fetch: ask }, keptAt);
        if (document !== last?.document) await store?.keep(address, document, tag);
        last = { address, document, tag };
        return { document, address, revision: revision ?? document.revision, wait: timeUntil(ends, now()) };
      } catch (/** @type {any} */ error) {
        const kept = !signal?.aborted && isOutage(error) && (last ?? await store?.near(general));
        if (!kept) throw error;
        return { document: kept.document, address: general, revision: kept.document.revision, error };
      }
    },

    /**
     * Loads a page of a section: the address is `next` of the section, or of the page before.
     * @param {string} next
     * @param {{signal?: AbortSignal}} options
     * @returns {Promise<import('./documents.js').FeedPage>}
     * @throws an error with its `status`: after 410, the feed is to be loaded again
     */
    async page(next, { signal } = {}) {
      return (await fetchJSON(new URL(next, src), { signal, fetch: ask })).value;
    },

    /**
     * Follows the server's revisions after one, until it is stopped. Load the feed on every event: what has not changed
     * costs a 304.
     * @param {string | number | null} after the `revision` that was loaded
     * @param {(event: import('./events.js').StreamEvent) => void} changed
     * @param {string} [address] of the events; beside the feed if missing
     * @returns {() => void} stops it
     * @throws a `TypeError` if there is no such address: a feed that is not at `…/feeds/NAME` has its events elsewhere
     */
    follow(after, changed, address = eventsAddress(src)) {
      return followRevisions(address, changed, { after, fetch: ask, clock, random });
    },
  };
}
