// The last good documents, for when the network fails.

/** How many documents are kept: of as many widths or feeds. */
const most = 3;
const key = 'tanada';

/**
 * Where texts are kept: `localStorage`, or anything with these two methods, which may return promises.
 * @typedef {object} TextStorage
 * @property {(key: string) => string | null | undefined | Promise<string | null | undefined>} getItem
 * @property {(key: string, text: string) => unknown} setItem
 */

/** @typedef {import('./reader.js').Kept} Kept */

/** Whether an address is of the preview of a release, which is not kept. */
const isPreview = (/** @type {string} */ address) => address.includes('release=');

/**
 * A store of the last good documents by their addresses: of the latest three. Where a storage fails, because it is full
 * or forbidden, nothing is kept and nothing is there.
 * @param {TextStorage} storage
 */
export function makeStore(storage) {
  /** @type {Promise<unknown>} */
  let writing = Promise.resolve();

  /**
   * The kept documents, the latest last.
   * @returns {Promise<[address: string, document: any, tag?: string | null][]>}
   */
  const entries = async () => {
    try {
      return JSON.parse((await storage.getItem(key)) ?? '[]');
    } catch {
      return [];
    }
  };
  /** @returns {Kept | undefined} */
  const kept = (/** @type {any} */ entry) => entry && { document: entry[1], tag: entry[2] ?? null };

  return {
    /**
     * Keeps a document. Where there is no room for it, it is not kept.
     * @param {string} address
     * @param {any} document
     * @param {string | null} [tag]
     * @returns {Promise<unknown>} when it is kept
     */
    keep(address, document, tag) {
      // One after the other: a list that is written has all before it.
      writing = writing.then(async () => {
        if (isPreview(address)) return;
        const others = (await entries()).filter(([other]) => other !== address);
        await storage.setItem(key, JSON.stringify([...others, [address, document, tag]].slice(-most)));
      }).catch(() => {});
      return writing;
    },

    /**
     * The kept document of an address; undefined if there is none.
     * @param {string} address
     * @returns {Promise<Kept | undefined>}
     */
    async at(address) {
      return kept((await entries()).findLast(([other]) => other === address));
    },

    /**
     * The kept document of an address, or the latest of the same feed; undefined if there is none.
     * @param {string} address
     * @returns {Promise<Kept | undefined>}
     */
    async near(address) {
      const list = isPreview(address) ? [] : await entries();
      const [path] = address.split('?');
      return kept(list.findLast(([other]) => other === address)
        ?? list.findLast(([other]) => other.startsWith(`${path}?`)));
    },
  };
}
