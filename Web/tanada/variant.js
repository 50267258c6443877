// Which variant of a feed a client gets: what is shown to some clients depends on facts about them.

import { fetchJSON } from './loader.js';

/** The parameters of the facts about a client, by the attributes of the element. */
export const factParameters = {
  platform: 'platform', 'app-version': 'app_version', audience: 'audience', 'client-key': 'key',
};

/**
 * The address that says which variant a client gets; empty without facts about it, and for the preview of a
 * release, which is shown as everybody gets it.
 * @param {URL} feed
 * @param {(attribute: string) => string | null} valueOf
 * @returns {string}
 */
export function variantAddress(feed, valueOf) {
  const facts = Object.entries(factParameters).filter(([attribute]) => valueOf(attribute));
  if (!facts.length || feed.searchParams.has('release')) return '';
  const address = new URL(feed);
  address.pathname += '/variant';
  address.search = new URLSearchParams(facts.map(([attribute, name]) => [name, valueOf(attribute)])).toString();
  return address.href;
}

/** The variant that a server has named, until it ends. */
export function makeVariant() {
  let known;
  return {
    /**
     * The variant at an address, and its end; the server is asked only for one that is not known.
     * @param {string} address
     * @param {{signal?: AbortSignal}} options
     * @returns {Promise<{name: string, end: string | null}>}
     */
    async get(address, { signal }) {
      if (known?.address !== address || Date.parse(known.end) <= Date.now()) {
        const [{ variant, expires_at: end }] = await fetchJSON(address, { isFresh: true, signal });
        known = { address, name: variant, end };
      }
      return known;
    },
    forget() {
      known = null;
    },
  };
}
