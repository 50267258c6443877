// Saving changes: now, at a moment to come, or into a release.

import { makeTimer } from '../../tanada/timer.js';
import { Outage, Refusal } from './client.js';
import { isEqual } from './equality.js';
import { randomID } from './keeping.js';
import { conflictOf, resolved } from './merge.js';
import { makeReleaseSaver } from './release-saver.js';
import { pendingSave, savedBase, send, settle } from './saving.js';

/** How often a change is put on a newer version before it is given up: somebody else saves all the time. */
const maximumAttempts = 5;

/** The answer to a save: `empty` if there is nothing to save, else as of a request. */
/** @typedef {import('./saving.js').Outcome | {outcome: 'empty'}} SaveOutcome */

/**
 * Creates the saver of a working state. While a save has no answer, it is sent again, with the same key.
 *
 * The state has `saving`, `idle`, `sending` or `waiting`; `refusals`, the parts that were refused; and `conflicts`.
 * @param {object} parts
 * @param {import('./client.js').Client} parts.client
 * @param {import('./state.js').State<any>} parts.state
 * @param {import('./working.js').Working} parts.working
 * @param {import('./content.js').Content} parts.content
 * @param {import('./saving.js').PendingSave | null} [parts.pending] of a page before
 * @param {(pending: import('./saving.js').PendingSave | null) => void} parts.keep called before a save is sent, and
 *   after it was answered
 * @param {(renamed: Record<string, string>) => void} parts.renamed called with the new subjects of created items
 * @param {any} [parts.clock] as of timers
 */
