// The studio of a person who is signed in: the state, what is kept in the browser, and what goes to the server.

import { followRevisions } from '../../tanada/events.js';
import { makeTimer } from '../../tanada/timer.js';
import { makeClient, Refusal } from './client.js';
import { makeContent } from './content.js';
import { isEqual } from './equality.js';
import { openKeeping, unsavedOf } from './keeping.js';
import { fragmentOf, placeOf } from './place.js';
import { followPresence } from './presence.js';
import { makeSaver } from './saver.js';
import { makeState } from './state.js';
import { step } from './undoing.js';
import { makeUnsavedTexts } from './unsaved-texts.js';
import { initialView } from './view.js';
import { makeWorking } from './working.js';

/** How long to wait for more events before content is loaded again, in milliseconds. */
const eventPause = 50;
const minute = 60_000;
const roles = ['viewer', 'contributor', 'editor', 'admin'];

/** @typedef {Awaited<ReturnType<typeof openApp>>} App */

/**
 * Opens the studio.
 * @param {any} session as the server describes it
 * @param {object} options
 * @param {import('./language.js').Words} options.words
 * @param {'en' | 'ja'} options.language
 */
export async function openApp(session, { words, language }) {
  const state = makeState({
    session, language, place: placeOf(location.hash), view: initialView, feed: 'home',
    kinds: null, layouts: [], cells: [], themes: [], feeds: [], locales: session.locales ?? [],
    bases: {}, changes: {}, canUndo: false, canRedo: false,
    saving: 'idle', refusals: [], conflicts: [], presence: [], notice: null,
    revision: 0, isOnline: true, isSignedOut: false,
  });
  const client = makeClient({ signedOut: () => state.change({ isSignedOut: true }) });
  const notify = (text, more = {}) => state.change({ notice: { text, ...more } });
  const keeping = await openKeeping(session.name, {
    fail: () => notify(words('storageFull'), { isProblem: true, isLasting: true }),
  });
  const kept = keeping.read();
  // In another session the server would do it once more: what it would change is unsaved instead.
  const isOfOther = Boolean(kept.pending) && kept.pending.session !== session.id;
  let pending = isOfOther ? null : kept.pending ?? null;
  /** The subjects of items that were created here, by those that they had before. */
  const numbered = new Map();
  const write = () => keeping.write({ working: working.kept, pending, texts: unsavedTexts.kept });
  const unsavedTexts = makeUnsavedTexts(kept.texts, write);
  const working = makeWorking({
    kept: isOfOther ? unsavedOf(kept) : kept.working,
    changed(now) {
      state.change({ changes: now.changes, canUndo: now.canUndo, canRedo: now.canRedo });
      write();
    },
  });
  const content = makeContent(client, state, working);
  const saver = makeSaver({
    client, state, working, content, pending,
    keep(next) {
      pending = next && { ...next, session: session.id };
      write();
    },
    renamed: (names) => {
      for (const [former, next] of Object.entries(names)) numbered.set(former, next);
      const { place } = state.get();
      if (names[place.subject]) go({ subject: names[place.subject] });
    },
  });
  state.change({ changes: working.changes });

  /** Goes to another place; members that are missing stay. */
  function go(place) {
    const next = { ...state.get().place, ...place };
    state.change({ place: next });
    const fragment = fragmentOf(next);
    if (fragment !== location.hash) history.pushState(null, '', fragment);
  }

  const changed = makeTimer(() => content.refresh().catch(() => {}));
  // Windows begin and end at minutes: what is said of them is drawn again.
  const ticking = makeTimer(() => {
    state.change({ minute: Math.floor(Date.now() / minute) });
    ticking.after(minute - (Date.now() % minute));
  });
  ticking.after(minute - (Date.now() % minute));
  const stops = [
    () => changed.stop(), () => ticking.stop(), () => saver.stop(),
    followPresence(client, state, { studio: keeping.window, page: globalThis }),
    followRevisions(new URL('/v1/events', location.href), ({ type, data }) => {
      if (type === 'error') return state.change({ isOnline: false });
      state.change({ isOnline: true, ...(data?.revision && { revision: data.revision }) });
      if (type === 'open') saver.resume();
      changed.after(eventPause);
    }, {}),
  ];
  const navigated = () => state.change({ place: placeOf(location.hash) });
  for (const type of ['popstate', 'hashchange']) addEventListener(type, navigated);

  const app = {
    state, client, working, content, saver, unsavedTexts, keeping, t: words, go, notify,
    /** Whether the person has at least a role. */
    can: (role) => roles.indexOf(state.get().session.role) >= roles.indexOf(role),
    /**
     * The subject of an item by now: a new one gets a number when it is saved.
     * @param {string | undefined} subject
     */
    currentOf: (subject) => numbered.get(subject) ?? subject,
    undo: () => step(app, 'undo'),
    redo: () => step(app, 'redo'),
    /** Opens a feed: its screen is shown, and its sections are edited. */
    openFeed(feed) {
      state.change({ feed });
      content.load(`feeds/${feed}/composition`).catch(app.fail);
    },
    /**
     * Says what went wrong.
     * @param {any} error
     */
    fail(error) {
      if (error?.name === 'AbortError') return;
      notify(error?.name === 'Outage' ? words('offline') : words('failed', { detail: error?.message ?? String(error) }),
        { isProblem: true });
    },
    /** Ends the session on the server, and forgets everything of the person here. */
    async signOut() {
      try {
        await client.send('DELETE', '/v1/session');
      } catch (error) {
        // It has ended already.
        if (!(error instanceof Refusal && error.status === 401)) throw error;
      }
      keeping.clear();
      app.close();
    },
    close() {
      for (const stop of stops) stop();
      for (const type of ['popstate', 'hashchange']) removeEventListener(type, navigated);
    },
  };
  try {
    await content.loadAll();
  } catch (error) {
    // It is opened again: nothing of this try goes on, and its changes are those of a window that was closed.
    app.close();
    keeping.close();
    throw error;
  }
  for (const other of await keeping.adopt()) {
    unsavedTexts.adopt(other.texts);
    const unsaved = unsavedOf(other);
    const left = working.adopt(unsaved);
    if (Object.keys(left).length) keeping.leave({ working: { changes: left, count: 0 } });
    if (!isEqual(left, unsaved.changes)) notify(words('adopted'));
  }
  if (isOfOther) {
    write();
    notify(words('unanswered'), { isProblem: true, isLasting: true });
  }
  saver.resume();
  return app;
}
