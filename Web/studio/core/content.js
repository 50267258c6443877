// The content of the server as the studio knows it.

import { Refusal } from './client.js';
import { isEqual } from './equality.js';
import { conflictOf } from './merge.js';
import { subjectParts } from './place.js';

/**
 * Creates the access to content. What it has loaded is in the state: `kinds`, `layouts`, `cells`, `themes`, `feeds`,
 * and the `bases` of items, compositions, cells and themes by their subjects.
 * @param {import('./client.js').Client} client
 * @param {import('./state.js').State<any>} state
 * @param {import('./working.js').Working} working
 */
export function makeContent(client, state, working) {
  /** The requests under way, by subject. */
  const loading = new Map();

  /** The requests that follow those under way, by subject. */
  const again = new Map();

  const put = (subject, base) => state.change({ bases: { ...state.get().bases, [subject]: base } });

  const valueOf = (path) => client.get(path).then(({ value }) => value);

  async function fetchBase(subject) {
    try {
      const { value, tag } = await client.get(pathOf(subject));
      return { tag, value: subject.startsWith('content/') ? value.result[0] : value };
    } catch (error) {
      if (error instanceof Refusal && [404, 410].includes(error.status)) return { tag: null, value: null };
      throw error;
    }
  }

  function begin(subject) {
    again.delete(subject);
    const request = fetchBase(subject).then((base) => {
      // One that follows is newer, and what was forgotten meanwhile was older.
      if (again.has(subject) || loading.get(subject) !== request) return base;
      put(subject, base);
      follow(subject, base);
      return base;
    }).finally(() => loading.get(subject) === request && loading.delete(subject));
    loading.set(subject, request);
    return request;
  }

  const content = {
    /** Loads what every panel needs. */
    async loadAll() {
      const [kinds, layouts, feeds] = await Promise.all(['/v1/kinds', '/v1/layouts', '/v1/feeds'].map(valueOf));
      state.change({
        kinds: kinds.kinds ?? kinds.result, layouts: layouts.layouts, feeds: feeds.feeds, locales: feeds.locales,
      });
      await content.loadDesigns();
      await content.load(`feeds/${state.get().feed}/composition`);
    },
    /** Loads the cells and the themes. */
    async loadDesigns() {
      const [cells, themes] = await Promise.all(['/v1/cells', '/v1/themes'].map(valueOf));
      const known = state.get();
      // Nothing is drawn again while they are the same.
      state.change({
        ...(!isEqual(known.cells, cells.cells) && { cells: cells.cells }),
        ...(!isEqual(known.themes, themes.themes) && { themes: themes.themes }),
      });
    },
    /**
     * An item or a composition as the server has it: known, or loaded. The value is null for one that does not exist.
     * @param {string} subject
     * @returns {Promise<import('./working.js').Base>}
     */
    load(subject) {
      const known = state.get().bases[subject];
      return known ? Promise.resolve(known) : loading.get(subject) ?? content.reload(subject);
    },
    /**
     * Loads a subject again. Its change is put on the newer base, unless both have changed a member.
     * @param {string} subject
     * @returns {Promise<import('./working.js').Base>}
     */
    reload(subject) {
      if (/\/new-\d+$/.test(subject)) return Promise.resolve({ tag: null, value: {} });
      const running = loading.get(subject);
      if (!running) return begin(subject);
      // The request under way may have been sent before the change that is looked for.
      if (!again.has(subject)) again.set(subject, running.catch(() => {}).then(() => begin(subject)));
      return again.get(subject);
    },
    /** Loads what is open or has changes again: after a revision of others, and when a connection is there again. */
    async refresh() {
      const { bases, place, feed } = state.get();
      const open = [place.subject, `feeds/${feed}/composition`, ...Object.keys(working.changes)]
        .filter((subject) => subject && (bases[subject] || subject.startsWith('content/')));
      const kept = Object.fromEntries(open.filter((subject) => bases[subject])
        .map((subject) => [subject, bases[subject]]));
      state.change({ bases: kept });
      // What is on its way may be from before as well.
      await Promise.all([content.loadDesigns(),
        ...[...new Set([...open, ...loading.keys()])].map((subject) => content.reload(subject))]);
    },
    /**
     * Forgets a subject: it is loaded again when it is needed.
     * @param {string} subject
     */
    forget(subject) {
      loading.delete(subject);
      const { [subject]: _, ...bases } = state.get().bases;
      state.change({ bases });
    },
    /**
     * @param {string} kind
     * @returns {any} the definition of a kind; undefined for an unknown one
     */
    kind: (kind) => state.get().kinds?.find(({ kind: name }) => name === kind),
    /**
     * Puts a change on the base that is known of its subject.
     * @param {string} subject
     */
    catchUp(subject) {
      const base = state.get().bases[subject];
      if (base) follow(subject, base);
    },
    /**
     * Takes a subject as an answer to a write has it.
     * @param {string} subject
     * @param {import('./working.js').Base} base
     */
    keep(subject, base) {
      put(subject, base);
      // A request under way may have been answered before the write.
      if (loading.has(subject)) content.reload(subject).catch(() => {});
    },
  };

  /**
   * Puts a change on a newer base if nothing clashes; one that clashes waits for the editor. One that is on its way to the
   * server waits for the answer: what the base has may be what it has done.
   */
  function follow(subject, base) {
    const change = working.change(subject);
    if (!change || change.op === 'create' || change.base.tag === base.tag || working.isHeld(subject)) return;
    const { clashes, isGone, change: newer } = conflictOf(subject, change, base);
    if (clashes.length || isGone) return;
    const isDone = newer.op === 'patch' && !Object.keys(newer.value).length;
    working.rebase((other, known) => {
      if (other !== subject || known.base.tag === base.tag) return known;
      if (known === change) return isDone ? null : newer;
      const step = conflictOf(subject, known, base);
      return step.change.op === 'patch' && !Object.keys(step.change.value).length ? null : step.change;
    });
  }

  return content;
}

/** @typedef {ReturnType<typeof makeContent>} Content */

/** The path of an item with all its translations, or of anything else. */
export function pathOf(subject) {
  const { type, name, id } = subjectParts(subject);
  return type === 'content' ? `/v1/content/${name}/${id}?locale=*` : `/v1/${subject}`;
}