export function makeSaver({ client, state, working, content, pending = null, keep, renamed, clock }) {
  /** Whether what is pending may have been done already. */
  let isUnsure = pending !== null;
  /** How many requests have no answer yet. */
  let underWay = 0;
  /** Who waits for the answer to the save that is pending. */
  let waiting = [];
  working.hold(pending?.subjects ?? []);
  const retry = makeTimer(() => attempt().catch(() => {}), clock);
  const takeWaiting = () => {
    const tell = waiting;
    waiting = [];
    return (outcome) => tell.forEach((resolve) => resolve(outcome));
  };

  async function attempt() {
    if (!pending) return;
    const sent = pending;
    state.change({ saving: 'sending' });
    isUnsure ||= underWay > 0;
    underWay += 1;
    let answer;
    try {
      answer = await send(client, sent).finally(() => (underWay -= 1));
    } catch (error) {
      if (pending !== sent) return;
      state.change({ saving: 'idle' });
      letGo(sent.subjects);
      takeWaiting()({ outcome: 'refused', refusals: [], refusal: error });
      throw error;
    }
    // It was sent again meanwhile, and that has been answered.
    if (pending !== sent) return;
    if (answer.outcome === 'waiting') {
      isUnsure = true;
      state.change({ saving: 'waiting' });
      retry.again();
      return;
    }
    retry.stop();
    // The session has ended: a save that was sent before may have been done.
    if (answer.refusal?.status !== 401 || !isUnsure) {
      pending = null;
      keep(null);
    }
    // Those who save from now on wait for another answer.
    const finish = takeWaiting();
    state.change({ saving: 'idle', refusals: answer.refusals ?? [] });
    try {
      if (answer.outcome === 'saved') await takeSaved(sent, answer.results);
      else if (!pending) letGo(sent.subjects);
      if (answer.conflicts?.length) await meet(answer.conflicts, 'save');
    } finally {
      finish({ ...answer, changes: sent.changes });
    }
  }

  /** Lets subjects follow what others have done to them since they were sent. */
  function letGo(subjects) {
    working.hold([]);
    for (const subject of subjects) content.catchUp(subject);
  }

  async function takeSaved(sent, results) {
    working.hold([]);
    const names = settle(working, sent, results);
    const open = [state.get().place.subject, ...Object.keys(working.changes),
      ...sent.subjects.filter((subject) => subject.startsWith('feeds/'))];
    const subjects = [...new Set(open.map((subject) => names[subject] ?? subject))]
      .filter((subject) => /^(content|feeds|cells|themes)\//.test(subject ?? ''));
    sent.subjects.forEach((subject, index) => {
      const name = names[subject] ?? subject;
      const change = sent.changes[subject];
      // Until it is loaded, forms go on from what was saved: what is typed meanwhile has a base.
      if (subjects.includes(name) && change.op !== 'delete') content.keep(name, savedBase(change, results[index]));
      else content.forget(name);
    });
    renamed(names);
    await Promise.allSettled(subjects.map((subject) => content.reload(subject)));
  }

  /**
   * Finds what clashes with the changes of others; what does not is put on the newer base.
   * @param {string[]} subjects
   * @param {'save' | 'ask'} next what was asked for, and goes on when all is resolved
   */
  async function meet(subjects, next) {
    const bases = [];
    for (const subject of subjects) {
      content.forget(subject);
      bases.push(await content.reload(subject));
    }
    // All at once: while they were loaded, the editor has gone on.
    const found = subjects.flatMap((subject, index) => {
      const change = working.change(subject);
      return change && change.base.tag !== bases[index].tag
        ? [{ ...conflictOf(subject, change, bases[index]), next }] : [];
    });
    const clashing = found.filter(({ clashes, isGone }) => clashes.length || isGone);
    for (const conflict of found.filter((one) => !clashing.includes(one))) take(conflict, []);
    state.change({ conflicts: clashing });
  }

  function take(conflict, names) {
    const former = working.change(conflict.subject);
    if (!former) return;
    // It may have been changed since the conflict was found.
    const isDeletion = former.op === 'delete' && conflict.change.op === 'delete';
    const theirs = state.get().bases[conflict.subject] ?? conflict.theirs;
    const next = resolved(isDeletion ? conflict : conflictOf(conflict.subject, former, theirs), names);
    working.rebase((subject, change) =>
      (subject === conflict.subject && (change === former || isEqual(change, former)) ? next : change));
  }

  const saveIntoRelease = makeReleaseSaver({ client, state, working, content, meet });

  async function saveOnce(subjects) {
    if (pending) {
      const former = await answered();
      if (former.outcome !== 'saved') return former;
    }
    const all = working.changes;
    const changes = subjects
      ? Object.fromEntries(Object.entries(all).filter(([subject]) => subjects.includes(subject))) : all;
    if (!Object.keys(changes).length) return { outcome: 'empty' };
    working.endStep();
    pending = pendingSave(changes, randomID());
    working.hold(pending.subjects);
    isUnsure = false;
    keep(pending);
    return answered();
  }

  /** Sends the save that has no answer, and waits for it. */
  function answered() {
    retry.stop();
    return new Promise((resolve, reject) => {
      waiting.push(resolve);
      attempt().catch(reject);
    });
  }

  return {
    /** Whether a save has no answer yet. */
    get isWaiting() {
      return pending !== null;
    },
    /**
     * Saves all changes, or those of some subjects, now. Where others have changed something else of a subject, the
     * change is put on their version and saved at once.
     * @param {string[]} [subjects]
     * @returns {Promise<SaveOutcome>}
     */
    async saveNow(subjects) {
      let outcome;
      for (let attempts = 0; attempts < maximumAttempts; attempts += 1) {
        outcome = await saveOnce(subjects);
        const isMerged = outcome.outcome === 'conflict' && !state.get().conflicts.length;
        if (!isMerged) break;
      }
      return outcome;
    },
    /** Sends the save of a page before, or one that waits, again. */
    resume() {
      if (pending) attempt().catch(() => {});
    },
    /**
     * Saves all changes into a release.
     * @param {object} options
     * @param {number} [options.id] of a release; a new one if missing
     * @param {string} [options.name] of a new release
     * @param {string | null} [options.publishAt] when a new release is published
     * @returns {Promise<SaveOutcome & {release?: {id: number, name: string}}>}
     * @throws {Outage | Refusal} if the release cannot be made, or is not found
     */
    async saveInto({ id, name, publishAt }) {
      // Changes that have been sent already must not be in the release as well.
      if (pending) {
        const former = await answered();
        if (former.outcome !== 'saved') return former;
      }
      const changes = working.changes;
      const subjects = Object.keys(changes);
      if (!subjects.length) return { outcome: 'empty' };
      working.endStep();
      working.hold(subjects);
      state.change({ saving: 'sending' });
      try {
        return await saveIntoRelease(changes, { id, name, publishAt });
      } finally {
        state.change({ saving: 'idle' });
        letGo(subjects);
      }
    },
    /**
     * Resolves a conflict.
     * @param {import('./merge.js').Conflict} conflict
     * @param {string[]} names the members that are taken from them; with any, an item that is gone stays so
     */
    resolve(conflict, names) {
      take(conflict, names);
      state.change({ conflicts: state.get().conflicts.filter((one) => one !== conflict) });
    },
    stop: () => retry.stop(),
  };
}

/** @typedef {ReturnType<typeof makeSaver>} Saver */
