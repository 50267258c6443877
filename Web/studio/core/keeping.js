// Unsaved changes in the browser's storage: for each person and each window of the browser.

const prefix = 'tanada-studio';

/**
 * The state of a window that is kept: its working state, the save that has no answer yet, and the texts that are saved
 * by themselves.
 * @typedef {object} Kept
 * @property {{changes?: import('./working.js').Changes, count?: number}} [working]
 * @property {import('./saving.js').PendingSave | null} [pending]
 * @property {import('./unsaved-texts.js').Texts} [texts]
 */

/**
 * Opens the storage of a person. A window that was closed leaves its changes to the next one that opens.
 * @param {string} person
 * @param {object} [browser]
 * @param {Storage} [browser.storage] of all windows
 * @param {Storage} [browser.windowStorage] of this window, which a reload keeps
 * @param {LockManager | undefined} [browser.locks] says which windows are open
 * @param {() => string} [browser.makeID]
 * @param {(error: any) => void} [browser.fail] called when storage is full or forbidden
 */
export async function openKeeping(person, {
  storage = localStorage, windowStorage = sessionStorage, locks = navigator.locks,
  makeID = randomID, fail = () => {},
} = {}) {
  const own = `${prefix}/${encodeURIComponent(person)}/`;
  const guarded = (action) => {
    try {
      return action();
    } catch (error) {
      fail(error);
      return undefined;
    }
  };
  let release = () => {};
  const take = async (name) => {
    const lock = await hold(locks, name);
    if (lock) release = lock;
    return Boolean(lock);
  };
  let isClosed = false;
  let id = guarded(() => windowStorage.getItem(`${prefix}/window`));
  // A window that was duplicated has the number of another one, which is still open.
  if (!id || !(await take(own + id))) {
    id = makeID();
    await take(own + id);
    guarded(() => windowStorage.setItem(`${prefix}/window`, id));
  }

  /** @returns {Kept} */
  const read = (key) => guarded(() => JSON.parse(storage.getItem(key) ?? '{}')) ?? {};

  return {
    /** The name of this window. */
    window: id,
    /** @returns {Kept} */
    read: () => read(own + id),
    /** @param {Kept} kept */
    write(kept) {
      if (isClosed) return;
      const isEmpty = !kept.pending
        && ![kept.working?.changes, kept.texts].some((part) => Object.keys(part ?? {}).length);
      guarded(() => (isEmpty ? storage.removeItem(own + id) : storage.setItem(own + id, JSON.stringify(kept))));
    },
    /**
     * Takes over what windows left that are closed now.
     * @returns {Promise<Kept[]>}
     */
    async adopt() {
      const found = [];
      const keys = guarded(() => Object.keys(storage)) ?? [];
      for (const key of keys.filter((name) => name.startsWith(own) && name !== own + id)) {
        const isClosed = await whileFree(locks, key, () => {
          found.push(read(key));
          guarded(() => storage.removeItem(key));
        });
        if (!isClosed) continue;
      }
      return found;
    },
    /**
     * Keeps what could not be taken over, as if a window had been closed with it.
     * @param {Kept} kept
     */
    leave(kept) {
      guarded(() => storage.setItem(own + makeID(), JSON.stringify(kept)));
    },
    /** Keeps nothing from now on; what is kept already is left to the next window that opens. */
    close() {
      isClosed = true;
      release();
    },
    /** Forgets everything of the person, in all windows, and keeps nothing from now on. */
    clear() {
      isClosed = true;
      guarded(() => {
        for (const key of Object.keys(storage).filter((name) => name.startsWith(own))) storage.removeItem(key);
      });
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openKeeping>>} Keeping */

/**
 * The changes that a closed window has left. Of a save without an answer it is not known whether it was done: its
 * changes are unsaved again.
 * @param {Kept} kept
 */
export const unsavedOf = ({ working, pending }) => ({
  ...working, changes: { ...pending?.changes, ...working?.changes },
});

/**
 * Holds a lock until the window is closed. Gives what releases it before; null if it was not free. Where there are no
 * locks, or they are forbidden, it is free.
 */
function hold(locks, name) {
  if (!locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      return new Promise((release) => resolve(release));
    }).catch(() => resolve(() => {}));
  });
}

/** Runs `action` if nobody holds a lock. Without locks it cannot be told, and nothing is done. */
async function whileFree(locks, name, action) {
  if (!locks) return false;
  return locks.request(name, { ifAvailable: true }, (lock) => {
    if (lock) action();
    return Boolean(lock);
  });
}

/**
 * A random name, of a studio or of something that is sent once.
 * @returns {string}
 */
export const randomID = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
