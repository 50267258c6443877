// The operations of a release.

import { patched } from './working.js';

/**
 * The subject of an operation; null for an item that has no number yet.
 * @param {any} operation
 * @returns {string | null}
 */
export function subjectOf({ op, kind, id, feed, body }) {
  if (op === 'compose') return `feeds/${feed}/composition`;
  const number = id ?? body?.id;
  return number ? `content/${kind}/${number}` : null;
}

/**
 * Adds operations to those of a release. One on a subject that has an operation joins it: a release has one for each.
 * @param {any[]} known
 * @param {any[]} added
 * @returns {{operations: any[], places: number[]}} `places` has the index of each added operation
 */
export function addOperations(known, added) {
  const operations = [...known];
  const places = added.map((operation) => {
    const subject = subjectOf(operation);
    const place = subject ? operations.findIndex((other) => subjectOf(other) === subject) : -1;
    if (place < 0) return operations.push(operation) - 1;
    operations[place] = joined(operations[place], operation);
    return place;
  });
  return { operations, places };
}

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
