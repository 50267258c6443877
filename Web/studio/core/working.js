// The working state: the changes that are not saved yet, with undo and redo. All of it is plain data, so that it can be
// kept in the browser and be sent to the server as operations.

import { isEqual } from './equality.js';
import { patched } from './members.js';

/**
 * A resource as the server has it.
 * @typedef {object} Base
 * @property {string | null} tag its entity tag; null if it does not exist
 * @property {any} value
 */

/**
 * A change of one subject: `content/recent_news/3`, `content/recent_news/new-1`, `feeds/home/composition`, `cells/pin` or
 * `themes/night`.
 * @typedef {object} Change
 * @property {'create' | 'patch' | 'delete' | 'compose' | 'design'} op
 * @property {Base} base
 * @property {any} [value] the members that are set, of `create` and `patch`; the whole composition of `compose`, and the
 *   whole definition of `design`, which is null for one that is removed
 * @property {import('./release-operations.js').Origin} [origin] the operation of a release that is edited again
 */

/** @typedef {Record<string, Change>} Changes by subject, in the order in which they began */

/** How many steps can be undone. */
const maximumSteps = 200;
const nothing = Object.freeze({});

/**
 * Creates a working state.
 * @param {object} options
 * @param {(working: Working) => void} [options.changed] called after every change
 * @param {{changes?: Changes, count?: number}} [options.kept] what `kept` of another one gave
 */
