// The rows of a list: what the server has, with the changes that are not saved.

import { patched } from '../core/members.js';

/**
 * @typedef {object} Row
 * @property {string} subject
 * @property {any} item with its changes
 * @property {'new' | 'changed' | 'deleted' | null} mark
 */

/**
 * The rows of a kind: new items first, the newest on top; then those of the server.
 * @param {string} kind
 * @param {any[]} items of the server
 * @param {import('../core/working.js').Changes} changes
 * @returns {Row[]}
 */
export function rowsOf(kind, items, changes) {
  const prefix = `content/${kind}/`;
  const created = Object.entries(changes).filter(([subject, { op }]) => op === 'create' && subject.startsWith(prefix))
    .map(([subject, { value }]) => ({ subject, item: value, mark: /** @type {const} */ ('new') })).reverse();
  const known = items.map((item) => {
    const subject = `${prefix}${item.id}`;
    const change = changes[subject];
    if (!change) return { subject, item, mark: null };
    if (change.op === 'delete') return { subject, item, mark: /** @type {const} */ ('deleted') };
    return { subject, item: patched(item, change.value), mark: /** @type {const} */ ('changed') };
  });
  return [...created, ...known];
}

/**
 * The selection after a row was pressed: with Shift, all from the one that was pressed before.
 * @param {Set<string>} selected
 * @param {string[]} subjects in the order of the list
 * @param {{subject: string, from: string | null, isSelected: boolean, isRange: boolean}} press
 * @returns {Set<string>}
 */
export function selectionAfter(selected, subjects, { subject, from, isSelected, isRange }) {
  const [first, last] = [subjects.indexOf(from ?? ''), subjects.indexOf(subject)].sort((left, right) => left - right);
  const pressed = isRange && first >= 0 ? subjects.slice(first, last + 1) : [subject];
  const next = new Set(selected);
  for (const one of pressed) {
    if (isSelected) next.add(one);
    else next.delete(one);
  }
  return next;
}
