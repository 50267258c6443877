// The pictures of items. Pages load pictures of this server only, so a picture is always one of a stored photo.

const atOnce = 4;

/**
 * The photo whose own address is given.
 * @param {string} address
 * @returns {string | null} its id; null for an address elsewhere
 */
export const photoAt = (address) => /\/v1\/photos\/([0-9a-f]{32})(?![0-9a-f])/.exec(address ?? '')?.[1] ?? null;

/**
 * Whether an address is that of a photo of the store, as items keep it: the path alone.
 * @param {string} text
 */
export const isPicturePath = (text) => /^\/v1\/photos\/[0-9a-f]{32}\.jpg$/.test(text);

/**
 * An address as items keep it: that of a photo of this server as its path, and any other one as it is.
 * @param {string} text
 * @param {string} origin of the server, as this browser reaches it
 */
export function storedAddress(text, origin) {
  const path = text.startsWith(origin) ? text.slice(origin.length) : '';
  return isPicturePath(path) ? path : text;
}

/**
 * Finds the photos that addresses are assigned to. An address is looked up once, and a few at a time.
 * @param {Pick<import('./client.js').Client, 'get'>} client
 */
export function makePictures(client) {
  /** @type {Map<string, Promise<string | null>>} */
  const known = new Map();
  const waiting = [];
  let running = 0;

  function next() {
    if (running >= atOnce || !waiting.length) return;
    running += 1;
    waiting.pop()().finally(() => {
      running -= 1;
      next();
    });
  }

  async function ask(address) {
    try {
      const { value } = await client.get(`/v1/photos?limit=2&q=${encodeURIComponent(address)}`);
      // Photos do not say their addresses: one that another contains finds two.
      return value.result.length === 1 ? value.result[0].id : null;
    } catch {
      known.delete(address);
      return null;
    }
  }

  return {
    /**
     * The photo that an address shows.
     * @param {string | null | undefined} address
     * @returns {Promise<string | null>} its id; null for none
     */
    find(address) {
      const own = photoAt(address);
      if (own || !address || !/^https?:\/\/./.test(address)) return Promise.resolve(own);
      if (!known.has(address)) {
        known.set(address, new Promise((resolve) => {
          waiting.push(() => ask(address).then(resolve));
          next();
        }));
      }
      return known.get(address);
    },
  };
}

/** @typedef {ReturnType<typeof makePictures>} Pictures */

const all = new WeakMap();

/**
 * The pictures of a studio.
 * @param {import('./app.js').App} app
 * @returns {Pictures}
 */
export function picturesOf(app) {
  if (!all.has(app)) all.set(app, makePictures(app.client));
  return all.get(app);
}
