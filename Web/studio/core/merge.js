// Two people have changed one thing: what each did, field by field, and what becomes of it.

import { isEqual } from './equality.js';
import { patched } from './members.js';

/**
 * A member that both have changed, in different ways. A value that is undefined is not there.
 * @typedef {object} Clash
 * @property {string} name a field of an item; of a composition `spacing`, `order` or `SECTION/MEMBER`
 * @property {any} base
 * @property {any} mine
 * @property {any} theirs
 */

/**
 * Merges three versions of an object of members: what only one side has changed is taken from it.
 * @param {Record<string, any>} base
 * @param {Record<string, any>} mine
 * @param {Record<string, any>} theirs
 * @returns {{value: Record<string, any>, clashes: Clash[], taken: string[]}} `value` has mine where there is a clash;
 *   `taken` names the members that only they have changed
 */
export function mergeMembers(base, mine, theirs) {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])];
  const result = { value: {}, clashes: [], taken: [] };
  for (const name of names) {
    const [was, own, other] = [base[name], mine[name], theirs[name]];
    const isTheirs = isEqual(own, was) && !isEqual(other, was);
    const chosen = isTheirs ? other : own;
    if (chosen !== undefined) result.value[name] = chosen;
    if (isTheirs) result.taken.push(name);
    else if (!isEqual(own, other) && !isEqual(other, was)) {
      result.clashes.push({ name, base: was, mine: own, theirs: other });
    }
  }
  return result;
}

/**
 * Merges three versions of a composition, member by member of each section.
 * @param {any} base
 * @param {any} mine
 * @param {any} theirs
 */
export function mergeCompositions(base, mine, theirs) {
  const [was, own, other] = [base, mine, theirs].map(membersOf);
  const { value, clashes, taken } = mergeMembers(was, own, other);
  const order = mergeOrders(was.order, own.order, other.order);
  const kept = clashes.filter(({ name }) => name !== 'order');
  if (order.hasClash) kept.unshift({ name: 'order', base: was.order, mine: own.order, theirs: other.order });
  return { value: compositionOf({ ...value, order: order.value }, mine), clashes: kept, taken };
}

/**
 * A composition in which the members that clash are theirs.
 * @param {any} merged
 * @param {any} theirs
 * @param {string[]} names
 */
function takeMembers(merged, theirs, names) {
  const [members, other] = [membersOf(merged), membersOf(theirs)];
  for (const name of names) {
    if (other[name] === undefined) delete members[name];
    else members[name] = other[name];
  }
  return compositionOf(members, merged);
}

/** A composition as members: `spacing`, the `order` of its sections, and `SECTION/MEMBER` of each. */
function membersOf({ sections = [], ...others }) {
  const members = { ...others, order: sections.map(({ id }) => id) };
  for (const { id, ...section } of sections) {
    for (const [name, value] of Object.entries(section)) members[`${id}/${name}`] = value;
  }
  return members;
}

/** The composition of members; the members of its sections are in the order of `model`. */
function compositionOf({ order, ...members }, model) {
  const sections = new Map(order.map((id) => [id, { id }]));
  const result = {};
  for (const [name, value] of Object.entries(members)) {
    const slash = name.lastIndexOf('/');
    if (slash < 0) result[name] = value;
    else if (sections.has(name.slice(0, slash))) sections.get(name.slice(0, slash))[name.slice(slash + 1)] = value;
  }
  const names = Object.keys(model.sections?.[0] ?? {});
  const sorted = (section) => Object.fromEntries(
    Object.entries(section).sort(([left], [right]) => rank(names, left) - rank(names, right)));
  return { ...result, sections: [...sections.values()].map(sorted) };
}

function rank(names, name) {
  const place = names.indexOf(name);
  return place < 0 ? names.length : place;
}

/** Merges three orders: what one side has added or removed is, and who has moved the others is followed. */
function mergeOrders(base, mine, theirs) {
  const common = base.filter((id) => mine.includes(id) && theirs.includes(id));
  const among = (order) => order.filter((id) => common.includes(id));
  const [own, other] = [among(mine), among(theirs)];
  const hasMoved = { mine: !isEqual(own, common), theirs: !isEqual(other, common) };
  const [first, second] = hasMoved.theirs && !hasMoved.mine ? [theirs, mine] : [mine, theirs];
  const removed = base.filter((id) => !mine.includes(id) || !theirs.includes(id));
  const value = first.filter((id) => !removed.includes(id));
  second.forEach((id, place) => {
    if (value.includes(id) || removed.includes(id)) return;
    // After the one that it follows there.
    const before = second.slice(0, place).findLast((other) => value.includes(other));
    value.splice(before === undefined ? 0 : value.indexOf(before) + 1, 0, id);
  });
  return { value, hasClash: hasMoved.mine && hasMoved.theirs && !isEqual(own, other) };
}