export function makeWorking({ changed = () => {}, kept = {} } = {}) {
  /** @type {Changes} */
  let changes = kept.changes ?? nothing;
  /** How many items have been created, for their names. */
  let count = kept.count ?? 0;
  let past = [];
  let future = [];
  /** The step that later edits of the same name join. */
  let joined = '';
  /** The subjects that are on their way to the server. */
  let held = [];

  /** Makes `next` the state; edits with the same `step` are undone together. */
  function put(next, step = '') {
    if (next === changes) return;
    if (!step || step !== joined) past = [...past, changes].slice(-maximumSteps);
    joined = step;
    future = [];
    changes = next;
    changed(working);
  }
  const without = (subject) => {
    const { [subject]: _, ...others } = changes;
    return others;
  };
  /** The change of an item with `value` set: none if nothing differs from the base. */
  const patchOf = (base, value) => {
    const isOther = ([name, member]) => !isEqual(member ?? null, base.value[name] ?? null);
    const differing = Object.entries(value).filter(isOther);
    return differing.length ? { op: 'patch', base, value: Object.fromEntries(differing) } : null;
  };
  /** A change in place of another one, with its origin. */
  const withOrigin = (change, former) => (change && former?.origin ? { ...change, origin: former.origin } : change);
  const replace = (subject, change) => (change ? { ...changes, [subject]: change } : without(subject));

  /** Replaces a subject as a whole. */
  function whole(op, subject, base, value, step) {
    const known = changes[subject];
    const own = known?.base ?? base;
    const change = isEqual(value, own.value) ? null : withOrigin({ op, base: own, value }, known);
    put(replace(subject, change), step);
  }

  const working = {
    /** @returns {Changes} */
    get changes() {
      return changes;
    },
    get count() {
      return Object.keys(changes).length;
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    /** The plain data that `kept` of a new working state takes. */
    get kept() {
      return { changes, count };
    },
    /**
     * The change of a subject, if there is one.
     * @param {string} subject
     * @returns {Change | undefined}
     */
    change: (subject) => changes[subject],
    /**
     * A subject with its changes; null if it is deleted.
     * @param {string} subject
     * @param {any} value as the server has it
     */
    value(subject, value) {
      const change = changes[subject];
      if (!change) return value;
      if (change.op === 'delete') return null;
      return change.op === 'patch' ? patched(value ?? change.base.value, change.value) : change.value;
    },
    /**
     * Sets members of an item, or removes those that are null.
     * @param {string} subject
     * @param {Base} base the item as the server has it; ignored if it has changes already
     * @param {any} members
     * @param {string} [step] edits with the same name are undone together: those of one field
     */
    edit(subject, base, members, step) {
      const change = changes[subject];
      if (change?.op === 'create') {
        return put({ ...changes, [subject]: { ...change, value: patched(change.value, members) } }, step);
      }
      const own = change?.op === 'patch' ? change.base : base;
      const value = { ...(change?.op === 'patch' ? change.value : {}), ...members };
      put(replace(subject, withOrigin(patchOf(own, value), change)), step);
    },
    /**
     * Sets members of many items in one step.
     * @param {Record<string, Base>} bases by subject
     * @param {any} members
     */
    editAll(bases, members) {
      let next = { ...changes };
      for (const [subject, base] of Object.entries(bases)) {
        const change = changes[subject];
        if (change?.op === 'delete') continue;
        if (change?.op === 'create') {
          next[subject] = { ...change, value: patched(change.value, members) };
          continue;
        }
        const patch = withOrigin(patchOf(change?.base ?? base, { ...change?.value, ...members }), change);
        if (patch) next[subject] = patch;
        else delete next[subject];
      }
      put(next);
    },
    /**
     * Adds an item.
     * @param {string} kind
     * @param {any} value
     * @returns {string} its subject
     */
    create: (kind, value) => working.createAll(kind, [value])[0],
    /**
     * Adds items in one step.
     * @param {string} kind
     * @param {any[]} values
     * @returns {string[]} their subjects
     */
    createAll(kind, values) {
      const added = values.map((value) => {
        count += 1;
        return [`content/${kind}/new-${count}`, { op: 'create', base: { tag: null, value: {} }, value }];
      });
      put({ ...changes, ...Object.fromEntries(added) });
      return added.map(([subject]) => subject);
    },
    /**
     * Deletes items; one that was never saved is gone.
     * @param {Record<string, Base>} bases by subject
     */
    remove(bases) {
      const next = { ...changes };
      for (const [subject, base] of Object.entries(bases)) {
        const change = changes[subject];
        if (change?.op === 'create') delete next[subject];
        else next[subject] = withOrigin({ op: 'delete', base: change?.base ?? base }, change);
      }
      put(next);
    },
    /**
     * Replaces a composition.
     * @param {string} feed
     * @param {Base} base the composition as the server has it; ignored if it has changes already
     * @param {any} value
     * @param {string} [step] as of `edit`
     */
    compose: (feed, base, value, step) => whole('compose', `feeds/${feed}/composition`, base, value, step),
    /**
     * Replaces the definition of a cell or a theme; null removes it.
     * @param {string} subject
     * @param {Base} base as of `compose`
     * @param {any} value
     * @param {string} [step] as of `edit`
     */
    design: (subject, base, value, step) => whole('design', subject, base, value, step),
    /**
     * Forgets the changes of subjects; of all without any.
     * @param {string[]} [subjects]
     */
    discard(subjects = Object.keys(changes)) {
      const left = Object.entries(changes).filter(([subject]) => !subjects.includes(subject));
      if (left.length < working.count) put(Object.fromEntries(left));
    },
    /** Ends the step that edits join: the next one is undone by itself. */
    endStep() {
      joined = '';
    },
    undo() {
      if (past.length) move(past.at(-1), past.slice(0, -1), [...future, changes]);
    },
    redo() {
      if (future.length) move(future.at(-1), [...past, changes], future.slice(0, -1));
    },
    /**
     * Puts changes on newer bases, or ends them. Earlier and later steps follow.
     * @param {(subject: string, change: Change) => Change | null} rebased null where nothing is left to change
     */
    rebase(rebased) {
      const follow = (state) => {
        const entries = Object.entries(state).map(([subject, change]) => [subject, rebased(subject, change)]);
        return entries.every(([subject, change]) => change === state[subject])
          ? state : Object.fromEntries(entries.filter(([, change]) => change));
      };
      follows(past.map(follow), follow(changes), future.map(follow));
    },
    /** Notes which subjects are on their way to the server: until it has answered, they stay as they are. */
    hold(subjects) {
      held = subjects;
    },
    /**
     * Whether a subject is on its way to the server.
     * @param {string} subject
     */
    isHeld: (subject) => held.includes(subject),
    /**
     * Takes changes out that the server has now, and out of all steps before they were sent: what is there is put back,
     * and not undone. Of what was changed since, or undone meanwhile, something is left.
     * @param {Changes} sent
     * @param {(subject: string, change: Change | undefined) => Change | null | undefined} left what is left of a change,
     *   or of an undone one, which is undefined
     */
    settle(sent, left) {
      const states = [...past, changes, ...[...future].reverse()].map((state) => ({ ...state }));
      const now = past.length;
      for (const [subject, change] of Object.entries(sent)) {
        const isSent = (state) => state[subject] === change;
        const isKept = isEqual(states[now][subject], change);
        const first = states.some(isSent) ? states.findIndex(isSent) : isKept ? now : states.length;
        const last = Math.max(first, states.findLastIndex(isSent));
        states.forEach((state, place) => {
          // Who has undone it meanwhile is before that step, and goes on from there.
          const own = first <= now && place <= last ? null : left(subject, state[subject]);
          if (own) state[subject] = own;
          else delete state[subject];
        });
      }
      follows(states.slice(0, now), states[now], states.slice(now + 1).reverse());
    },
    /**
     * Gives changes other subjects: those of created items, once they have a number.
     * @param {Record<string, string>} names the new subjects by the former ones
     */
    rename(names) {
      const renamed = (state) => Object.fromEntries(
        Object.entries(state).map(([subject, change]) => [names[subject] ?? subject, change]));
      [changes, past, future] = [renamed(changes), past.map(renamed), future.map(renamed)];
      changed(working);
    },
    /**
     * Takes over changes of another working state. Of a subject that has changes here too, members that are not changed
     * here are taken over.
     * @param {{changes?: Changes, count?: number}} other
     * @param {{isStep?: boolean}} [options] whether it can be undone: then they are taken from nowhere else
     * @returns {Changes} what cannot be taken over while the changes here are there
     */
    adopt(other, { isStep = false } = {}) {
      count = Math.max(count, other.count ?? 0);
      const left = {};
      const taken = {};
      for (const [subject, change] of Object.entries(other.changes ?? {})) {
        const own = changes[subject];
        if (!own) taken[subject] = change;
        else if (change.op === 'create' && /\/new-\d+$/.test(subject)) {
          count += 1;
          taken[subject.replace(/new-\d+$/, `new-${count}`)] = change;
        } else if (!canJoin(own, change)) {
          if (!isEqual(own, change)) left[subject] = change;
        } else {
          const members = Object.entries(change.value);
          const fresh = members.filter(([name]) => !Object.hasOwn(own.value, name));
          const clashing = members.filter(
            ([name, value]) => Object.hasOwn(own.value, name) && !isEqual(own.value[name], value));
          if (fresh.length) taken[subject] = { ...change, value: Object.fromEntries(fresh) };
          if (clashing.length) left[subject] = { ...change, value: Object.fromEntries(clashing) };
        }
      }
      if (!Object.keys(taken).length) return left;
      if (isStep) put(withOthers(changes, taken));
      else {
        const follow = (state) => withOthers(state, taken);
        follows(past.map(follow), follow(changes), future.map(follow));
      }
      return left;
    },
  };

  /** Makes other states of what was there, without steps that do nothing. */
  function follows(earlier, now, later) {
    [past, future] = [earlier, later].map((states) => distinct(states, now));
    [changes, joined] = [now, ''];
    changed(working);
  }

  function move(state, earlier, later) {
    [changes, past, future, joined] = [state, earlier, later, ''];
    changed(working);
  }
  return working;
}

/** Whether two changes of one subject can be one. */
const canJoin = (own, change) => own.op === 'patch' && change.op === 'patch' && own.base.tag === change.base.tag;

/** A state with other changes before its own. Of a subject that has both, what is changed in the state holds. */
function withOthers(state, others) {
  const isOwn = ([subject]) => Object.hasOwn(state, subject);
  const joined = Object.entries(others).filter((entry) => isOwn(entry) && canJoin(state[entry[0]], entry[1]))
    .map(([subject, change]) => [subject, { ...state[subject], value: { ...change.value, ...state[subject].value } }]);
  const fresh = Object.entries(others).filter((entry) => !isOwn(entry));
  return Object.fromEntries([...fresh, ...Object.entries(state), ...joined]);
}

/** States, of which the last one is the nearest, without those that are as the one after them. */
function distinct(states, now) {
  const found = [];
  for (const state of [...states].reverse()) if (!isEqual(state, found[0] ?? now)) found.unshift(state);
  return found;
}

/** @typedef {ReturnType<typeof makeWorking>} Working */
