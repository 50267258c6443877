// The operations of a release.

import { isDesignOperation, subjectOfDesign } from './designs.js';
import { isEqual } from './equality.js';
import { patched } from './members.js';

/**
 * The subject of an operation; null for an item that has no number yet.
 * @param {any} operation
 * @returns {string | null}
 */
export function subjectOf({ op, kind, id, feed, body, ...names }) {
  if (isDesignOperation(op)) return subjectOfDesign(op, names[op]);
  if (op === 'compose') return `feeds/${feed}/composition`;
  const number = id ?? body?.id;
  return number ? `content/${kind}/${number}` : null;
}

/**
 * Where a change comes from: an operation of a release that is edited again.
 * @typedef {object} Origin
 * @property {number} release
 * @property {any} operation as it was
 */

/**
 * Adds operations to those of a release. One on a subject that has an operation joins it: a release has one for each.
 * One that comes from an operation of the release takes its place.
 * @param {any[]} known
 * @param {any[]} added
 * @param {(Origin | undefined)[]} [origins] of those that are added, if they come from this release
 * @returns {{operations: any[], places: number[]}} `places` has the index of each added operation
 */
export function addOperations(known, added, origins = []) {
  const operations = [...known];
  const places = added.map((operation, index) => {
    const origin = origins[index];
    const former = origin ? operations.findIndex((other) => isEqual(other, origin.operation)) : -1;
    if (former >= 0) {
      operations[former] = operation;
      return former;
    }
    const subject = subjectOf(operation);
    const place = subject ? operations.findIndex((other) => subjectOf(other) === subject) : -1;
    if (place < 0) return operations.push(operation) - 1;
    operations[place] = joined(operations[place], operation);
    return place;
  });
  return { operations, places };
}

/**
 * The operations of a release as unsaved changes, so that they are edited again.
 * @param {number} release
 * @param {any[]} operations
 * @param {Record<string, import('./working.js').Base>} bases of the subjects that have a number
 * @param {number} count how many items were created here before, for the names of those that the release creates
 * @returns {{changes: import('./working.js').Changes, count: number}}
 */
export function changesOf(release, operations, bases, count) {
  const changes = {};
  let created = count;
  for (const operation of operations) {
    const known = subjectOf(operation);
    const base = known ? bases[known] : null;
    const exists = Boolean(base?.value);
    const isItem = operation.op !== 'compose' && !isDesignOperation(operation.op);
    if (!exists && operation.op === 'delete') continue;
    if (!exists && isItem) created += 1;
    const subject = exists || !isItem ? known : `content/${operation.kind}/new-${created}`;
    changes[subject] = { ...changeOf(operation, exists ? base : null), origin: { release, operation } };
  }
  return { changes, count: created };
}

/** The change that an operation makes of what is there now; without a base it makes something new. */
function changeOf({ op, body }, base) {
  if (op === 'delete') return { op, base };
  if (op === 'compose') return { op, base: base ?? nothing, value: body };
  if (isDesignOperation(op)) return { op: 'design', base: base ?? { tag: null, value: null }, value: body };
  if (!base) return { op: 'create', base: nothing, value: body };
  if (op === 'patch') return { op, base, value: body };
  // What replaces an item removes the members that it has not.
  const gone = Object.keys(base.value).filter((name) => name !== 'id' && !(name in body)).map((name) => [name, null]);
  return { op: 'patch', base, value: { ...Object.fromEntries(gone), ...body } };
}

const nothing = Object.freeze({ tag: null, value: {} });

/**
 * The release that changes come from; undefined for none.
 * @param {import('./working.js').Changes} changes
 * @returns {number | undefined}
 */
export const originOf = (changes) => Object.values(changes).find(({ origin }) => origin)?.origin.release;

/** One operation in place of two on one subject. The base is that of the first. */
function joined(first, second) {
  const base = first.if_match ? { if_match: first.if_match } : {};
  const { if_match: _, ...others } = second;
  if (second.op === 'patch' && first.op !== 'delete') {
    const body = first.op === 'patch' ? { ...first.body, ...second.body } : patched(first.body, second.body);
    return { ...first, body };
  }
  return { ...others, ...base };
}
