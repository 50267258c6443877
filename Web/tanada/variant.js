// Which variant of a feed a client gets: what is shown to some clients depends on facts about them.

import { fetchJSON } from './loader.js';

/**
 * Facts about a client.
 * @typedef {object} Facts
 * @property {string | null} [platform] such as `web`
 * @property {string | null} [appVersion] such as `3.10.1`
 * @property {string | null} [audience] names, separated by commas
 * @property {string | null} [clientKey] any text that stays the same for a reader or a device
 */

/** The parameters of the facts about a client. */
export const factParameters = {
  platform: 'platform', appVersion: 'app_version', audience: 'audience', clientKey: 'key',
};

/**
 * The address that says which variant a client gets; empty without facts about it, and for the preview of a
 * release, which is shown as everybody gets it.
 * @param {string | URL} feed the address of the feed, with any parameters
 * @param {Facts} facts
 * @returns {string}
 */
export function variantAddress(feed, facts) {
  const address = new URL(feed);
  const known = Object.entries(factParameters).filter(([fact]) => facts[fact]);
  if (!known.length || address.searchParams.has('release')) return '';
  address.pathname += '/variant';
  address.search = new URLSearchParams(known.map(([fact, name]) => [name, facts[fact]])).toString();
  return address.href;
}

/**
 * The variant that a server has named, until it ends.
 * @param {() => number} [now] in milliseconds since 1970
 */
export function makeVariant(now = Date.now) {
  /** @type {{address: string, name: string, end: string | null} | null} */
  let known = null;
  return {
    /**
     * The variant at an address, and its end; the server is asked only for one that is not known.
     * @param {string} address
     * @param {import('./loader.js').Asking} asking
     * @returns {Promise<{name: string, end: string | null}>}
     */
    async get(address, { signal, fetch }) {
      if (known?.address !== address || Date.parse(known.end ?? '') <= now()) {
        const { value } = await fetchJSON(address, { isFresh: true, signal, fetch });
        known = { address, name: value.variant, end: value.expires_at };
      }
      return known;
    },
    forget() {
      known = null;
    },
  };
}
