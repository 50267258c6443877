// The items of a kind, page after page.

import { pathOfList } from './query.js';

const pageSize = 50;
const largestPage = 1000;

/**
 * Loads a list of items.
 * @param {Pick<import('../core/client.js').Client, 'get'>} client
 * @param {(list: {items: any[], total: number | null, isLoading: boolean, hasMore: boolean, error: any}) => void}
 *   changed
 */
export function makeListing(client, changed) {
  let state = { items: [], total: null, isLoading: false, hasMore: false, error: null };
  let kind = null;
  let listing;
  let next = null;
  let request;

  const put = (changes) => {
    state = { ...state, ...changes };
    changed(state);
  };

  async function load(path, take) {
    request?.abort();
    const { signal } = (request = new AbortController());
    put({ isLoading: true, error: null });
    try {
      const { value } = await client.get(path, { signal });
      if (signal.aborted) return;
      next = value.next;
      put({ isLoading: false, items: take(value.result), total: value.total ?? state.total, hasMore: Boolean(next) });
    } catch (error) {
      if (signal.aborted) return;
      put({ isLoading: false, error });
    }
  }

  const first = (count) =>
    load(pathOfList(kind, listing, { limit: Math.min(Math.max(count, pageSize), largestPage) }),
      (items) => items);

  return {
    get items() {
      return state.items;
    },
    /** Opens a list; what was loaded of the former one is gone if it is of another kind. */
    open(nextKind, nextListing) {
      if (nextKind !== kind) put({ items: [], total: null, hasMore: false });
      [kind, listing] = [nextKind, nextListing];
      return first(0);
    },
    /** Loads what is shown again. */
    reload: () => (kind ? first(state.items.length) : undefined),
    more() {
      if (!next || state.isLoading) return undefined;
      const known = new Set(state.items.map(({ id }) => id));
      return load(next, (items) => [...state.items, ...items.filter(({ id }) => !known.has(id))]);
    },
    stop: () => request?.abort(),
  };
}