/**
 * A change that was refused because the subject has changed: what clashes, and the change on the newer base.
 * @typedef {object} Conflict
 * @property {string} subject
 * @property {import('./working.js').Change} change on the newer base, with mine where both have changed a member
 * @property {Clash[]} clashes none if the two changes do not touch each other
 * @property {string[]} taken the members that only they have changed
 * @property {import('./working.js').Base} theirs
 * @property {boolean} isGone whether they have deleted it
 * @property {'save' | 'ask'} [next] what goes on when all is resolved: it is saved now, or it is asked where; nothing
 *   if the editor has only compared
 */

/**
 * Compares a change with what the server has now.
 * @param {string} subject
 * @param {import('./working.js').Change} change
 * @param {import('./working.js').Base} theirs its value is null for an item that is gone
 * @returns {Conflict}
 */
export function conflictOf(subject, change, theirs) {
  const { op, base, origin } = change;
  const kept = origin && { origin };
  const isGone = theirs.value === null;
  const conflict = { subject, theirs, isGone, clashes: [], taken: [] };
  if (isGone) return { ...conflict, change };
  if (op === 'compose') {
    const { value, clashes, taken } = mergeCompositions(base.value, change.value, theirs.value);
    return { ...conflict, clashes, taken, change: { op, base: theirs, value, ...kept } };
  }
  if (op === 'design') return designConflict(conflict, change);
  if (op === 'delete') {
    const { taken } = mergeMembers(base.value, base.value, theirs.value);
    const clashes = taken.map((name) => ({
      name, base: base.value[name], mine: undefined, theirs: theirs.value[name],
    }));
    return { ...conflict, clashes, change: { op, base: theirs, ...kept } };
  }
  const mine = { ...base.value };
  for (const [name, value] of Object.entries(change.value)) mine[name] = value ?? undefined;
  const { clashes, taken } = mergeMembers(base.value, mine, theirs.value);
  const left = Object.entries(change.value).filter(([name, value]) => !isEqual(value ?? undefined, theirs.value[name]));
  // One that is created again, and that others have created as well, is changed.
  return {
    ...conflict, clashes, taken, change: { op: 'patch', base: theirs, value: Object.fromEntries(left), ...kept },
  };
}

/** The conflict of a definition, member by member; one that was removed here has no members of mine. */
function designConflict(conflict, { op, base, value, origin }) {
  const { theirs } = conflict;
  const { value: merged, clashes, taken } = mergeMembers(base.value ?? {}, value ?? {}, theirs.value);
  const change = { op, base: theirs, value: value && merged, ...(origin && { origin }) };
  return { ...conflict, clashes, taken, change };
}

/**
 * Resolves a conflict.
 * @param {Conflict} conflict
 * @param {string[]} names the clashing members that are taken from them; all others stay mine
 * @returns {import('./working.js').Change | null} null where nothing is left to change
 */
export function resolved({ change, clashes, theirs, isGone }, names) {
  const all = clashes.map(({ name }) => name);
  const takesAll = all.every((name) => names.includes(name));
  if (isGone) return names.length ? null : recreated(change);
  if (change.op === 'delete') return takesAll && all.length ? null : change;
  if (change.op === 'design') return resolvedDesign(change, theirs, names, takesAll);
  const value = change.op === 'compose'
    ? takeMembers(change.value, theirs.value, names)
    : Object.fromEntries(Object.entries(change.value).filter(([name]) => !names.includes(name)));
  const isDone = change.op === 'compose' ? isEqual(value, theirs.value) : !Object.keys(value).length;
  return isDone ? null : { ...change, value };
}

/** A definition in which the members that clash are theirs; one that is removed stays so unless all of it is theirs. */
function resolvedDesign(change, theirs, names, takesAll) {
  if (!change.value) return takesAll ? null : change;
  const value = { ...change.value };
  for (const name of names) {
    if (theirs.value[name] === undefined) delete value[name];
    else value[name] = theirs.value[name];
  }
  return isEqual(value, theirs.value) ? null : { ...change, value };
}

/** The change of an item that is gone: it is made again, with what it was. Nothing is left of a deletion. */
function recreated({ op, base, value, origin }) {
  if (op === 'delete') return null;
  const kept = { base: { tag: null, value: {} }, ...(origin && { origin }) };
  if (op === 'design') return value && { op, value, ...kept, base: { tag: null, value: null } };
  return op === 'compose' ? { op, value, ...kept } : { op: 'create', value: patched(base.value, value), ...kept };
}
