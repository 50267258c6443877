// What is done with items: making, copying, deleting, and their addresses.

import { fragmentOf, isNewSubject, subjectParts } from '../core/place.js';
import { copyOf, newItem } from '../fields/values.js';
import { addressOf, copyAddress } from '../ui/links.js';

/** @typedef {import('../core/app.js').App} App */

/** How many items are loaded at once. */
const atOnce = 6;
/** How many items a save can have. */
export const mostChosen = 500;

/**
 * Opens an item in the inspector; the list follows where there is one.
 * @param {App} app
 * @param {string | null} subject
 */
export function openItem({ go, state }, subject) {
  const { tab } = state.get().place;
  go({ subject, ...(tab === 'items' && subject && { kind: subjectParts(subject).name }) });
}

/**
 * Makes an item, with the defaults of its kind, and opens it.
 * @param {App} app
 * @param {any} kind
 */
export function makeItem(app, kind) {
  const zone = app.state.get().session.time_zone;
  const subject = app.working.create(kind.kind, newItem(kind, { now: Date.now(), zone }));
  openItem(app, subject);
  return subject;
}

/**
 * The items of subjects as the server has them.
 * @param {App} app
 * @param {string[]} subjects
 * @returns {Promise<Record<string, import('../core/working.js').Base>>}
 */
export async function basesOf({ content, working }, subjects) {
  const bases = {};
  const left = [...subjects];
  const load = async () => {
    for (let subject = left.shift(); subject; subject = left.shift()) {
      bases[subject] = isNewSubject(subject) ? working.change(subject)?.base : await content.load(subject);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, load));
  // In the order in which they were asked for.
  return Object.fromEntries(subjects.map((subject) => [subject, bases[subject]]).filter(([, base]) => base?.value));
}

/**
 * Adds copies of items.
 * @param {App} app
 * @param {string[]} subjects
 * @returns {Promise<string[]>} the subjects of the copies
 */
export async function duplicate(app, subjects) {
  const bases = await basesOf(app, subjects);
  const values = Object.keys(bases).map((subject) => app.working.value(subject, bases[subject].value)).filter(Boolean);
  return app.working.createAll(subjectParts(subjects[0]).name, values.map(copyOf));
}

/**
 * Marks items as deleted; new ones are gone.
 * @param {App} app
 * @param {string[]} subjects
 */
export async function remove(app, subjects) {
  app.working.remove(await basesOf(app, subjects));
}

/**
 * Sets members of an item that is not shown any more, such as a photo that has been uploaded for it.
 * @param {App} app
 * @param {string} subject
 * @param {any} members
 */
export async function editElsewhere({ content, working, fail, notify, t }, subject, members) {
  try {
    const base = working.change(subject)?.base ?? (isNewSubject(subject) ? null : await content.load(subject));
    if (!base?.value) return notify(t('photoTooLate'));
    working.edit(subject, base, members);
  } catch (error) {
    fail(error);
  }
}

/**
 * Copies the address of an item in the studio.
 * @param {App} app
 * @param {string} subject
 */
export function copyLink(app, subject) {
  const { name } = subjectParts(subject);
  return copyAddress(app, addressOf(app, `/studio${fragmentOf({ tab: 'items', kind: name, subject })}`));
}
