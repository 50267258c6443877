// Compositions: the sections of a feed and their order. A composition is as the server gives it; nothing here changes
// one, all give a new one.

import { isEqual } from './equality.js';
import { patched } from './members.js';

/** The most sections of a feed. */
export const maximumSections = 100;
const longestName = 64;

/**
 * The place of a section; -1 for none.
 * @param {any} composition
 * @param {string} id
 */
export const placeOfSection = (composition, id) =>
  (composition?.sections ?? []).findIndex((section) => section.id === id);

/**
 * A section; undefined for none.
 * @param {any} composition
 * @param {string} id
 */
export const sectionOf = (composition, id) => composition?.sections?.find((section) => section.id === id);

/**
 * Moves one element of a list.
 * @template Element
 * @param {Element[]} list
 * @param {number} from
 * @param {number} to its place afterwards; places outside of the list are the nearest ones inside
 * @returns {Element[]}
 */
export function moved(list, from, to) {
  if (from < 0 || from >= list.length) return list;
  const others = list.filter((_, index) => index !== from);
  others.splice(Math.max(0, Math.min(others.length, to)), 0, list[from]);
  return others;
}

/**
 * Moves a section.
 * @param {any} composition
 * @param {string} id
 * @param {number} place afterwards
 */
export const moveSection = (composition, id, place) =>
  ({ ...composition, sections: moved(composition.sections, placeOfSection(composition, id), place) });

/**
 * Adds a section.
 * @param {any} composition
 * @param {any} section
 * @param {number} [place] the end if missing
 */
export const addSection = (composition, section, place = composition.sections.length) => {
  const { sections } = composition;
  return { ...composition, sections: [...sections.slice(0, place), section, ...sections.slice(place)] };
};

/**
 * Removes a section.
 * @param {any} composition
 * @param {string} id
 */
export const removeSection = (composition, id) =>
  ({ ...composition, sections: composition.sections.filter((section) => section.id !== id) });

/**
 * Sets members of a section, or removes those that are null.
 * @param {any} composition
 * @param {string} id
 * @param {any} members
 */
export const editSection = (composition, id, members) =>
  ({
    ...composition,
    sections: composition.sections.map((section) => (section.id === id ? patched(section, members) : section)),
  });

/**
 * Adds a copy of a section below it.
 * @param {any} composition
 * @param {string} id
 * @returns {{composition: any, id: string}} the id is that of the copy
 */
export function duplicateSection(composition, id) {
  const copy = freeName(composition, id);
  const section = { ...structuredClone(sectionOf(composition, id)), id: copy };
  return { composition: addSection(composition, section, placeOfSection(composition, id) + 1), id: copy };
}

/**
 * A new section, with all that the server would say of it.
 * @param {{id: string, kind: string, title: string, layout: string}} members
 */
export const newSection = ({ id, kind, title, layout }) => ({
  id, kind, title, layout: { type: layout, options: {} }, limit: 100,
  window: { draft: false, publish_at: null, unpublish_at: null }, source: { query: {} }, min_schema_version: 1,
});

/**
 * Sets the space between sections.
 * @param {any} composition
 * @param {number | null} spacing points; null for none
 */
export const spaceSections = (composition, spacing) => patched(composition, { spacing: spacing || null });

/** Whether a text is a name of sections and feeds. */
export const isName = (text) => /^[A-Za-z0-9_-]{1,64}$/.test(text);

/**
 * A name that no section has: the wanted one, or it with a number behind it.
 * @param {any} composition
 * @param {string} wanted characters that names cannot have are left out
 * @returns {string}
 */
export function freeName(composition, wanted) {
  const plain = wanted.normalize('NFKD').replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '') || 'section';
  const isTaken = (name) => placeOfSection(composition, name) >= 0;
  if (plain.length <= longestName && !isTaken(plain)) return plain;
  const stem = plain.replace(/_\d+$/, '');
  for (let number = 2; ; number += 1) {
    const name = `${stem.slice(0, longestName - 1 - String(number).length)}_${number}`;
    if (!isTaken(name)) return name;
  }
}

/**
 * Whether a section differs from what the server has.
 * @param {any} section
 * @param {any} base the composition of the server
 * @returns {'new' | 'changed' | null}
 */
export function changeOfSection(section, base) {
  const former = sectionOf(base, section.id);
  if (!former) return 'new';
  return isEqual(section, former) ? null : 'changed';
}

/**
 * The place in a list where an element lands that is dragged over it.
 * @param {number[]} heights of the others, from top to bottom
 * @param {number} height of the one that is dragged
 * @param {number} gap between two
 * @param {number} middle of the one that is dragged, below the top of the list
 * @returns {number}
 */
export function landingPlace(heights, height, gap, middle) {
  let top = 0;
  let place = 0;
  for (const other of heights) {
    // Its edge has passed the middle of the other one.
    if (middle <= top + (other + height + gap) / 2) break;
    top += other + gap;
    place += 1;
  }
  return place;
}
