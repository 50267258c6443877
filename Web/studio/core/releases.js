// What is known of a release.

import { subjectOf } from './release-operations.js';

/**
 * The state of a release, as editors think of it: one that is prepared and has a moment is scheduled.
 * @param {any} release
 * @returns {'prepared' | 'scheduled' | 'failed' | 'published'}
 */
export const stateOf = ({ state, publish_at: publishAt }) => (state === 'prepared' && publishAt ? 'scheduled' : state);

/**
 * The subjects that the publication of a release has changed. Items that it has created have got a number then, which
 * the keys of its revision tell.
 * @param {any[]} operations
 * @param {string[]} keys of the revision
 * @returns {{subjects: string[], missing: number}} `missing` counts created items whose number is not known
 */
export function publishedSubjects(operations, keys) {
  const known = operations.map(subjectOf).filter(Boolean);
  const created = operations.filter((operation) => !subjectOf(operation));
  const kinds = new Set(created.map(({ kind }) => kind));
  const found = keys.map((key) => /^([a-z][a-z0-9_]*):(\d+)$/.exec(key)).filter((match) => match && kinds.has(match[1]))
    .map(([, kind, id]) => `content/${kind}/${id}`).filter((subject) => !known.includes(subject));
  return { subjects: [...new Set([...known, ...found])], missing: Math.max(0, created.length - found.length) };
}

/**
 * The operations with one that is done in spite of what has changed: it is put on what is there now.
 * @param {any[]} operations
 * @param {number} index
 * @param {string} tag of what is there now
 */
export const accepting = (operations, index, tag) =>
  operations.map((operation, place) => (place === index ? { ...operation, if_match: tag } : operation));
