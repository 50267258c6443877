// What the server refuses of a composition, by its sections.

import { isEqual } from './equality.js';
import { nameOfPointer, valueAt } from './members.js';

/**
 * A refused part of a composition.
 * @typedef {object} CompositionRefusal
 * @property {string | null} section the id of the section; null for the composition as a whole
 * @property {string} name the member: `title`, `layout.options.columns`; empty for the section as a whole
 * @property {string} detail
 */

/**
 * Follows what is refused of compositions: by a save, and by the screen with the changes.
 * @returns {(state: any, subject: string, value: any) => CompositionRefusal[]} as of `followRefusedParts`
 */
export function followRefusals() {
  const follow = followRefusedParts();
  return (state, subject, value) => follow(state, subject, value)
    .map(({ pointer, detail }) => refusalOf(value, pointer, detail));
}

/**
 * Follows what is refused of a subject that is saved as a whole: by a save, and by the screen with the changes. A part
 * that was changed since is no longer refused.
 */
export function followRefusedParts() {
  let known = { refusals: null, failures: null };
  /** @type {{pointer: string, detail: string, value: any}[]} */
  let parts = [];

  /**
   * @param {any} state
   * @param {string} subject
   * @param {any} value as it is now
   * @returns {{pointer: string, detail: string}[]}
   */
  return (state, subject, value) => {
    const { refusals, failures = [], changes } = state;
    if (refusals !== known.refusals || failures !== known.failures) {
      known = { refusals, failures };
      const failed = failures.filter((failure) => changes[subject] && failure.subject === subject)
        .flatMap(({ errors, detail }) => (errors?.length ? errors : [{ pointer: '', detail }]));
      const refused = refusals.filter((part) => part.subject === subject);
      const all = [...refused, ...failed].map(({ pointer, detail }) => ({ pointer: plainPointer(pointer), detail }));
      parts = all.filter((part, place) => all.findIndex((other) => isEqual(other, part)) === place)
        .map(({ pointer, detail }) => ({ pointer, detail, value: partOf(value, pointer) }));
    }
    return parts.filter((part) => isEqual(part.value, partOf(value, part.pointer)));
  };
}

/** A pointer into the composition, whether it began at a request, an operation or its body. */
const plainPointer = (pointer = '') => pointer.replace(/^\/operations\/\d+/, '').replace(/^\/body/, '');

/** What a refusal is about; the whole composition where it is about a member that is missing. */
const partOf = (value, pointer) => valueAt(value, pointer) ?? value;

function refusalOf(value, pointer, detail) {
  const [, index, rest] = /^\/sections\/(\d+)(.*)$/.exec(pointer) ?? [];
  const section = index === undefined ? null : (value?.sections?.[Number(index)]?.id ?? null);
  return { section, name: nameOfPointer(section === null ? pointer : rest), detail };
}
