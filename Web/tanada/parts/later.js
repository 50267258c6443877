// The part of tanada.js for what a feed needs when it has been painted: the store of the last good documents, the
// events of the server, and the placeholders of pictures that are not there yet.

import { makeStore } from '../store.js';

export { followRevisions } from '../events.js';
export { decodeThumbHash } from '../thumbhash.js';

/** The documents that are kept in the browser. Storage that is forbidden fails when it is used. */
export const store = makeStore({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
});
