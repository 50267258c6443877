// What differs between two versions of an item, a composition or a text.

import { isEqual } from './equality.js';

/** @typedef {{name: string, before: any, after: any}} Difference a member; a value that is undefined is not there */

/**
 * The members that differ.
 * @param {any} before null for nothing
 * @param {any} after null for nothing
 * @returns {Difference[]}
 */
export function membersThatDiffer(before, after) {
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
    .filter((name) => name !== 'id');
  return names.map((name) => ({ name, before: before?.[name], after: after?.[name] }))
    .filter((one) => !isEqual(one.before ?? null, one.after ?? null));
}

/**
 * A section that differs.
 * @typedef {object} SectionDifference
 * @property {string} id
 * @property {any} section as it is afterwards, or was
 * @property {'added' | 'removed' | 'moved' | 'changed'} change `changed` may have moved as well
 * @property {Difference[]} members
 */

/**
 * The sections that differ between two compositions, in the order of the later one; those that are gone come last.
 * @param {any} before
 * @param {any} after
 * @returns {SectionDifference[]}
 */
export function sectionsThatDiffer(before, after) {
  const [former, later] = [before, after]
    .map((composition) => new Map((composition?.sections ?? []).map((section) => [section.id, section])));
  const moved = movedAmong([...former.keys()].filter((id) => later.has(id)),
    [...later.keys()].filter((id) => former.has(id)));
  const found = [];
  for (const [id, section] of later) {
    const known = former.get(id);
    const members = known ? membersThatDiffer(known, section) : [];
    const change = !known ? 'added' : members.length ? 'changed' : moved.has(id) ? 'moved' : null;
    if (change) found.push({ id, section, change, members });
  }
  for (const [id, section] of former) {
    if (!later.has(id)) found.push({ id, section, change: 'removed', members: [] });
  }
  return found;
}

/**
 * The fewest elements of an order that have to be moved to get another order of them.
 * @param {string[]} before
 * @param {string[]} after
 * @returns {Set<string>}
 */
export function movedAmong(before, after) {
  const places = new Map(before.map((id, place) => [id, place]));
  // The longest run of elements that keep their order stays; of each it is known which one is before it in its run.
  const [lengths, former] = [[], []];
  after.forEach((id, index) => {
    [lengths[index], former[index]] = [1, -1];
    for (let other = 0; other < index; other += 1) {
      if (places.get(after[other]) > places.get(id) || lengths[other] < lengths[index]) continue;
      [lengths[index], former[index]] = [lengths[other] + 1, other];
    }
  });
  const stay = new Set();
  for (let last = lengths.indexOf(Math.max(...lengths)); last >= 0; last = former[last]) stay.add(after[last]);
  return new Set(after.filter((id) => !stay.has(id)));
}

/**
 * The parts of two texts: what both begin and end with, and what is between. Letters of several units are not cut.
 * @param {string} before
 * @param {string} after
 * @returns {{start: string, before: string, after: string, end: string}}
 */
export function partsOf(before, after) {
  const [former, later] = [[...before], [...after]];
  const most = Math.min(former.length, later.length);
  let start = 0;
  while (start < most && former[start] === later[start]) start += 1;
  let end = 0;
  while (end < most - start && former.at(-1 - end) === later.at(-1 - end)) end += 1;
  const text = (letters, from, to) => letters.slice(from, to).join('');
  return {
    start: text(later, 0, start), end: text(later, later.length - end),
    before: text(former, start, former.length - end), after: text(later, start, later.length - end),
  };
}

/**
 * The sections of two screens that have another place among the others. Those above which something has grown only
 * slide: they are in the same order.
 * @param {{id: string, from: {y: number} | null, to: {y: number} | null}[]} sections that differ, as the server answers
 * @returns {Set<string>}
 */
export function reordered(sections) {
  const both = sections.filter(({ from, to }) => from && to);
  const order = (side) => [...both].sort((left, right) => left[side].y - right[side].y).map(({ id }) => id);
  return movedAmong(order('from'), order('to'));
}
