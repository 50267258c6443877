// The composition of the feed that is open, with its changes.

import { changeOfSection, sectionOf } from './compositions.js';

/** The subject of a feed's composition. */
const compositionSubject = (feed) => `feeds/${feed}/composition`;

/**
 * The composition of the feed that is open.
 * @param {import('./app.js').App} app
 * @returns {{subject: string, base: import('./working.js').Base, value: any} | null} null while it is loaded
 */
export function compositionOf({ state, working }) {
  const { feed, bases } = state.get();
  const subject = compositionSubject(feed);
  const known = bases[subject] ?? working.change(subject)?.base;
  if (!known) return null;
  // A feed begins to exist with its composition.
  const base = known.value ? known : { tag: null, value: { feed, sections: [] } };
  return { subject, base, value: working.value(subject, base.value) };
}

/**
 * Changes the composition of the feed that is open.
 * @param {import('./app.js').App} app
 * @param {(value: any) => any} edit gives the new composition
 * @param {string} [step] edits with the same name are undone together
 */
export function compose(app, edit, step) {
  const composition = compositionOf(app);
  if (!composition) return;
  const { subject, base, value } = composition;
  app.working.compose(app.state.get().feed, base, edit(value), step && `${subject}/${step}`);
}

/**
 * The section of a subject `sections/ID`.
 * @param {import('./app.js').App} app
 * @param {string} subject
 */
export function sectionNow(app, subject) {
  const composition = compositionOf(app);
  const section = sectionOf(composition?.value, subject?.split('/')[1]);
  return { composition, section, change: section ? changeOfSection(section, composition.base.value) : null };
}
