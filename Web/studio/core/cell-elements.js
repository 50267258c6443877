// The elements of cells, by the JSON Pointers that refusals name them with. Nothing here changes a definition: all
// give a new one.

import { valueAt } from './members.js';

/** The kinds of elements, by the member that says which one it is. */
export const elementKinds = ['image', 'text', 'badge', 'stars', 'line', 'stack', 'row', 'spacer', 'shade'];
/** The roles of items that texts show. */
export const textRoles = ['headline', 'summary', 'date', 'label', 'author', 'place', 'rating'];
/** How deep groups are nested. */
const deepest = 2;

/** Which kind of element it is; undefined for none. */
export const kindOfElement = (element) => elementKinds.find((kind) => Object.hasOwn(element ?? {}, kind));

/** Whether an element has others in it. */
export const isGroup = (element) => ['stack', 'row'].includes(kindOfElement(element) ?? '');

/**
 * An element with its place.
 * @typedef {object} PlacedElement
 * @property {string} pointer
 * @property {string} kind
 * @property {number} depth 0 for one that is in no group
 * @property {any} element
 */

/**
 * All elements of a cell, from top to bottom, and then those upon the picture.
 * @param {any} definition
 * @returns {PlacedElement[]}
 */
export function elementsOf(definition) {
  const found = [];
  const add = (list, path, depth) => (Array.isArray(list) ? list : []).forEach((element, index) => {
    const [pointer, kind] = [`${path}/${index}`, kindOfElement(element) ?? 'text'];
    found.push({ pointer, kind, depth, element });
    if (isGroup(element)) add(element[kind], `${pointer}/${kind}`, depth + 1);
  });
  add(definition?.content, '/content', 0);
  add(definition?.over, '/over', 0);
  return found;
}

/**
 * The element that a pointer leads to or into; empty for the cell as a whole.
 * @param {any} definition
 * @param {string} pointer such as `/content/1/stack/0/style`
 */
export function elementPointer(definition, pointer) {
  const isThere = (own) => own === pointer || pointer.startsWith(`${own}/`);
  return elementsOf(definition).map((one) => one.pointer).findLast(isThere) ?? '';
}

/** Whether a pointer is of an element that lies upon the picture itself, not in a group there. */
export const isOverlay = (pointer) => /^\/over\/\d+$/.test(pointer);

/** A value with what is at a path replaced; undefined removes it. */
function put(value, [first, ...rest], next) {
  if (Array.isArray(value)) {
    const at = Number(first);
    if (!rest.length && next === undefined) return value.filter((_, index) => index !== at);
    return value.map((one, index) => (index === at ? (rest.length ? put(one, rest, next) : next) : one));
  }
  return { ...value, [first]: rest.length ? put(value[first], rest, next) : next };
}

const partsOf = (pointer) => pointer.split('/').slice(1);
const parentOf = (pointer) => pointer.slice(0, pointer.lastIndexOf('/'));
const placeOf = (pointer) => Number(pointer.slice(pointer.lastIndexOf('/') + 1));

/**
 * A cell with another element in a place, or with other members where the pointer is empty.
 * @param {any} definition
 * @param {string} pointer
 * @param {any} element undefined to remove it
 */
export function withElement(definition, pointer, element) {
  if (!pointer) return element;
  const next = put(definition, partsOf(pointer), element);
  if (next.over && !next.over.length) delete next.over;
  return next;
}

/**
 * A cell in which an element has changed places with the one before or after it; null where there is none.
 * @param {any} definition
 * @param {string} pointer
 * @param {number} step −1 or 1
 * @returns {{definition: any, pointer: string} | null}
 */
export function movedElement(definition, pointer, step) {
  const [parent, place] = [parentOf(pointer), placeOf(pointer)];
  const list = valueAt(definition, parent);
  const to = place + step;
  if (!list?.[to]) return null;
  const next = [...list];
  [next[place], next[to]] = [list[to], list[place]];
  return { definition: put(definition, partsOf(parent), next), pointer: `${parent}/${to}` };
}

/**
 * Where an element can be added: `after` and `inside` the one that is open, at the end of the `content`, and `over` the
 * picture.
 * @param {any} definition
 * @param {string} pointer of the one that is open; empty for the cell
 */
export function placesFor(definition, pointer) {
  const open = elementsOf(definition).find((one) => one.pointer === pointer);
  return [
    open && isGroup(open.element) ? 'inside' : null, open ? 'after' : null, 'content', 'over',
  ].filter(Boolean);
}

/**
 * A cell with a new element.
 * @param {any} definition
 * @param {string} kind
 * @param {{place: string, pointer: string}} where as of `placesFor`
 * @returns {{definition: any, pointer: string}} the pointer is that of the new one
 */
export function withNewElement(definition, kind, { place, pointer }) {
  const own = valueAt(definition, pointer);
  const parent = { inside: `${pointer}/${kindOfElement(own)}`, after: parentOf(pointer) }[place] ?? `/${place}`;
  const list = valueAt(definition, parent) ?? [];
  const at = place === 'after' ? placeOf(pointer) + 1 : list.length;
  const made = newElement(definition, kind);
  const element = parent === '/over' ? { ...made, edge: 'bottom', ...(kind === 'shade' && { height: 0.4 }) } : made;
  const next = [...list.slice(0, at), element, ...list.slice(at)];
  return { definition: put(definition, partsOf(parent), next), pointer: `${parent}/${at}` };
}

/** Whether an element of a kind can be in a place. */
export function fitsInto(kind, { place, pointer }) {
  const isOver = place === 'over' || (place === 'after' && isOverlay(pointer));
  if (kind === 'shade') return isOver;
  if (isOver) return kind !== 'image' && kind !== 'spacer';
  const depth = partsOf(pointer).filter((part) => part === 'stack' || part === 'row').length;
  const isNested = { inside: depth + 1, after: depth }[place] ?? 0;
  return !['stack', 'row'].includes(kind) || isNested < deepest;
}

function newElement(definition, kind) {
  const shown = elementsOf(definition).flatMap(({ element }) => element.text ?? element.badge ?? []);
  const role = textRoles.find((one) => !shown.includes(one)) ?? 'fixed';
  const text = { text: role, ...(role === 'fixed' && { words: '…' }), style: 'body', lines: 1 };
  return {
    image: { image: 'image' }, text,
    badge: { badge: role, style: 'detail', color: 'on_image', background: 'news_badge', padding: 3 },
    stars: { stars: 'rating', size: 16 }, line: { line: 'divider' }, stack: { stack: [text] }, row: { row: [text] },
    spacer: { spacer: true }, shade: { shade: 'shade' },
  }[kind];
}
