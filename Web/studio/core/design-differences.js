// What differs between two versions of a cell or a theme.

import { wordsOf } from './names.js';

/** The values of a definition by their paths; lists of values are one. */
function leavesOf(value, path = []) {
  const isLeaf = typeof value !== 'object' || value === null
    || (Array.isArray(value) && value.every((one) => typeof one !== 'object'));
  if (isLeaf) return [[path, Array.isArray(value) ? value.join(', ') : value]];
  return Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...path, name]));
}

/** A path in words: places are counted from 1. */
const nameOf = (path) => path.map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : wordsOf(part))).join(' · ');

/**
 * The values that differ, by their paths in words.
 * @param {any} before
 * @param {any} after
 * @returns {import('./differences.js').Difference[]}
 */
export function designDifferences(before, after) {
  const [former, later] = [before, after]
    .map((value) => new Map(leavesOf(value).map(([path, own]) => [nameOf(path), own])));
  return [...new Set([...later.keys(), ...former.keys()])]
    .map((name) => ({ name, before: former.get(name), after: later.get(name) }))
    .filter((one) => one.before !== one.after);
}
