// Saving: all changes in one revision, once, however often the connection is lost.

import { Outage, Refusal } from './client.js';
import { isEqual } from './equality.js';
import { patched } from './members.js';
import { operationsOf } from './operations.js';

/**
 * A save that was sent and has no answer yet. It is sent again with the same key, so that it is done once.
 * @typedef {object} PendingSave
 * @property {string} key
 * @property {string[]} subjects of the operations
 * @property {any[]} operations
 * @property {import('./working.js').Changes} changes the changes that are saved
 * @property {number} [session] that it was sent in: the server knows its key in that one only
 */

/**
 * A part of a change that was refused.
 * @typedef {object} RefusedPart
 * @property {string} subject
 * @property {string} field the member that was refused; empty for the whole
 * @property {string} pointer the JSON Pointer in the item or the composition
 * @property {string} detail
 * @property {string} code
 */

/**
 * The outcome of a save.
 * @typedef {object} Outcome
 * @property {'saved' | 'conflict' | 'refused' | 'waiting'} outcome
 * @property {string[]} [conflicts] the subjects that others have changed
 * @property {RefusedPart[]} [refusals]
 * @property {number | null} [revision] the revision that has the changes
 * @property {string[]} [created] the subjects of items that were created, in the order of `subjects`
 * @property {PendingSave} [pending] that has no answer yet
 * @property {Refusal} [refusal] why nothing of it can be done
 * @property {any[]} [results] of the batch, in the order of `subjects`
 * @property {import('./working.js').Changes} [changes] that were saved
 */

/** The codes of operations that others stand against. */
const conflicting = ['precondition_failed', 'id_exists'];

/**
 * The save of changes.
 * @param {import('./working.js').Changes} changes
 * @param {string} key
 * @returns {PendingSave}
 */
export const pendingSave = (changes, key) => ({ key, changes, ...operationsOf(changes) });

/**
 * Sends a save, and says what became of it.
 * @param {import('./client.js').Client} client
 * @param {PendingSave} pending
 * @returns {Promise<Outcome & {results?: any[]}>}
 */
export async function send(client, pending) {
  try {
    const { value } = await client.send('POST', '/v1/batch', {
      json: { operations: pending.operations }, key: pending.key,
    });
    return { outcome: 'saved', revision: value.revision, results: value.results };
  } catch (error) {
    if (error instanceof Outage) return { outcome: 'waiting', pending };
    if (error instanceof Refusal) return refusalOf(error, pending);
    throw error;
  }
}

/**
 * What a refusal says about each subject.
 * @param {Refusal} refusal
 * @param {{subjects: string[]}} pending
 * @returns {Outcome}
 */
export function refusalOf(refusal, { subjects }) {
  const parts = refusal.errors.map((error) => refusedPart(error, subjects, refusal.code))
    .filter(({ subject }) => subject);
  const isConflict = ({ code, subject }) =>
    !subject.includes('/new-') && (conflicting.includes(code) || code === 'not_found');
  const conflicts = [...new Set(parts.filter(isConflict).map(({ subject }) => subject))];
  const refusals = parts.filter((part) => !isConflict(part));
  if (!parts.length) return { outcome: 'refused', refusals: [], refusal };
  return { outcome: refusals.length ? 'refused' : 'conflict', conflicts, refusals };
}

/**
 * The part of a change that an error names.
 * @param {import('./client.js').Detail} error
 * @param {string[]} subjects
 * @param {string} [otherwise] the code of an error without one
 * @returns {RefusedPart}
 */
function refusedPart({ pointer, detail, code }, subjects, otherwise = '') {
  const [, index, rest] = /^\/operations\/(\d+)(?:\/body)?(.*)$/.exec(pointer ?? '') ?? [null, null, pointer ?? ''];
  const field = rest.split('/')[1]?.replace(/~1/g, '/').replace(/~0/g, '~') ?? '';
  return {
    subject: index === null ? '' : subjects[Number(index)], field, pointer: rest, detail, code: code ?? otherwise,
  };
}

/**
 * Takes saved changes out of a working state. What was changed again since, or undone, stays, on the newer base.
 * @param {import('./working.js').Working} working
 * @param {PendingSave} pending
 * @param {any[]} results of the batch
 * @returns {Record<string, string>} the subjects of items that were created, by their subjects before
 */
export function settle(working, pending, results) {
  const renamed = {};
  pending.subjects.forEach((subject, index) => {
    if (/\/new-\d+$/.test(subject)) renamed[subject] = `content/${results[index].kind}/${results[index].id}`;
  });
  const saved = new Map(pending.subjects.map((subject, index) => [subject, results[index]]));
  working.settle(pending.changes, (subject, change) => leftOf(change, pending.changes[subject], saved.get(subject)));
  working.rename(renamed);
  return renamed;
}

/**
 * A subject after a change was saved, as far as it is known: the server may have added to it.
 * @param {import('./working.js').Change} sent no deletion
 * @param {{etag: string, id?: number}} result of the batch
 * @returns {import('./working.js').Base}
 */
export function savedBase({ op, base, value }, { etag, id }) {
  const whole = isWhole(op) ? value : { ...patched(op === 'create' ? {} : base.value, value), ...(id && { id }) };
  return { tag: etag, value: whole };
}

/** Whether a change has the whole of its subject as its value, and not members of it. */
const isWhole = (op) => op === 'compose' || op === 'design';

/** The part of a change that was made after it was sent, or that takes it back; null for nothing. */
function leftOf(known, sent, result) {
  if (isEqual(known, sent)) return null;
  const change = known ?? undone(sent);
  if (sent.op === 'delete') {
    // Made again, with all that it was.
    return change.op === 'delete'
      ? null : { op: 'create', base: { tag: null, value: {} }, value: patched(change.base.value, change.value) };
  }
  const base = savedBase(sent, result);
  const { value } = base;
  if (change.op === 'delete') return { op: 'delete', base };
  if (isWhole(sent.op)) return isEqual(change.value, value) ? null : { op: sent.op, base, value: change.value };
  const own = change.op === 'create' ? change.value : patched(change.base.value, change.value);
  const names = [...new Set([...Object.keys(own), ...Object.keys(value)])].filter((name) => name !== 'id');
  const left = names.filter((name) => !isEqual(own[name], value[name])).map((name) => [name, own[name] ?? null]);
  return left.length ? { op: 'patch', base, value: Object.fromEntries(left) } : null;
}

/** The change that is there when one was undone while it was on its way: as it was before, and a new item is gone. */
function undone({ op, base }) {
  if (op === 'create') return { op: 'delete', base };
  return isWhole(op) ? { op, base, value: base.value } : { op: 'patch', base, value: {} };
}
